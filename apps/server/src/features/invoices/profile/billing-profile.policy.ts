import { hasPermission, type Principal } from "@praxisportal/contract/permissions";

/**
 * Returns whether the caller may change a billing profile: the operator, and members who manage the organization's
 * billing.
 */
export function mayChangeProfile(principal: Principal): boolean {
  return hasPermission(principal, "billing:write");
}

/** Returns whether the caller may confirm VAT IDs: only the operator. */
export function mayConfirmVatId({ role }: Principal): boolean {
  return role === "super_admin";
}
