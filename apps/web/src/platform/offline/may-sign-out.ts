import { appState } from "../app-state/app-state.store.ts";

/**
 * Resolves with whether the user may sign out: all changes were sent, or the user accepts the loss of changes that
 * cannot be sent. The confirmation is downloaded with the queue, so that the initial chunk does not include it.
 */
export async function maySignOut(): Promise<boolean> {
  const { pendingSyncCount, syncConflictCount } = appState.getState();
  if (pendingSyncCount + syncConflictCount === 0) return true;
  const { askBeforeSignOut } = await import("./confirm-sign-out.ts");
  return askBeforeSignOut();
}
