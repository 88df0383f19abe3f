import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may manage the workstations of an organization. */
export function mayManageWorkstations({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin" || role === "practice_admin";
}
