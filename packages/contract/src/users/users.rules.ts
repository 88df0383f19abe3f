import {
  canonicalPermission,
  effectivePermissions,
  hasPermission,
  isKnownPermission,
  canGrant,
  canGrantRole,
  type Principal,
} from "../permissions.ts";
import type { ListedUser, MemberState } from "./users.schema.ts";
import { canonicalRole, isPlatformRole, canManageUsers, outranks, type Role } from "../roles.ts";

/**
 * Rules for administering members, and for the state of a member. Pages and server use the same pure functions, so that
 * a page offers exactly what the server accepts.
 */

/** Fields that determine a member's state. Older data has no status. */
export type StateFields = Partial<Pick<ListedUser, "status" | "lockStatus" | "blockedAt">>;

/**
 * Returns the single state of a member, as used by list filters and badges. A restriction wins over "active",
 * and blocked over locked, because unlocking would not help; invited or deactivated members have only that
 * state. A member without a status counts as active.
 */
export function memberStateOf({ status, lockStatus, blockedAt }: StateFields): MemberState {
  if (status === "pending" || status === "deactivated") return status;
  if (blockedAt) return "blocked";
  return lockStatus === "locked" ? "locked" : "active";
}

/** Content of a badge: a state, or that an active membership will end or has ended. */
export type MemberBadge = MemberState | "activeUntil" | "expired";

/**
 * Returns a member's badge at the given time: their state or, if they are active, whether their membership will end or
 * has ended.
 */
export function memberBadgeOf(
  user: StateFields & { validUntil: string | null },
  now = new Date(),
): MemberBadge {
  const state = memberStateOf(user);
  if (state !== "active" || user.validUntil === null) return state;
  return now < new Date(user.validUntil) ? "activeUntil" : "expired";
}

/**
 * Returns whether the caller may administer a member with this role. The caller must manage users and have a higher
 * rank.
 */
export function canAdminister(principal: Principal, memberRole: string): boolean {
  const [actor, target] = [canonicalRole(principal.role), canonicalRole(memberRole)];
  if (actor === undefined || target === undefined) return false;
  return hasPermission(principal, "users:write") && outranks(actor, target);
}

/**
 * Returns whether the caller has every permission the member was granted beyond the member's role. Otherwise the
 * caller could sign in as the member and use permissions that the caller must not grant. The role itself is compared by
 * rank, as in {@link canGrantRole}, because administrators lack some permissions of lower roles: an editor has
 * `data:edit`, and no administrator does.
 */
export function hasAllGrantsOf(
  principal: Principal,
  member: { readonly role: string; readonly granted: readonly string[] },
): boolean {
  const rolePermissions = effectivePermissions(member.role, []);
  const beyondRole = effectivePermissions(member.role, member.granted).filter(
    (permission) => !rolePermissions.includes(permission),
  );
  return beyondRole.every((permission) => hasPermission(principal, permission));
}

/**
 * Returns whether a change of role or grants gives or takes administrative power and therefore needs a fresh proof of
 * identity. `before` is null for a new member.
 */
export function isSensitiveRoleChange(
  before: { readonly role: string; readonly granted: readonly string[] } | null,
  after: { readonly role: string; readonly granted: readonly string[] },
): boolean {
  const administers = (role: string | undefined) => {
    const canonical = canonicalRole(role);
    return canonical !== undefined && canManageUsers(canonical);
  };
  const currentGrants = canonicalGrants(before?.granted ?? []);
  const isGrantAdded = canonicalGrants(after.granted).some(
    (permission) => !currentGrants.includes(permission),
  );
  return (
    isGrantAdded || (before?.role !== after.role && (administers(before?.role) || administers(after.role)))
  );
}

/**
 * Returns the roles of an organization that a user may give to others, highest first. Platform roles belong to no
 * organization.
 */
export function grantableRoles(principal: Principal, roles: readonly Role[]): Role[] {
  if (!hasPermission(principal, "users:write")) return [];
  return roles.filter((role) => !isPlatformRole(role) && canGrantRole(principal, role));
}

/** Returns additional permissions as stored: canonical spelling, no duplicates, sorted. */
export function canonicalGrants(permissions: readonly string[]): string[] {
  return [...new Set(permissions.map(canonicalPermission))].toSorted();
}

/**
 * Returns why a role with additional permissions cannot be granted, or undefined if it can. Callers cannot grant
 * permissions that they do not have, but permissions that the member already has (`currentGrants`) may stay.
 * `unknownPermission` is an index into `permissions`.
 */
export function grantFault(
  principal: Principal,
  role: Role,
  permissions: readonly string[],
  currentGrants: readonly string[] = [],
): "ROLE_NOT_GRANTABLE" | { unknownPermission: number } | undefined {
  const unknown = permissions.findIndex((permission) => !isKnownPermission(permission));
  if (unknown >= 0) return { unknownPermission: unknown };
  const keptGrants = canonicalGrants(currentGrants);
  const addedPermissions = permissions.filter(
    (permission) => !keptGrants.includes(canonicalPermission(permission)),
  );
  if (isPlatformRole(role) || !canGrantRole(principal, role) || !canGrant(principal, addedPermissions))
    return "ROLE_NOT_GRANTABLE";
  return undefined;
}

/** Returns whether the caller may see other members' security details: second factor, locks and last sign-in. */
export function canViewSecurity(principal: Principal): boolean {
  return ["users:write", "users:manage", "security:read", "audit:read"].some((permission) =>
    hasPermission(principal, permission),
  );
}
