import type { Principal } from "@praxisportal/contract/permissions";

/**
 * Returns whether the caller may see, change and start the cloud sync: administrators of the organization and the
 * operator.
 */
export function mayManageCloudSync({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
