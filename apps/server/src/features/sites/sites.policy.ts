import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may manage the sites of an organization. */
export function mayManageSites({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

/** Returns whether the caller may assign people to sites. */
export function mayAssignSites(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}
