import { appState } from "../app-state/app-state.store.ts";
import { createStore } from "zustand/vanilla";
import { whileLoading } from "../app-state/app-state.actions.ts";
import { askToDiscard } from "../forms/unsaved-input.ts";
import { waitAtMost } from "../loading/wait-at-most.ts";
import { sessionStore } from "../session/session.store.ts";
import { pendingStore, publish } from "./pending-queue.ts";
import { processPendingSyncs } from "./pending-syncs.ts";
import { removePendingSyncsOf } from "./stored-queue.ts";

/** Maximum time that the user waits, because they may be about to leave a shared workstation. */
const sendMs = 3_000;

/** The open confirmation before a sign-out, or null if there is none. */
export const signOutConfirmation = createStore<{ answer: ((mayLeave: boolean) => void) | null }>(() => ({
  answer: null,
}));

let isDialogMounted = false;

/** Registers the dialog. Returns a function that unregisters it. */
export function registerSignOutDialog(): () => void {
  isDialogMounted = true;
  return () => {
    isDialogMounted = false;
    signOutConfirmation.getState().answer?.(false);
  };
}

/** Returns whether changes of the user are waiting to be sent or need a decision. */
function hasUnsent(): boolean {
  return pendingStore.getState().items.some(({ state }) => state !== "rejected");
}

/** Sends the changes that can be sent now. Resolves with whether all changes were sent. */
export async function sendBeforeSignOut(): Promise<boolean> {
  await waitAtMost(sendMs, processPendingSyncs());
  return !hasUnsent();
}

/** Discards the changes of the user who signs out. */
export function discardBeforeSignOut(): void {
  const { user } = sessionStore.getState();
  if (user !== null) removePendingSyncsOf(user.id);
  publish();
}

/** Sends the changes, and asks about changes that cannot be sent. Resolves with whether the user may sign out. */
export async function askBeforeSignOut(): Promise<boolean> {
  if (appState.getState().online && (await whileLoading(sendBeforeSignOut))) return true;
  if (!isDialogMounted) return askToDiscard();
  signOutConfirmation.getState().answer?.(false);
  return new Promise((resolve) => {
    signOutConfirmation.setState({
      answer(mayLeave) {
        signOutConfirmation.setState({ answer: null });
        resolve(mayLeave);
      },
    });
  });
}
