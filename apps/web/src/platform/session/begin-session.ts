import type { Me } from "@praxisportal/contract/users/users.schema";
import { storeSelectedOrganization } from "../api-client/selected-organization.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { setShownPerson } from "../api-client/session-signals.ts";
import { setHeldSession } from "./held-session.ts";
import { setLastActivity } from "./times/last-activity.ts";
import { receivedTimes, remainingMs, storeTimes } from "./times/session-times.ts";
import type { ServerTimes, SessionTimes } from "./times/session-times.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import type { SessionRestriction } from "./session.store.ts";
import { storePerson } from "./stored-person.ts";

/** Data of a session, as login, second step and check-auth return it. */
export type SessionData = ServerTimes & {
  readonly user: Me;
  /** The organization in which the session starts. */
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly restriction: SessionRestriction | null;
};

/** Starts the user's session in this tab, in `organization`. `known` are previously received times. */
export function beginSession(
  details: SessionData,
  organization: SelectedOrganization | null,
  known: SessionTimes | null,
): void {
  storeSelectedOrganization(organization);
  storePerson(details.user, organization);
  setShownPerson(details.user.id);
  setHeldSession(true);
  setLastActivity();
  const times = receivedTimes(details, known);
  storeTimes(times);
  sessionStore.setState(
    {
      ...emptySession,
      status: "signedIn",
      authenticated: true,
      user: details.user,
      organization,
      restriction: details.restriction,
      times,
      remainingMs: remainingMs(times),
    },
    true,
  );
}

/** Applies the times of a response, or those received by another tab. The session handle may be new. */
export function applyTimes(times: SessionTimes): void {
  if (sessionStore.getState().status !== "signedIn") return;
  setHeldSession(true);
  sessionStore.setState({ times, remainingMs: remainingMs(times) });
}

/** Returns the organization in which the session starts, reduced to what the layout shows. */
export function startOrganization(details: Pick<SessionData, "organization">): SelectedOrganization | null {
  const { organization } = details;
  return organization === null ? null : { id: organization.id, name: organization.name };
}
