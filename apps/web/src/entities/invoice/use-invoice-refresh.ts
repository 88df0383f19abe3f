import { useQueryClient } from "@tanstack/react-query";
import { invoiceKeys } from "./invoice-keys.ts";
import { type InvoiceDetail, invoiceQuery } from "./invoice.api.ts";

/** Returns a function that refetches the data affected by a change to an invoice. `changed` is its new state. */
export function useInvoiceRefresh(): (changed?: InvoiceDetail) => Promise<void> {
  const client = useQueryClient();
  return async (changed) => {
    if (changed !== undefined) client.setQueryData(invoiceQuery(changed.id).queryKey, changed);
    await client.invalidateQueries({ queryKey: invoiceKeys.all });
  };
}
