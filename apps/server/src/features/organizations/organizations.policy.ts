import type { Principal } from "@praxisportal/contract/permissions";

/** Changing or deleting a practice: its own administrators and the platform. */
export function mayManageOrganization({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

/** Making, suspending and bringing back practices: the platform alone. */
export function mayOperate({ role }: Principal): boolean {
  return role === "super_admin";
}
