import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may use the AI. The permission to manage it does not include this one. */
export function mayUseAi(principal: Principal): boolean {
  return hasPermission(principal, "ai:use");
}
