import type { Principal } from "@praxisportal/contract/permissions";

/** Returns true: all users may create and revoke their own tokens. Permissions are checked at each use of a token. */
export function mayUseOwnTokens(_principal: Principal): boolean {
  return true;
}

/**
 * Returns whether the caller may manage the tokens of an organization: its administrator, a system administrator or
 * the operator.
 */
export function mayManageTokens(principal: Principal): boolean {
  return ["super_admin", "admin", "org_admin"].includes(principal.role);
}

/** Returns whether the caller may manage the tokens of all organizations: a system administrator or the operator. */
export function mayManageAllTokens(principal: Principal): boolean {
  return principal.role === "super_admin" || principal.role === "admin";
}
