import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may manage tenants. Only the platform operator may. */
export function mayOperateTenants({ role }: Principal): boolean {
  return role === "super_admin";
}

/** Returns whether the caller may see the overview. The operator and system administrators may. */
export function maySeeOverview({ role }: Principal): boolean {
  return role === "super_admin" || role === "admin";
}

/** Returns whether the caller may give and withdraw notice. The organization's administrators and the operator may. */
export function mayEndContract({ role }: Principal): boolean {
  return role === "super_admin" || role === "org_admin";
}

/** Returns whether the caller may choose a plan. The operator and users who manage the organization's billing may. */
export function mayChangePlan(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}
