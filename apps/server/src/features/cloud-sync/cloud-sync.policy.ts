import type { Principal } from "@praxisportal/contract/permissions";

/** The administrators of an organization and the operator may see, change and start its cloud sync. */
export function mayManageCloudSync({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
