import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Using the AI is a right of its own: who manages it does not use it by that. */
export function mayUseAi(principal: Principal): boolean {
  return hasPermission(principal, "ai:use");
}
