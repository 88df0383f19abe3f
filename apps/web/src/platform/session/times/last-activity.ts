import { localValues } from "../../storage/browser-storage.ts";
import { storageKeys } from "../../storage/storage-keys.ts";

/** Records user activity now (or at `atMs`). All tabs of the browser share the record. */
export function setLastActivity(atMs = Date.now()): void {
  localValues.set(storageKeys.lastActivity, String(atMs));
}

/**
 * Returns the time of the user's last activity in any tab, in ms by this browser's clock, or null if there is no
 * record.
 */
export function lastActivityMs(): number | null {
  const text = localValues.get(storageKeys.lastActivity);
  const activityMs = text === null ? Number.NaN : Number(text);
  return Number.isFinite(activityMs) ? activityMs : null;
}
