import type { QueryInputOf } from "@praxisportal/contract/endpoint";
import type { getAnyInvoice, listAllInvoices } from "@praxisportal/contract/invoices/invoices.endpoints";
import type { Invoice, InvoiceDetail, InvoiceStatus } from "@praxisportal/contract/invoices/invoices.schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { invoiceKeys } from "./invoice-keys.ts";

export type { Invoice, InvoiceDetail, InvoiceStatus };
export type InvoiceQuery = QueryInputOf<typeof listAllInvoices>;

const listRoute = route<typeof listAllInvoices>()("invoices.listAll", "GET", "/api/tenant/invoices");
const invoiceRoute = route<typeof getAnyInvoice>()(
  "invoices.getAny",
  "GET",
  "/api/tenant/invoices/{invoiceId}",
);

/**
 * Returns the query for one page of the invoices of all organizations. The previous rows stay while another page loads.
 */
export function invoicePageQuery(query: InvoiceQuery) {
  return queryOptions({
    queryKey: [...invoiceKeys.lists, query],
    queryFn: ({ signal }) => call(listRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of the invoices of all organizations without caching it. @throws ApiError. */
export function loadInvoicePage(query: InvoiceQuery) {
  return call(listRoute, { query });
}

/** Returns the query for an invoice of any organization with its lines and payments. */
export function invoiceQuery(invoiceId: string) {
  return queryOptions({
    queryKey: [...invoiceKeys.details, invoiceId],
    queryFn: ({ signal }) => call(invoiceRoute, { params: { invoiceId }, signal }),
  });
}
