import type { Principal } from "@praxisportal/contract/permissions";

/** Everybody makes and ends her own tokens; what they open is decided at each use. */
export function mayUseOwnTokens(_principal: Principal): boolean {
  return true;
}

/** Whether somebody looks after the tokens of a practice: its administrator, and the operator. */
export function mayManageTokens(principal: Principal): boolean {
  return ["super_admin", "admin", "org_admin"].includes(principal.role);
}

/** Whether somebody looks after the tokens of all practices. */
export function mayManageAllTokens(principal: Principal): boolean {
  return principal.role === "super_admin" || principal.role === "admin";
}
