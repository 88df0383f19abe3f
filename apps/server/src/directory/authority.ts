import { canAdminister, hasAllGrantsOf } from "@praxisportal/contract/users/users.rules";
import type { Principal } from "@praxisportal/contract/permissions";
import type { ErrorCode } from "@praxisportal/contract/errors";

/** The facts that decide what an organization may change about a member: their membership, or their identity. */
export type Authority = {
  actorId: string;
  principal: Principal;
  target: { personId: string; role: string; granted: readonly string[]; platformRole: string | null };
};

/**
 * Returns why the actor may not administer a member, or undefined. Users may not act on themselves or on higher ranks.
 */
export function membershipFault({ actorId, principal, target }: Authority): ErrorCode | undefined {
  if (actorId === target.personId) return "CANNOT_MODIFY_SELF";
  return canAdminister(principal, target.role) ? undefined : "FORBIDDEN";
}

/**
 * Returns why an organization may not change a person's names and phone number, or undefined. Only the sole
 * organization of a person may change them, because every other organization would see the change.
 */
export function profileFault(authority: Authority, belongsElsewhere: boolean): ErrorCode | undefined {
  const fault = membershipFault(authority);
  if (fault !== undefined) return fault;
  return belongsElsewhere || authority.target.platformRole !== null
    ? "PERSON_IN_MULTIPLE_ORGANIZATIONS"
    : undefined;
}

/**
 * Returns why an organization may not change a person's sign-in data, or delete the person. Besides the rules of {@link
 * profileFault}, the actor needs every permission that the person was granted, because a user who controls a sign-in
 * also has its permissions.
 */
export function identityFault(authority: Authority, belongsElsewhere: boolean): ErrorCode | undefined {
  const fault = profileFault(authority, belongsElsewhere);
  if (fault !== undefined) return fault;
  return hasAllGrantsOf(authority.principal, authority.target) ? undefined : "TARGET_HAS_MORE_PERMISSIONS";
}
