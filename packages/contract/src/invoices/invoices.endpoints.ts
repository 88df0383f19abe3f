import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  billingProfileSchema,
  changeBillingProfileSchema,
  confirmVatIdSchema,
} from "./billing-profile.schema.ts";
import {
  billingSummarySchema,
  invoiceRunListSchema,
  invoiceRunSchema,
  startInvoiceRunSchema,
} from "./invoice-runs.schema.ts";
import {
  creditInvoiceSchema,
  finalizeInvoiceSchema,
  invoiceDetailSchema,
  invoiceFileQuery,
  invoiceListQuery,
  invoicePageSchema,
  invoiceParams,
  legalHoldSchema,
  unpaidInvoicesSchema,
} from "./invoices.schema.ts";
import {
  addTaxRateSchema,
  changeOperatorProfileSchema,
  operatorProfileSchema,
  taxRateListSchema,
  taxRateParams,
  taxRateSchema,
} from "./operator-profile.schema.ts";

const readAudit = notAudited("a read");
const readers = { who: "permission:billing:read", scope: "own" } as const;

/** Lists the final invoices and credit notes of an organization. */
export const listInvoices = defineEndpoint({
  name: "invoices.list",
  summary: "List invoices",
  method: "GET",
  path: "/api/billing/invoices",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  query: invoiceListQuery,
  responses: { 200: invoicePageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the number and amount of an organization's unpaid invoices. */
export const getUnpaidInvoices = defineEndpoint({
  name: "invoices.unpaid",
  summary: "Get the unpaid amounts",
  method: "GET",
  path: "/api/billing/unpaid",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  responses: { 200: unpaidInvoicesSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * Returns a final invoice with its lines and payments. Errors: 404 for a draft and for an invoice of another
 * organization.
 */
export const getInvoice = defineEndpoint({
  name: "invoices.get",
  summary: "Get an invoice",
  method: "GET",
  path: "/api/billing/invoices/{invoiceId}",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  params: invoiceParams,
  responses: { 200: invoiceDetailSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the issued file of a final invoice, byte for byte. Errors: 404 as for the invoice. */
export const getInvoiceFile = defineEndpoint({
  name: "invoices.file",
  summary: "Download an invoice",
  method: "GET",
  path: "/api/billing/invoices/{invoiceId}/file",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  params: invoiceParams,
  query: invoiceFileQuery,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/pdf", "application/xml"],
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the billing profile of an organization. */
export const getBillingProfile = defineEndpoint({
  name: "invoices.getProfile",
  summary: "Get the billing profile",
  method: "GET",
  path: "/api/billing/profile",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  responses: { 200: billingProfileSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Changes the billing profile, which applies to the next invoices. Errors: 412. */
export const changeBillingProfile = defineEndpoint({
  name: "invoices.changeProfile",
  summary: "Change the billing profile",
  method: "PUT",
  path: "/api/billing/profile",
  access: { who: "permission:billing:write", scope: "own" },
  audit: audited("billing.profile_changed"),
  organizationFrom: "header",
  body: changeBillingProfileSchema,
  responses: { 200: billingProfileSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "PRECONDITION_FAILED"],
});

/** Shared properties of calls by the operator, across all organizations. */
const operator = { who: "role:super_admin", scope: "platform" } as const;

/** Returns the revenue of the month, the drafts to check, the open amounts and the progress of a run. */
export const getBillingSummary = defineEndpoint({
  name: "invoices.summary",
  summary: "Get the billing summary",
  method: "GET",
  path: "/api/tenant/billing/summary",
  access: operator,
  audit: notAudited("only totals over all organizations"),
  responses: { 200: billingSummarySchema },
  errors: [],
});

/** Returns the operator profile, which invoices use. */
export const getOperatorProfile = defineEndpoint({
  name: "invoices.getOperator",
  summary: "Get the operator's master data",
  method: "GET",
  path: "/api/tenant/billing/operator",
  access: operator,
  audit: readAudit,
  responses: { 200: operatorProfileSchema },
  errors: [],
});

/**
 * Changes the operator profile. Final invoices stay unchanged. Errors: 400 for an IBAN with wrong check digits, 412.
 */
export const changeOperatorProfile = defineEndpoint({
  name: "invoices.changeOperator",
  summary: "Change the operator's master data",
  method: "PUT",
  path: "/api/tenant/billing/operator",
  access: operator,
  audit: audited("platform.billing_changed"),
  body: changeOperatorProfileSchema,
  responses: { 200: operatorProfileSchema },
  errors: ["PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** Lists the standard tax rates by country and day: the statutory rates and those that the operator added. */
export const listTaxRates = defineEndpoint({
  name: "invoices.listTaxRates",
  summary: "List tax rates",
  method: "GET",
  path: "/api/tenant/billing/tax-rates",
  access: operator,
  audit: readAudit,
  responses: { 200: taxRateListSchema },
  errors: [],
});

/**
 * Adds the rate of a country, valid from a given day. Errors: 409 ALREADY_EXISTS for a second rate from the same day,
 * CONFLICT for a day that is not in the future.
 */
export const addTaxRate = defineEndpoint({
  name: "invoices.addTaxRate",
  summary: "Add a tax rate",
  method: "POST",
  path: "/api/tenant/billing/tax-rates",
  access: operator,
  audit: audited("platform.tax_rate_added"),
  body: addTaxRateSchema,
  responses: { 201: taxRateSchema },
  errors: ["ALREADY_EXISTS", "CONFLICT", "STEP_UP_REQUIRED"],
  replay: "none",
});

/** Removes a rate that the operator added and that is not in effect yet. Errors: 409 CONFLICT for any other. */
export const removeTaxRate = defineEndpoint({
  name: "invoices.removeTaxRate",
  summary: "Remove a tax rate",
  method: "DELETE",
  path: "/api/tenant/billing/tax-rates/{country}/{validFrom}",
  access: operator,
  audit: audited("platform.tax_rate_removed"),
  params: taxRateParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Lists the last 24 runs, newest first. */
export const listInvoiceRuns = defineEndpoint({
  name: "invoices.listRuns",
  summary: "List invoice runs",
  method: "GET",
  path: "/api/tenant/billing/runs",
  access: operator,
  audit: readAudit,
  responses: { 200: invoiceRunListSchema },
  errors: [],
});

/**
 * Starts the run of a month in the background. Organizations that have an invoice of that month get no second one.
 * Errors: 409 CONFLICT while a run is in progress and for a month that has not begun.
 */
export const startInvoiceRun = defineEndpoint({
  name: "invoices.startRun",
  summary: "Start an invoice run",
  method: "POST",
  path: "/api/tenant/billing/runs",
  access: operator,
  audit: audited("platform.invoice_run_started"),
  body: startInvoiceRunSchema,
  responses: { 202: invoiceRunSchema },
  errors: ["CONFLICT", "STEP_UP_REQUIRED"],
});

/** Lists drafts, invoices and credit notes of all organizations, erased ones included. */
export const listAllInvoices = defineEndpoint({
  name: "invoices.listAll",
  summary: "List the invoices of all organizations",
  method: "GET",
  path: "/api/tenant/invoices",
  access: operator,
  audit: readAudit,
  query: invoiceListQuery,
  responses: { 200: invoicePageSchema },
  errors: [],
});

/** Returns a draft, an invoice or a credit note of any organization. */
export const getAnyInvoice = defineEndpoint({
  name: "invoices.getAny",
  summary: "Get an invoice of any organization",
  method: "GET",
  path: "/api/tenant/invoices/{invoiceId}",
  access: operator,
  audit: readAudit,
  params: invoiceParams,
  responses: { 200: invoiceDetailSchema },
  errors: ["NOT_FOUND"],
});

/**
 * Returns the issued file of an invoice, or a preview of a draft, marked as a draft. Errors: 409 INVOICE_INCOMPLETE
 * with `missing` for a draft that lacks data, CONFLICT for a draft without lines.
 */
export const getAnyInvoiceFile = defineEndpoint({
  name: "invoices.fileOfAny",
  summary: "Download an invoice of any organization",
  method: "GET",
  path: "/api/tenant/invoices/{invoiceId}/file",
  access: operator,
  audit: readAudit,
  params: invoiceParams,
  query: invoiceFileQuery,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/pdf", "application/xml"],
  errors: ["NOT_FOUND", "CONFLICT", "INVOICE_INCOMPLETE"],
});

/**
 * Recalculates a draft from the current data. A draft with nothing left to invoice remains with 0. Errors:
 * 409 INVOICE_FINAL.
 */
export const recalculateInvoice = defineEndpoint({
  name: "invoices.recalculate",
  summary: "Recalculate a draft",
  method: "POST",
  path: "/api/tenant/invoices/{invoiceId}/recalculate",
  access: operator,
  audit: audited("invoice.recalculated"),
  params: invoiceParams,
  responses: { 200: invoiceDetailSchema },
  errors: ["NOT_FOUND", "INVOICE_FINAL"],
});

/**
 * Makes a draft final: it gets its number and its documents, which never change, and is mailed. Errors: 409
 * INVOICE_FINAL, INVOICE_INCOMPLETE with `missing`, INVOICE_UNPRICED without `confirmUnpriced`, CONFLICT if
 * there is nothing to pay.
 */
export const finalizeInvoice = defineEndpoint({
  name: "invoices.finalise",
  summary: "Finalize an invoice",
  method: "POST",
  path: "/api/tenant/invoices/{invoiceId}/finalise",
  access: operator,
  audit: audited("invoice.finalised"),
  params: invoiceParams,
  body: finalizeInvoiceSchema,
  responses: { 200: invoiceDetailSchema },
  errors: [
    "NOT_FOUND",
    "CONFLICT",
    "INVOICE_FINAL",
    "INVOICE_INCOMPLETE",
    "INVOICE_UNPRICED",
    "STEP_UP_REQUIRED",
  ],
});

/** Discards a draft; a later run invoices the same items again. Errors: 409 INVOICE_FINAL. */
export const discardInvoice = defineEndpoint({
  name: "invoices.discard",
  summary: "Discard a draft",
  method: "DELETE",
  path: "/api/tenant/invoices/{invoiceId}",
  access: operator,
  audit: audited("invoice.discarded"),
  params: invoiceParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "INVOICE_FINAL", "STEP_UP_REQUIRED"],
});

/**
 * Cancels a final invoice with a credit note, its only possible correction. Returns the credit note.
 * Errors: 409 CONFLICT for a draft, a credit note and an invoice that is credited already.
 */
export const creditInvoice = defineEndpoint({
  name: "invoices.credit",
  summary: "Credit an invoice",
  method: "POST",
  path: "/api/tenant/invoices/{invoiceId}/credit-note",
  access: operator,
  audit: audited("invoice.credited"),
  params: invoiceParams,
  body: creditInvoiceSchema,
  responses: { 201: invoiceDetailSchema },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Sets or ends the legal hold of an invoice, which keeps it beyond its retention. Errors: 409 CONFLICT for a draft. */
export const changeLegalHold = defineEndpoint({
  name: "invoices.changeLegalHold",
  summary: "Change the legal hold of an invoice",
  method: "PUT",
  path: "/api/tenant/invoices/{invoiceId}/legal-hold",
  access: operator,
  audit: audited("invoice.hold_changed"),
  params: invoiceParams,
  body: legalHoldSchema,
  responses: { 200: invoiceDetailSchema },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
});

/**
 * Records that the operator confirmed the VAT ID of an organization with the authorities. Errors: 409 CONFLICT without
 * a VAT ID.
 */
export const confirmVatId = defineEndpoint({
  name: "invoices.confirmVatId",
  summary: "Confirm a VAT ID",
  method: "PUT",
  path: "/api/tenant/organizations/{id}/billing/vat-id",
  access: operator,
  audit: audited("billing.profile_changed"),
  organizationFrom: "path",
  params: idParams,
  body: confirmVatIdSchema,
  responses: { 200: billingProfileSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});
