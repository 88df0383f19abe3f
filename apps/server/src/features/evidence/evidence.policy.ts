import type { Principal } from "@praxisportal/contract/permissions";

/**
 * Returns whether the caller creates and reads evidence folders: administrators of the organization and the operator.
 */
export function mayManageEvidence({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
