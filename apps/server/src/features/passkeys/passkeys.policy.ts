/**
 * Returns whether a signature counter may follow the stored one. Passkeys that are synchronized between devices always
 * report 0. Otherwise an equal or lower counter means that a copy of the key is in use.
 */
export function counterMayFollow(stored: number, reported: number): boolean {
  return reported > stored || (reported === 0 && stored === 0);
}

/** Returns whether a person may remove a passkey: not the last second factor that they are required to have. */
export function mayRemove(remaining: { passkeys: number; app: boolean }, isRequired: boolean): boolean {
  return !isRequired || remaining.app || remaining.passkeys > 0;
}
