import {
  rememberedSessionLengthMs,
  sessionHoursMax,
  sessionIdleMinutesMax,
} from "@praxisportal/contract/limits";
import type { Caller } from "../../../platform/request-context/caller.ts";
import { type FactorRules, checkProof } from "../../../directory/sign-in.policy.ts";
import { type MembershipRow, isUsable, toMembership } from "../../../directory/membership-rules.ts";
import { secretStateOf } from "../../../platform/crypto/secret-chain.ts";

/** The row that `find_caller` returns for an access token and the secret of the cookie. */
export type CallerRow = {
  session_id: string;
  person_id: string;
  device_id: string;
  device_kind: "browser" | "client";
  device_generation: number;
  device_previous_retires_at: Date;
  device_revoked_at: Date | null;
  secret_device_id: string | null;
  secret_generation: number | null;
  start_organization_id: string | null;
  restriction: Caller["restriction"];
  remember_me: boolean;
  session_created_at: Date;
  authenticated_at: Date;
  second_factor_at: Date | null;
  last_active_at: Date;
  absolute_expires_at: Date;
  /** Set while the session is locked. */
  locked_at: Date | null;
  ended_at: Date | null;
  token_expires_at: Date;
  platform_role: Caller["platformRole"];
  deactivated_at: Date | null;
  is_demo: boolean;
  must_change_password: boolean;
  two_factor_enabled: boolean;
  has_passkey: boolean;
  memberships: MembershipRow[];
};

export type Verdict =
  | { kind: "caller"; caller: Caller; isNextUsed: boolean }
  | { kind: "reused"; deviceId: string }
  | { kind: "none" };

/**
 * Decides whether a token, together with the cookie of its device, proves a session. A browser's session needs both; a
 * bearer-only session needs no cookie. Refuses users without a usable membership or platform role, and sessions that
 * prove less than a sign-in would now require.
 */
export function judgeCaller(row: CallerRow | undefined, now: Date, rules: FactorRules): Verdict {
  if (row === undefined || row.ended_at !== null || row.locked_at !== null) return { kind: "none" };
  if (row.device_revoked_at !== null) return { kind: "none" };
  const bounds = boundsOf(row.memberships, now);
  const idleExpiresAt = new Date(row.last_active_at.getTime() + bounds.idleMs);
  const absoluteExpiresAt = endOf(bounds, {
    rememberMe: row.remember_me,
    createdAt: row.session_created_at,
    absoluteExpiresAt: row.absolute_expires_at,
  });
  if (now >= row.token_expires_at || now >= absoluteExpiresAt || now >= idleExpiresAt)
    return { kind: "none" };
  let isNextUsed = false;
  if (row.device_kind === "browser") {
    if (row.secret_device_id !== row.device_id || row.secret_generation === null) return { kind: "none" };
    const device = { generation: row.device_generation, previousRetiresAt: row.device_previous_retires_at };
    const secretState = secretStateOf(row.secret_generation, device, now);
    if (secretState === "reused") return { kind: "reused", deviceId: row.device_id };
    isNextUsed = secretState === "child";
  }
  const memberships = row.memberships
    .filter((membership) => isUsable(membership, now))
    .map((membership) => toMembership(membership, now));
  const platformRole = row.deactivated_at === null ? row.platform_role : null;
  if (row.deactivated_at !== null || (platformRole === null && memberships.length === 0))
    return { kind: "none" };
  const proof = checkProof(row, rules);
  if (proof === "insufficient") return { kind: "none" };
  return {
    kind: "caller",
    isNextUsed,
    caller: {
      personId: row.person_id,
      sessionId: row.session_id,
      deviceId: row.device_id,
      kind: row.device_kind,
      platformRole,
      memberships,
      startOrganizationId: row.start_organization_id,
      ...proof,
      authenticatedAt: row.authenticated_at,
      secondFactorAt: row.second_factor_at,
      isDemo: row.is_demo,
      idleExpiresAt,
      absoluteExpiresAt,
    },
  };
}

/** Limits of a person's sessions. */
export type SessionBounds = { idleMs: number; lengthMs: number; mayRemember: boolean };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns the strictest limits of a person's usable organizations, or the platform's own limits if there is none. */
export function boundsOf(memberships: readonly MembershipRow[], now: Date): SessionBounds {
  const usable = memberships.filter((membership) => isUsable(membership, now));
  const minutes = usable.map((membership) => membership.sessionIdleMinutes);
  const hours = usable.map((membership) => membership.sessionHours);
  return {
    idleMs: Math.min(sessionIdleMinutesMax, ...minutes) * minuteMs,
    lengthMs: Math.min(sessionHoursMax, ...hours) * hourMs,
    mayRemember: usable.every((membership) => membership.allowRememberMe),
  };
}

/** Returns when a session ends at the latest: its original end, or earlier if its organizations now allow less. */
export function endOf(
  { lengthMs, mayRemember }: SessionBounds,
  session: { rememberMe: boolean; createdAt: Date; absoluteExpiresAt: Date },
): Date {
  const allowedMs = session.rememberMe && mayRemember ? rememberedSessionLengthMs : lengthMs;
  return new Date(Math.min(session.absoluteExpiresAt.getTime(), session.createdAt.getTime() + allowedMs));
}

/** Returns whether a filter ends all sessions of a person, and the person did not request this themselves. */
export function coversAllSessions(
  filter: {
    personId?: string;
    personIds?: readonly string[];
    deviceId?: string;
    sessionId?: string;
    organizationId?: string;
  },
  reason: string,
): filter is { personId: string } {
  const coversPerson =
    filter.personId !== undefined && !filter.deviceId && !filter.sessionId && !filter.organizationId;
  return coversPerson && reason !== "ended_by_person";
}
