import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may manage the departments of an organization. */
export function mayManageDepartments({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
