import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/**
 * Returns the label of this browser: a random id, not a hardware fingerprint. The server shows it with a session and
 * makes no decision based on it.
 */
export function deviceFingerprint(): string {
  const storedId = localValues.get(storageKeys.deviceFingerprint);
  if (storedId !== null && storedId !== "") return storedId;
  const newId = crypto.randomUUID();
  localValues.set(storageKeys.deviceFingerprint, newId);
  return newId;
}
