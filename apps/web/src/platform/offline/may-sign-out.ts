import { whileLoading } from "../app-state/app-state.actions.ts";
import { appState } from "../app-state/app-state.store.ts";
import { askToDiscard } from "../forms/unsaved-input.ts";
import { waitAtMost } from "../loading/wait-at-most.ts";

/** Maximum time the user waits before the question; they may be about to leave a shared workstation. */
const sendMs = 3_000;

/**
 * Sends the changes that were made offline. Resolves with whether the user may sign out: nothing is left to send,
 * or they accept losing what cannot be sent now.
 */
export async function maySignOut(): Promise<boolean> {
  const waits = () => appState.getState().pendingSyncCount > 0;
  if (waits() && navigator.onLine) {
    const { processPendingSyncs } = await import("./pending-syncs.ts");
    await whileLoading(() => waitAtMost(sendMs, processPendingSyncs()));
  }
  return !waits() || askToDiscard();
}
