import { isRecord } from "../storage/browser-storage.ts";

/** A change made offline, waiting to be sent. */
export type PendingSync = {
  readonly id: string;
  /** Time of the change, in ms. */
  readonly timestamp: number;
  /** `update`: call the named action of the named module with the data. */
  readonly type: "update";
  readonly module: string;
  readonly action: string;
  readonly data: unknown;
  /** The user and organization it was made in; it is sent for no other. */
  readonly userId: string;
  readonly organizationId: string | null;
  /** Why the server rejected it permanently; it is not sent again. */
  readonly rejection?: string;
};

/** Parses a stored pending change; null if it is invalid or of a type unknown to this version. */
export function storedPendingSync(value: unknown): PendingSync | null {
  if (!isRecord(value) || value["type"] !== "update") return null;
  const { id, timestamp, module, action, data, userId, organizationId, rejection } = value;
  if (typeof id !== "string" || typeof timestamp !== "number") return null;
  if (typeof module !== "string" || typeof action !== "string" || typeof userId !== "string") return null;
  if (typeof organizationId !== "string" && organizationId !== null) return null;
  const pendingSync = {
    id,
    timestamp,
    type: "update",
    module,
    action,
    data,
    userId,
    organizationId,
  } as const;
  return typeof rejection === "string" ? { ...pendingSync, rejection } : pendingSync;
}
