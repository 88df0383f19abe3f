import type { Principal } from "@praxisportal/contract/permissions";

/** The administrators of an organization and the operator may export all its data. */
export function mayExportTenant({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
