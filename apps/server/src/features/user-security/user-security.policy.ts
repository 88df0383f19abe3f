import type { UserSecurity } from "@praxisportal/contract/user-security/user-security.schema";
import { effectivePermissions, type Principal } from "@praxisportal/contract/permissions";
import { canonicalRole, canManageUsers } from "@praxisportal/contract/roles";
import { hasAllGrantsOf, canAdminister } from "@praxisportal/contract/users/users.rules";

/** Returns whether the role may manage people of an organization in general. Each person is checked separately. */
export function mayManageUserSecurity(principal: Principal): boolean {
  const role = canonicalRole(principal.role);
  return role !== undefined && canManageUsers(role);
}

/** Returns the policy for ending sessions. Users may end their own, and only managers of people those of others. */
export function mayEndSessionsOf(isSelf: boolean): (principal: Principal) => boolean {
  return (principal) => isSelf || mayManageUserSecurity(principal);
}

type Target = {
  isSelf: boolean;
  role: string;
  granted: readonly string[];
  isPlatformAccount: boolean;
  belongsElsewhere: boolean;
};

/**
 * Returns the caller's authority over a person's identity, for display. The checks are in the order of the refusals.
 */
export function identityAuthorityOver(
  principal: Principal,
  target: Target,
): UserSecurity["identityAuthority"] {
  if (target.isSelf) return "self";
  if (!canAdminister(principal, target.role)) return "higher_role";
  if (target.isPlatformAccount) return "platform_role";
  if (target.belongsElsewhere) return "multiple_organizations";
  return hasAllGrantsOf(principal, target) ? "full" : "more_permissions";
}

type Member = { role: string; granted: readonly string[] };

/**
 * Returns those of an organization's members who have full authority over the identity of another member of that
 * organization only.
 */
export function membersWithAuthorityOver<Candidate extends Member>(
  target: Member,
  candidates: readonly Candidate[],
): Candidate[] {
  return candidates.filter(({ role, granted }) => {
    const principal = { role, permissions: effectivePermissions(role, granted) };
    return canAdminister(principal, target.role) && hasAllGrantsOf(principal, target);
  });
}

/** Returns whether an organization requires a second factor from a role. */
export function requiresTwoFactor(policy: string, role: string): boolean {
  if (policy === "required_all") return true;
  const canonical = canonicalRole(role);
  return policy === "required_admins" && canonical !== undefined && canManageUsers(canonical);
}
