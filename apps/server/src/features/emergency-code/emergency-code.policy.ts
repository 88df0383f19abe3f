import type { Principal } from "@praxisportal/contract/permissions";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import { isUsable, givesAccess } from "../../directory/membership-rules.ts";

/**
 * Returns whether the caller manages the emergency code: only administrators of the organization. The operator must not
 * know it.
 */
export function mayManageEmergencyCode({ role }: Principal): boolean {
  return role === "org_admin";
}

/**
 * Returns whether the emergency code of an organization may unlock a person: an administrator with a usable membership
 * in it, who is not deactivated and has no platform role.
 */
export function mayBeUnlocked(person: LoginCandidate, organizationId: string, now: Date): boolean {
  if (person.deactivated_at !== null || person.platform_role !== null) return false;
  return person.memberships.some(
    (membership) =>
      membership.organizationId === organizationId &&
      membership.role === "org_admin" &&
      isUsable(membership, now) &&
      givesAccess(membership),
  );
}
