import type { InvoiceStatus } from "../../../entities/invoice/invoice.api.ts";
import { createListSearch, oneOf } from "../../../platform/list/list-search.ts";

/** States that the operator has to act on come first. */
export const invoiceStatuses = [
  "held",
  "draft",
  "overdue",
  "open",
  "paid",
  "credited",
  "issued",
] as const satisfies readonly InvoiceStatus[];

/** The URL state of the list. Values and sort fields are listed here to keep the schemas out of the bundle. */
export const invoiceSearch = createListSearch({
  filters: { status: oneOf(invoiceStatuses) },
  sortFields: ["createdAt", "issuedOn", "dueOn", "number", "grossCents", "organizationName"],
  defaultSort: { sortBy: "createdAt", sortOrder: "desc" },
});

export type InvoiceSearch = ReturnType<typeof invoiceSearch.parse>["search"];

/** Returns the query of the call. */
export const wireQuery = (search: InvoiceSearch) => ({ ...search, ...invoiceSearch.sortOf(search) });
