import { sessionHandle } from "../api-client/tokens.ts";

let ownHandle: string | null = null;

/** Records whether the session in shared storage belongs to this tab, by its non-secret handle. */
export function setOwnSession(isOwn: boolean): void {
  ownHandle = isOwn ? sessionHandle() : null;
}

/**
 * Returns whether shared storage now contains a session other than this tab's, because the same or another user signed
 * in again in another tab. Ending this tab's session must not touch it then.
 */
export function storageBelongsToOtherSession(): boolean {
  const stored = sessionHandle();
  return ownHandle !== null && stored !== null && stored !== ownHandle;
}
