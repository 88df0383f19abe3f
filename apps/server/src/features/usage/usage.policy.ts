import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/**
 * Returns whether the caller may see the usage of each member. This requires access to the organization's costs or AI
 * usage.
 */
export function mayReadUsage(principal: Principal): boolean {
  return hasPermission(principal, "billing:read") || hasPermission(principal, "ai:read");
}
