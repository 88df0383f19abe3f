import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/**
 * Label of this browser: random, made by us, no trait of the hardware. The server shows it beside a session and
 * never decides anything by it.
 */
export function deviceFingerprint(): string {
  const known = localValues.get(storageKeys.deviceFingerprint);
  if (known !== null && known !== "") return known;
  const made = crypto.randomUUID();
  localValues.set(storageKeys.deviceFingerprint, made);
  return made;
}
