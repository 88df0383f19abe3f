import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may change the mandate of an organization: users who manage its billing may. */
export function mayChangeMandate(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}

/** Returns whether the caller may enter payments and exchange files with the bank: only the platform operator may. */
export function mayOperatePayments({ role }: Principal): boolean {
  return role === "super_admin";
}
