import type { Principal } from "@praxisportal/contract/permissions";

/** Only the platform operator creates invoices. */
export function mayInvoice({ role }: Principal): boolean {
  return role === "super_admin";
}
