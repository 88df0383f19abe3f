import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may change the operator profile and the tax rates: only the platform operator. */
export function mayChangeOperator({ role }: Principal): boolean {
  return role === "super_admin";
}
