import type { Principal } from "@praxisportal/contract/permissions";

/** Tenants are the business of the platform operator. */
export function mayOperateTenants({ role }: Principal): boolean {
  return role === "super_admin";
}

/** Whoever looks after the platform sees how it stands. */
export function maySeeOverview({ role }: Principal): boolean {
  return role === "super_admin" || role === "admin";
}
