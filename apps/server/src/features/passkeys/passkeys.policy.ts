/**
 * Whether a signature counter may follow the stored one. Passkeys that are kept in step between devices always say 0;
 * where it counts, an equal or smaller one means that a copy of the key is in use.
 */
export function counterMayFollow(stored: number, shown: number): boolean {
  return shown > stored || (shown === 0 && stored === 0);
}

/** Whether a person may lose one passkey: not the last second factor that is demanded of her. */
export function mayRemove(left: { passkeys: number; app: boolean }, isDemanded: boolean): boolean {
  return !isDemanded || left.app || left.passkeys > 0;
}
