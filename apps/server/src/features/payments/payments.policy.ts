import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Those who manage the billing of an organization decide how it pays. */
export function mayChangeMandate(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}

/** Only the platform operator enters payments and exchanges files with the bank. */
export function mayOperatePayments({ role }: Principal): boolean {
  return role === "super_admin";
}
