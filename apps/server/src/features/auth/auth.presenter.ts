import type {
  CheckAuth,
  RefreshResult,
  SecondStep,
  SignedIn,
  VerifyResult,
} from "@praxisportal/contract/auth/auth.schema";
import type { OrganizationSummary } from "@praxisportal/contract/organizations/organizations.schema";
import type { Me } from "@praxisportal/contract/users/users.schema";
import type { Caller, CallerMembership, SessionTimes } from "../../platform/request-context/caller.ts";
import type { OpenSecondStep } from "./sign-in/login.service.ts";
import type { IssuedSession } from "./session/issued-session.ts";

/**
 * Returns expiry times for the client. `serverTime` lets it compute the remaining time without relying on its own
 * clock.
 */
function presentTimes(times: SessionTimes, now: Date) {
  return {
    idleExpiresAt: times.idleExpiresAt.toISOString(),
    absoluteExpiresAt: times.absoluteExpiresAt.toISOString(),
    serverTime: now.toISOString(),
  };
}

function presentStart(membership: CallerMembership | undefined): OrganizationSummary | null {
  if (membership === undefined) return null;
  const id = membership.organizationId;
  return {
    id,
    _id: id,
    organizationId: id,
    name: membership.name,
    type: membership.type,
    status: membership.organizationStatus,
  };
}

function presentTokens(session: IssuedSession) {
  return {
    accessToken: session.accessToken,
    accessTokenExpiresAt: session.accessTokenExpiresAt.toISOString(),
    // A browser keeps its secret in the cookie; the body only names the session.
    refreshToken: session.kind === "browser" ? session.sessionId : session.deviceSecret,
    sessionId: session.sessionId,
  };
}

export function presentSignedIn(
  session: IssuedSession,
  caller: Caller,
  user: Me,
  start: CallerMembership | undefined,
  now: Date,
): SignedIn {
  return {
    requires2FA: false,
    ...presentTokens(session),
    ...presentTimes(session, now),
    restriction: caller.restriction,
    user,
    organization: presentStart(start),
  };
}

export function presentRefresh(session: IssuedSession & { personId: string }, now: Date): RefreshResult {
  return { ...presentTokens(session), userId: session.personId, ...presentTimes(session, now) };
}

export function presentCheck(
  caller: Caller,
  user: Me,
  start: CallerMembership | undefined,
  now: Date,
): CheckAuth {
  return {
    authenticated: true,
    ...presentTimes(caller, now),
    sessionId: caller.sessionId,
    restriction: caller.restriction,
    user,
    organization: presentStart(start),
  };
}

export function presentSecondStep({ tempToken, expiresAt, app, passkey }: OpenSecondStep): SecondStep {
  const methods = [...(app ? (["code"] as const) : []), ...(passkey ? (["passkey"] as const) : [])];
  return { requires2FA: true, tempToken, tempTokenExpiresAt: expiresAt.toISOString(), methods };
}

export function presentSignedOut(now: Date): CheckAuth {
  return { authenticated: false, serverTime: now.toISOString() };
}

export function presentVerified(caller: Caller, now: Date): VerifyResult {
  return { valid: true, userId: caller.personId, sessionId: caller.sessionId, ...presentTimes(caller, now) };
}
