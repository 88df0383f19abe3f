import type { RequestOrigin } from "../../platform/request-context/request-context.ts";

/** Tells other processes and open sockets what happened to sessions; after the commit, ids only. */
export type SessionEvents = {
  /** Something about a person's rights or sessions changed. */
  personChanged(personId: string): void;
  /** A practice changed its state or how long its people stay signed in: anybody may be concerned. */
  practiceChanged(): void;
  /** Sessions ended by something else than their own sign-out. */
  sessionsEnded(sessionIds: readonly string[], reason: string): void;
  /** Somebody signed in on a device she had not used; told to her sessions elsewhere. */
  newSignIn(sessionIds: readonly string[], personId: string, origin: RequestOrigin): void;
};
