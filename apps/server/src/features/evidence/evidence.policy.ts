import type { Principal } from "@praxisportal/contract/permissions";

/** The administrators of an organization and the operator create and read its evidence folders. */
export function mayMakeEvidence({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}
