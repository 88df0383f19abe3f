import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may manage members in general. Each member is checked separately. */
export function mayManageMembers(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}
