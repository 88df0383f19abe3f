import type { Principal } from "@praxisportal/contract/permissions";

/** Only the platform operator changes its master data and tax rates. */
export function mayChangeOperator({ role }: Principal): boolean {
  return role === "super_admin";
}
