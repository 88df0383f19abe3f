import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** Records that the person did something now (or at `atMs`). All tabs of the browser share the record. */
export function noteActivity(atMs = Date.now()): void {
  localValues.set(storageKeys.lastActivity, String(atMs));
}

/** When the person last did something in any tab, ms by this browser's clock; null without a record. */
export function lastActivityMs(): number | null {
  const text = localValues.get(storageKeys.lastActivity);
  const at = text === null ? Number.NaN : Number(text);
  return Number.isFinite(at) ? at : null;
}
