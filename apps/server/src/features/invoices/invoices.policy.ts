import type { Principal } from "@praxisportal/contract/permissions";

/** Returns whether the caller may create invoices: only the platform operator. */
export function mayInvoice({ role }: Principal): boolean {
  return role === "super_admin";
}
