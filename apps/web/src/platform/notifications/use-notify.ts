import { sessionStore, useSession } from "../session/session.store.ts";
import type { NotificationInput } from "./notification.ts";
import { notify } from "./notifications.actions.ts";

interface Notify {
  /** Shows a message; see `notify` of the actions. */
  readonly notify: (input: NotificationInput) => void;
  /** Confirms a change. */
  readonly notifySuccess: (message: string) => void;
}

/**
 * Returns the functions through which the pages show messages. A change may end after its user has signed out: its
 * message names people and is dropped unless that user is still, or again, signed in.
 */
export function useNotify(): Notify {
  const author = useSession(({ user }) => user?.id);
  const notifyAuthor = (input: NotificationInput) => {
    if (sessionStore.getState().user?.id === author) notify(input);
  };
  return { notify: notifyAuthor, notifySuccess: (message) => notifyAuthor({ type: "success", message }) };
}
