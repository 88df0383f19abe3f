import type { ErrorCode } from "@praxisportal/contract/errors";
import { hasPermission, type Principal } from "@praxisportal/contract/permissions";
import { holdsGrantsOf, mayAdminister } from "@praxisportal/contract/users/users.rules";

/** Everybody with a session may change her own names, phone and settings; what else she is, others decide. */
export function mayChangeOwnProfile(_principal: Principal): boolean {
  return true;
}

/** Whoever sees the list of people may take it along. */
export function mayListPeople(principal: Principal): boolean {
  return hasPermission(principal, "users:read");
}

/** Usage of others is shown to whoever sees the usage of the practice. */
export function mayReadUsage(principal: Principal): boolean {
  return hasPermission(principal, "usage:read");
}

/** Whoever may write people may try; whom she may act on is decided for each person. */
export function mayManagePeople(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}

/** What a practice may change about a member: her place in the practice, or who she is. */
export type Authority = {
  actorId: string;
  principal: Principal;
  target: { personId: string; role: string; granted: readonly string[]; platformRole: string | null };
};

/** Why somebody may not administer a member; undefined when she may. Nobody acts on herself or upwards. */
export function membershipFault({ actorId, principal, target }: Authority): ErrorCode | undefined {
  if (actorId === target.personId) return "OWN_MEMBERSHIP";
  return mayAdminister(principal, target.role) ? undefined : "FORBIDDEN";
}

/**
 * Why a practice may not change a person's names and telephone number. Only the one practice a person belongs to may:
 * the change would show in every other practice.
 */
export function profileFault(authority: Authority, belongsElsewhere: boolean): ErrorCode | undefined {
  const fault = membershipFault(authority);
  if (fault !== undefined) return fault;
  return belongsElsewhere || authority.target.platformRole !== null
    ? "PERSON_IN_SEVERAL_PRACTICES"
    : undefined;
}

/**
 * Why a practice may not change what a person signs in with, or delete the person. Besides {@link profileFault} it needs
 * every permission the person was granted: control of a sign-in is control of its permissions.
 */
export function identityFault(authority: Authority, belongsElsewhere: boolean): ErrorCode | undefined {
  const fault = profileFault(authority, belongsElsewhere);
  if (fault !== undefined) return fault;
  return holdsGrantsOf(authority.principal, authority.target) ? undefined : "PERSON_HOLDS_MORE";
}

/** Whether a membership lets somebody work at a moment. */
export function isWorking(
  member: { status: string; blocked_at: Date | null; valid_until: Date | null },
  now: Date,
): boolean {
  return (
    member.status === "active" &&
    member.blocked_at === null &&
    (member.valid_until === null || now < member.valid_until)
  );
}

/** What decides whether somebody can work and takes a seat. */
export type Standing = { status: "pending" | "active" | "deactivated"; validUntil: Date | null };

function isValid({ validUntil }: Standing, now: Date): boolean {
  return validUntil === null || now < validUntil;
}

/** What a change of status or validity means: a seat is needed for it, or the access ends with it. */
export function standingChange(before: Standing, after: Standing, now: Date) {
  const holds = (standing: Standing) => standing.status !== "deactivated" && isValid(standing, now);
  return { needsSeat: holds(after) && !holds(before), endsAccess: !holds(after) && holds(before) };
}
