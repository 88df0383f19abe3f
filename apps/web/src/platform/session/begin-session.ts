import type { Me } from "@praxisportal/contract/users/users.schema";
import { storeSelectedOrganization } from "../api-client/selected-organization.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { setTabUserId } from "../api-client/session-signals.ts";
import { setOwnSession } from "./own-session.ts";
import { setLastActivity } from "./times/last-activity.ts";
import { receivedTimes, remainingMs, storeTimes } from "./times/session-times.ts";
import type { ServerTimes, SessionTimes } from "./times/session-times.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import type { SessionRestriction } from "./session.store.ts";
import { storePerson } from "./stored-person.ts";

/** Data of a session, as the login, the second step and check-auth return it. */
export type SessionData = ServerTimes & {
  readonly user: Me;
  /** The organization in which the session starts. */
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly restriction: SessionRestriction | null;
};

/** Starts the user's session in `organization` in this tab. `known` contains previously received times. */
export function beginSession(
  details: SessionData,
  organization: SelectedOrganization | null,
  known: SessionTimes | null,
): void {
  storeSelectedOrganization(organization);
  storePerson(details.user, organization);
  setTabUserId(details.user.id);
  setOwnSession(true);
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

/** Applies the times that this or another tab received in a response. The session handle may be new. */
export function applyTimes(times: SessionTimes): void {
  if (sessionStore.getState().status !== "signedIn") return;
  setOwnSession(true);
  sessionStore.setState({ times, remainingMs: remainingMs(times) });
}

/** Returns the organization in which the session starts, with only the fields that the layout shows. */
export function startOrganization(details: Pick<SessionData, "organization">): SelectedOrganization | null {
  const { organization } = details;
  return organization === null ? null : { id: organization.id, name: organization.name };
}
