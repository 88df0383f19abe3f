import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may change or delete an organization: its own administrators and the platform. */
export function mayManageOrganization({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

/** Returns whether the caller may create, suspend and restore organizations: only the platform. */
export function mayOperate({ role }: Principal): boolean {
  return role === "super_admin";
}
