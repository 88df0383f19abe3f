import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Only the platform operator manages tenants. */
export function mayOperateTenants({ role }: Principal): boolean {
  return role === "super_admin";
}

/** Operator and system administrators see the overview. */
export function maySeeOverview({ role }: Principal): boolean {
  return role === "super_admin" || role === "admin";
}

/** The administrators of an organization and the operator give notice and withdraw it. */
export function mayEndContract({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

/** The operator and those who manage the billing of an organization choose its plan. */
export function mayChangePlan(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}
