import { sessionStore, useSession } from "../session/session.store.ts";
import type { NotificationInput } from "./notification.ts";
import { notify } from "./notifications.actions.ts";

interface Notify {
  /** Shows a message. See `notify` of the actions. */
  readonly notify: (input: NotificationInput) => void;
  /** Confirms a change. */
  readonly notifySuccess: (message: string) => void;
}

/**
 * Returns the functions through which the pages show messages. A change may end after its user has signed out. Its
 * message may name people, so it is dropped unless the same user is signed in.
 */
export function useNotify(): Notify {
  const author = useSession(({ user }) => user?.id);
  const notifyAuthor = (input: NotificationInput) => {
    if (sessionStore.getState().user?.id === author) notify(input);
  };
  return { notify: notifyAuthor, notifySuccess: (message) => notifyAuthor({ type: "success", message }) };
}
