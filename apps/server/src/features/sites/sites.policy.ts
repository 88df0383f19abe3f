import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Whoever manages a practice opens and closes its sites. */
export function mayManageSites({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

/** Whoever manages the people of a practice says where they work. */
export function mayAssignSites(principal: Principal): boolean {
  return hasPermission(principal, "users:write");
}
