import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may manage members at all; which members is decided for each one. */
export function mayManageMembers(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}
