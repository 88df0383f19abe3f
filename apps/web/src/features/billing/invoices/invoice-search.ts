import type { InvoiceStatus, invoiceSortFields } from "@praxisportal/contract/invoices/invoices.schema";
import { createListSearch, textMatching, oneOf } from "../../../platform/list/list-search.ts";

/** The states of final invoices and credit notes. Listed here to keep the contract's schemas out of the bundle. */
export const finalStatuses = [
  "open",
  "overdue",
  "paid",
  "credited",
  "issued",
] as const satisfies readonly InvoiceStatus[];
const sortFields = [
  "number",
  "issuedOn",
  "dueOn",
  "grossCents",
] as const satisfies readonly (typeof invoiceSortFields)[number][];

const year = textMatching(/^20\d{2}$/);

/** The URL state of the list. `year` is the year of issue. */
export const invoiceSearch = createListSearch({
  filters: { status: oneOf(finalStatuses), year },
  sortFields,
  defaultSort: { sortBy: "issuedOn", sortOrder: "desc" },
});

export type InvoiceSearch = ReturnType<typeof invoiceSearch.parse>["search"];

/** Returns the query of the call, with the year as its first and last day. */
export function wireQuery(search: InvoiceSearch) {
  const { year: issueYear, ...query } = search;
  return {
    ...query,
    ...invoiceSearch.sortOf(search),
    ...(issueYear !== undefined && { dateRange: `${issueYear}-01-01..${issueYear}-12-31` }),
  };
}
