import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { BillingProfile } from "@praxisportal/contract/invoices/billing-profile.schema";
import type * as endpoints from "@praxisportal/contract/invoices/invoices.endpoints";
import type { Invoice, InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import type * as payments from "@praxisportal/contract/payments/payments.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { route } from "../../platform/api-client/route.ts";
import { type InvoiceSearch, wireQuery } from "./invoices/invoice-search.ts";

export type { BillingProfile, Invoice, InvoiceDetail };
export type ProfileChange = BodyInputOf<typeof endpoints.changeBillingProfile>;
export type NewMandate = BodyInputOf<typeof payments.changeMandate>;
export type InvoiceFormat = "pdf" | "xml";

const path = "/api/billing/invoices";
const onePath = `${path}/{invoiceId}` as const;
const unpaidPath = "/api/billing/unpaid";
const profilePath = "/api/billing/profile";
const mandatePath = "/api/billing/mandate";

// Types only, because reading needs no schemas.
const listRoute = route<typeof endpoints.listInvoices>()("invoices.list", "GET", path);
const unpaidRoute = route<typeof endpoints.getUnpaidInvoices>()("invoices.unpaid", "GET", unpaidPath);
const invoiceRoute = route<typeof endpoints.getInvoice>()("invoices.get", "GET", onePath);
const fileRoute = route<typeof endpoints.getInvoiceFile>()("invoices.file", "GET", `${onePath}/file`);
const profileRoute = route<typeof endpoints.getBillingProfile>()("invoices.getProfile", "GET", profilePath);
const changeProfileRoute = route<typeof endpoints.changeBillingProfile>()(
  "invoices.changeProfile",
  "PUT",
  profilePath,
);
const changeMandateRoute = route<typeof payments.changeMandate>()(
  "payments.changeMandate",
  "PUT",
  mandatePath,
);
const removeMandateRoute = route<typeof payments.removeMandate>()(
  "payments.removeMandate",
  "DELETE",
  mandatePath,
);

/**
 * Returns the query for one page of the final invoices and credit notes. The previous rows stay while another page
 * loads.
 */
export function invoicesQuery(organizationId: string, search: InvoiceSearch) {
  const query = wireQuery(search);
  return queryOptions({
    queryKey: [...organizationKeys.invoices(organizationId), "list", query],
    queryFn: ({ signal }) => call(listRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of the list without caching it. @throws ApiError. */
export function loadInvoices(search: InvoiceSearch, page: number, limit: number) {
  return call(listRoute, { query: { ...wireQuery(search), page, limit } });
}

/** Returns the query for the number and amounts of the unpaid invoices. */
export function unpaidQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.invoices(organizationId), "unpaid"],
    queryFn: ({ signal }) => call(unpaidRoute, { signal }),
  });
}

/** Returns the query for an invoice with its lines and payments. */
export function invoiceQuery(organizationId: string, invoiceId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.invoices(organizationId), "one", invoiceId],
    queryFn: ({ signal }) => call(invoiceRoute, { params: { invoiceId }, signal }),
  });
}

/** Saves the file of an issued invoice. @throws ApiError. */
export async function downloadInvoice(invoiceId: string, format: InvoiceFormat): Promise<void> {
  await downloadFile(fileRoute, { params: { invoiceId }, query: { format } });
}

/** Reads the organization's billing profile and payment method. @throws ApiError. */
export function loadProfile(): Promise<BillingProfile> {
  return call(profileRoute);
}

/** @throws ApiError PRECONDITION_FAILED when the profile has changed since it was read. */
export function changeProfile(body: ProfileChange, version: number): Promise<BillingProfile> {
  return call(changeProfileRoute, { body, ifMatch: version });
}

/**
 * @throws ApiError VALIDATION_FAILED for an IBAN with wrong check digits, CONFLICT for an account that does not pay
 * in euros.
 */
export function changeMandate(body: NewMandate): Promise<BillingProfile> {
  return call(changeMandateRoute, { body });
}

/** @throws ApiError NOT_FOUND without a mandate. */
export function removeMandate(): Promise<BillingProfile> {
  return call(removeMandateRoute);
}
