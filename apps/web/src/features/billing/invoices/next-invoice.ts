import { invoiceDraftMs } from "@praxisportal/contract/limits";
import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";

const dayMs = 86_400_000;

/** Day of the month on which invoices become final. Drafts are created on the first day. */
const finalDay = 1 + invoiceDraftMs / dayMs;

/**
 * Returns the day on which the next invoice of a monthly plan becomes final. Returns null in a trial, for a plan
 * without a price and for a plan that is paid yearly.
 */
export function nextInvoiceDay(
  { term, priceMicros, currentTerm }: Pick<TenantBilling, "term" | "priceMicros" | "currentTerm">,
  today: string,
): string | null {
  if (term === "year" || priceMicros === 0 || currentTerm === null) return null;
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  return new Date(Date.UTC(year, day < finalDay ? month - 1 : month, finalDay)).toISOString().slice(0, 10);
}
