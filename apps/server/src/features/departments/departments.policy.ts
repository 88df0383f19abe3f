import type { Principal } from "@praxisportal/contract/permissions";

/** Whoever manages a practice manages its departments. */
export function mayManageDepartments({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
