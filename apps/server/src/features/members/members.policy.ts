import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Whoever may write people may try; whom she may act on is decided for each person. */
export function mayManageMembers(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}
