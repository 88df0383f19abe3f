import { type Principal, hasPermission, isKnownPermission, mayGrant, mayGrantRole } from "../permissions.ts";
import { canonicalRole, isPlatformRole, outranks, type Role } from "../roles.ts";

/**
 * Who may administer whom in a practice. Pure, so that a page shows exactly what the server will do; the server
 * decides.
 */

/** Whether somebody may administer a member with this role: manages people, and stands above her. */
export function mayAdminister(principal: Principal, memberRole: string): boolean {
  const [actor, target] = [canonicalRole(principal.role), canonicalRole(memberRole)];
  if (actor === undefined || target === undefined) return false;
  return hasPermission(principal, "users:write") && outranks(actor, target);
}

/** Roles of a practice that somebody may give to others, highest first. Platform roles belong to no practice. */
export function grantableRoles(principal: Principal, roles: readonly Role[]): Role[] {
  if (!hasPermission(principal, "users:write")) return [];
  return roles.filter((role) => !isPlatformRole(role) && mayGrantRole(principal, role));
}

/** Why a role with its additional permissions cannot be given; undefined when it can. */
export function grantFault(
  principal: Principal,
  role: Role,
  permissions: readonly string[],
): "ROLE_NOT_GRANTABLE" | { unknownPermission: number } | undefined {
  const unknown = permissions.findIndex((permission) => !isKnownPermission(permission));
  if (unknown >= 0) return { unknownPermission: unknown };
  if (isPlatformRole(role) || !mayGrantRole(principal, role) || !mayGrant(principal, permissions))
    return "ROLE_NOT_GRANTABLE";
  return undefined;
}
