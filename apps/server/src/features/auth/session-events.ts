import type { RequestOrigin } from "../../platform/request-context/request-context.ts";

/** Announces changes of sessions to other processes and open sockets; after the commit, ids only. */
export type SessionEvents = {
  /** A person's rights or sessions changed. */
  personChanged(personId: string): void;
  /** A practice changed its state or its session limits; any person may be affected. */
  practiceChanged(): void;
  /** Sessions ended for a reason other than their own sign-out. */
  sessionsEnded(sessionIds: readonly string[], reason: string): void;
  /** A person signed in on a new device; sent to their sessions elsewhere. */
  newSignIn(sessionIds: readonly string[], personId: string, origin: RequestOrigin): void;
};
