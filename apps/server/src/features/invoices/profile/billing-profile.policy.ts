import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/** The operator and members who manage the billing of an organization may change its billing profile. */
export function mayChangeProfile(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}

/** Only the operator confirms VAT IDs. */
export function mayConfirmVatId({ role }: Principal): boolean {
  return role === "super_admin";
}
