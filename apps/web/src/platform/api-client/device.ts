import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/**
 * Returns the label of this browser: a random id, not a hardware fingerprint. The server shows it with a
 * session and bases no decision on it.
 */
export function deviceFingerprint(): string {
  const known = localValues.get(storageKeys.deviceFingerprint);
  if (known !== null && known !== "") return known;
  const newId = crypto.randomUUID();
  localValues.set(storageKeys.deviceFingerprint, newId);
  return newId;
}
