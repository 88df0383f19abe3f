import { sessionHandle } from "../api-client/tokens.ts";

let heldHandle: string | null = null;

/** Records which session in shared storage belongs to this tab, by its non-secret handle; null: none. */
export function setHeldSession(isHeld: boolean): void {
  heldHandle = isHeld ? sessionHandle() : null;
}

/**
 * Returns whether shared storage now holds another session than this tab's: a user, possibly the same one,
 * signed in again in another tab. Ending this tab's session must then not touch it.
 */
export function isStorageOfOtherSession(): boolean {
  const stored = sessionHandle();
  return heldHandle !== null && stored !== null && stored !== heldHandle;
}
