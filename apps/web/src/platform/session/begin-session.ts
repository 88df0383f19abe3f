import type { Me } from "@praxisportal/contract/users/users.schema";
import { storeSelectedOrganization } from "../api-client/selected-organization.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { setShownPerson } from "../api-client/session-signals.ts";
import { noteHeldSession } from "./held-session.ts";
import { noteActivity } from "./last-activity.ts";
import { receivedTimes, remainingMs, storeTimes } from "./session-times.ts";
import type { AnsweredTimes, SessionTimes } from "./session-times.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import type { SessionRestriction } from "./session.store.ts";
import { storePerson } from "./stored-person.ts";

/** What login, second step and check-auth tell about a session. */
export type SessionFacts = AnsweredTimes & {
  readonly user: Me;
  /** The practice the session starts in. */
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly restriction: SessionRestriction | null;
};

/** Makes this tab the signed-in person's, working in `organization`. `known` are times heard before. */
export function beginSession(
  facts: SessionFacts,
  organization: SelectedOrganization | null,
  known: SessionTimes | null,
): void {
  storeSelectedOrganization(organization);
  storePerson(facts.user, organization);
  setShownPerson(facts.user.id);
  noteHeldSession(true);
  noteActivity();
  const times = receivedTimes(facts, known);
  storeTimes(times);
  sessionStore.setState(
    {
      ...emptySession,
      status: "signedIn",
      authenticated: true,
      user: facts.user,
      organization,
      restriction: facts.restriction,
      times,
      remainingMs: remainingMs(times),
    },
    true,
  );
}

/** Takes over the times of an answer, or those another tab heard. The handle of the session may be new. */
export function applyTimes(times: SessionTimes): void {
  if (sessionStore.getState().status !== "signedIn") return;
  noteHeldSession(true);
  sessionStore.setState({ times, remainingMs: remainingMs(times) });
}

/** The practice the session starts in, reduced to what the frame shows. */
export function startOrganization(facts: Pick<SessionFacts, "organization">): SelectedOrganization | null {
  const { organization } = facts;
  return organization === null ? null : { id: organization.id, name: organization.name };
}
