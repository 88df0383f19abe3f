import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/**
 * Returns whether the caller may read the audit log of their organization: its administrator, a member with the
 * permission, or the operator.
 */
export function mayReadAudit(principal: Principal): boolean {
  return ["super_admin", "org_admin"].includes(principal.role) || hasPermission(principal, "audit:read");
}

/** Returns whether the caller may read the audit log of the platform. */
export function mayReadPlatformAudit(principal: Principal): boolean {
  return principal.role === "super_admin";
}
