import type { BodyInputOf, ResultOf } from "@praxisportal/contract/endpoint";
import type { BillingProfile } from "@praxisportal/contract/invoices/billing-profile.schema";
import type * as endpoints from "@praxisportal/contract/invoices/invoices.endpoints";
import type { BillingSummary, InvoiceRun } from "@praxisportal/contract/invoices/invoice-runs.schema";
import type { CreditInvoice, InvoiceFileQuery } from "@praxisportal/contract/invoices/invoices.schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import type { InvoiceDetail } from "../../entities/invoice/invoice.api.ts";
import { call } from "../../platform/api-client/call.ts";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";

export type { BillingSummary, InvoiceRun };
export type InvoiceFormat = InvoiceFileQuery["format"];

const billing = "/api/tenant/billing";
const invoicePath = "/api/tenant/invoices/{invoiceId}";

const summaryRoute = route<typeof endpoints.getBillingSummary>()(
  "invoices.summary",
  "GET",
  `${billing}/summary`,
);
const runsRoute = route<typeof endpoints.listInvoiceRuns>()("invoices.listRuns", "GET", `${billing}/runs`);
const startRoute = route<typeof endpoints.startInvoiceRun>()("invoices.startRun", "POST", `${billing}/runs`);
const fileRoute = route<typeof endpoints.getAnyInvoiceFile>()(
  "invoices.fileOfAny",
  "GET",
  `${invoicePath}/file`,
);
const recalculateRoute = route<typeof endpoints.recalculateInvoice>()(
  "invoices.recalculate",
  "POST",
  `${invoicePath}/recalculate`,
);
const finalizeRoute = route<typeof endpoints.finalizeInvoice>()(
  "invoices.finalise",
  "POST",
  `${invoicePath}/finalise`,
);
const discardRoute = route<typeof endpoints.discardInvoice>()("invoices.discard", "DELETE", invoicePath);
const creditRoute = route<typeof endpoints.creditInvoice>()(
  "invoices.credit",
  "POST",
  `${invoicePath}/credit-note`,
);
const legalHoldRoute = route<typeof endpoints.changeLegalHold>()(
  "invoices.changeLegalHold",
  "PUT",
  `${invoicePath}/legal-hold`,
);
const vatIdRoute = route<typeof endpoints.confirmVatId>()(
  "invoices.confirmVatId",
  "PUT",
  "/api/tenant/organizations/{id}/billing/vat-id",
);

/** Polling interval of the summary while a run is in progress, in ms. */
const runPollMs = 1000;

/** Returns the query for the summary of invoices and payments for the operator, polled while a run is in progress. */
export function billingSummaryQuery() {
  return queryOptions({
    queryKey: invoiceKeys.summary,
    queryFn: ({ client, queryKey, signal }) =>
      // Only the first read counts as activity of the user.
      call(summaryRoute, { signal, background: client.getQueryData(queryKey) !== undefined }),
    refetchInterval: ({ state: { data } }) => (data?.run?.state === "running" ? runPollMs : false),
  });
}

/** Returns the query for the last 24 runs, newest first, refetched when there is a newer run than `latest`. */
export function invoiceRunsQuery(latest: InvoiceRun | null) {
  return queryOptions({
    queryKey: [...invoiceKeys.runs, latest?.id],
    queryFn: async ({ signal }) => (await call(runsRoute, { signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** @throws ApiError CONFLICT while a run is in progress. */
export function startRun(
  body: BodyInputOf<typeof endpoints.startInvoiceRun>,
  idempotencyKey: string,
): Promise<ResultOf<typeof endpoints.startInvoiceRun>> {
  return call(startRoute, { body, idempotencyKey });
}

/** Saves an invoice as a file. @throws ApiError INVOICE_INCOMPLETE for a draft that lacks data. */
export async function saveInvoiceFile(invoiceId: string, format: InvoiceFormat): Promise<void> {
  await downloadFile(fileRoute, { params: { invoiceId }, query: { format } });
}

/** @throws ApiError INVOICE_FINAL. */
export function recalculateInvoice(invoiceId: string, idempotencyKey: string): Promise<InvoiceDetail> {
  return call(recalculateRoute, { params: { invoiceId }, idempotencyKey });
}

/** @throws ApiError INVOICE_FINAL, INVOICE_INCOMPLETE, INVOICE_UNPRICED. */
export function finalizeInvoice(
  invoiceId: string,
  confirmUnpriced: boolean,
  idempotencyKey: string,
): Promise<InvoiceDetail> {
  return call(finalizeRoute, { params: { invoiceId }, body: { confirmUnpriced }, idempotencyKey });
}

/** @throws ApiError INVOICE_FINAL. */
export async function discardInvoice(invoiceId: string): Promise<void> {
  await call(discardRoute, { params: { invoiceId } });
}

/** Returns the credit note. @throws ApiError CONFLICT. */
export function creditInvoice(
  invoiceId: string,
  body: CreditInvoice,
  idempotencyKey: string,
): Promise<InvoiceDetail> {
  return call(creditRoute, { params: { invoiceId }, body, idempotencyKey });
}

/** Keeps an invoice beyond its retention period. A reason of null ends the legal hold. @throws ApiError. */
export function changeLegalHold(invoiceId: string, reason: string | null): Promise<InvoiceDetail> {
  return call(legalHoldRoute, { params: { invoiceId }, body: { reason } });
}

/** @throws ApiError CONFLICT without a VAT ID. */
export function confirmVatId(organizationId: string, checkedOn: string): Promise<BillingProfile> {
  return call(vatIdRoute, { ...inOrganization(organizationId), body: { checkedOn } });
}
