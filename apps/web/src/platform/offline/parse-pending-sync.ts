import { pendingSyncMs } from "./pending-limits.ts";
import { isRecord } from "../storage/browser-storage.ts";
import { nameOf, type PendingSync, type VersionedValue } from "./pending-sync.ts";
import { type SyncAction, syncActionOf } from "./sync-actions.ts";

/** The reason why a stored change is discarded. */
export type Discarded = { readonly discarded: "unknown" | "expired" };

/**
 * Parses a stored change. Reads only the fields that the actions allow, because storage can be edited and an earlier
 * version allowed more fields. Items of that version have no entity and no version, so a repeated attempt reads the
 * current value from the server.
 */
export function parsePendingSync(item: unknown): PendingSync | Discarded {
  if (!isRecord(item) || item["type"] !== "update") return { discarded: "unknown" };
  const { id, timestamp, module, action, userId, organizationId } = item;
  if (typeof id !== "string" || typeof timestamp !== "number" || typeof userId !== "string")
    return { discarded: "unknown" };
  if (typeof module !== "string" || typeof action !== "string") return { discarded: "unknown" };
  if (typeof organizationId !== "string" && organizationId !== null) return { discarded: "unknown" };
  const syncAction = syncActionOf(nameOf({ module, action }));
  const data = syncAction?.parse(item["data"]) ?? null;
  if (syncAction === undefined || data === null) return { discarded: "unknown" };
  if (Date.now() - timestamp >= pendingSyncMs) return { discarded: "expired" };
  const version = typeof item["version"] === "number" ? item["version"] : null;
  const head = { id, timestamp, type: "update", module, action, data, userId, organizationId } as const;
  const before = syncAction.parse(item["before"]);
  return { ...head, entity: syncAction.entity, version, before, ...stateOf(item, syncAction) };
}

function stateOf(item: Readonly<Record<string, unknown>>, action: SyncAction<unknown>) {
  // An earlier version stored the reason as `rejection`.
  const reason = item["reason"] ?? item["rejection"];
  if (typeof reason === "string") return { state: "rejected", reason } as const;
  const current = currentOf(item["current"], action);
  return current === null ? ({ state: "waiting" } as const) : ({ state: "conflict", current } as const);
}

function currentOf(stored: unknown, { parse }: SyncAction<unknown>): VersionedValue | null {
  if (!isRecord(stored) || typeof stored["version"] !== "number") return null;
  const value = parse(stored["value"]);
  return value === null ? null : { version: stored["version"], value };
}
