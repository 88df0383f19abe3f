import type { Principal } from "@praxisportal/contract/permissions";

/** Whoever administers a practice names and releases its workstations. */
export function mayManageWorkstations({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin" || role === "practice_admin";
}
