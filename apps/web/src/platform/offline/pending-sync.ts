import { isRecord } from "../storage/browser-storage.ts";

/** A change made while nobody could be reached, waiting to be sent. */
export type PendingSync = {
  readonly id: string;
  /** When the change was made, ms. */
  readonly timestamp: number;
  /** `update`: call the named action of the named module with the data. */
  readonly type: "update";
  readonly module: string;
  readonly action: string;
  readonly data: unknown;
  /** Who made it and in which practice; sent for nobody else and nowhere else. */
  readonly userId: string;
  readonly organizationId: string | null;
};

/** A pending sync as stored; null for anything else, also for a type this version does not know. */
export function storedPendingSync(value: unknown): PendingSync | null {
  if (!isRecord(value) || value["type"] !== "update") return null;
  const { id, timestamp, module, action, data, userId, organizationId } = value;
  if (typeof id !== "string" || typeof timestamp !== "number") return null;
  if (typeof module !== "string" || typeof action !== "string" || typeof userId !== "string") return null;
  if (typeof organizationId !== "string" && organizationId !== null) return null;
  return { id, timestamp, type: "update", module, action, data, userId, organizationId };
}
