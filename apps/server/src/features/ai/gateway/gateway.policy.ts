import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Using the AI is a separate permission; managing it does not include it. */
export function mayUseAi(principal: Principal): boolean {
  return hasPermission(principal, "ai:use");
}
