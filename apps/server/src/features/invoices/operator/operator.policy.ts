import type { Principal } from "@praxisportal/contract/permissions";

/** Only the platform operator changes the operator profile and the tax rates. */
export function mayChangeOperator({ role }: Principal): boolean {
  return role === "super_admin";
}
