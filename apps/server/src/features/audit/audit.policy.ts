import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Whether somebody reads the log of her practice: its administrator, whoever was granted it, and the operator. */
export function mayReadAudit(principal: Principal): boolean {
  return ["super_admin", "org_admin"].includes(principal.role) || hasPermission(principal, "audit:read");
}

/** Whether somebody reads the log of the platform. */
export function mayReadPlatformAudit(principal: Principal): boolean {
  return principal.role === "super_admin";
}
