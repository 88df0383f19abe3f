import { sessionHandle } from "../api-client/tokens.ts";

let heldHandle: string | null = null;

/** Remembers which session the shared storage holds for this tab, by its non-secret handle; null: none. */
export function noteHeldSession(held: boolean): void {
  heldHandle = held ? sessionHandle() : null;
}

/**
 * Whether the shared storage meanwhile holds another session than this tab's: somebody signed in anew in another
 * tab, perhaps the same person. Whoever ends the session of this tab must then not touch it.
 */
export function isStorageOfOtherSession(): boolean {
  const stored = sessionHandle();
  return heldHandle !== null && stored !== null && stored !== heldHandle;
}
