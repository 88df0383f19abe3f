import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may export all data of an organization, which its administrators and the operator may. */
export function mayExportTenant({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
