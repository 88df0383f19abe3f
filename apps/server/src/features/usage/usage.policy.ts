import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Whoever reads the costs of a practice or its use of the AI sees what each of its people used. */
export function mayReadUsage(principal: Principal): boolean {
  return hasPermission(principal, "billing:read") || hasPermission(principal, "ai:read");
}
