import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { billingProfileSchema } from "../invoices/billing-profile.schema.ts";
import { invoiceDetailSchema, invoiceParams } from "../invoices/invoices.schema.ts";
import {
  addPaymentSchema,
  assignBankEntrySchema,
  bankEntryListSchema,
  changeMandateSchema,
  directDebitFileSchema,
  directDebitListQuery,
  directDebitListSchema,
  directDebitParams,
  importedStatementSchema,
  remindersSchema,
} from "./payments.schema.ts";

/** Shared properties of calls by the operator, across all organizations. */
const operator = { who: "role:super_admin", scope: "platform" } as const;
const payers = { who: "permission:billing:write", scope: "own" } as const;
const readAudit = notAudited("a read");

/**
 * Sets a SEPA mandate for the next invoices, in place of the current one. All administrators are notified.
 * Errors: 400 for an IBAN with wrong check digits, 409 CONFLICT for an organization that does not pay in euros.
 */
export const changeMandate = defineEndpoint({
  name: "payments.changeMandate",
  summary: "Change the SEPA mandate",
  method: "PUT",
  path: "/api/billing/mandate",
  access: payers,
  audit: audited("billing.mandate_changed"),
  whenReadOnly: "always",
  organizationFrom: "header",
  body: changeMandateSchema,
  responses: { 200: billingProfileSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "CONFLICT", "STEP_UP_REQUIRED"],
});

/**
 * Withdraws the SEPA mandate; later invoices are paid by transfer. All administrators are notified. Errors:
 * 404 without a mandate.
 */
export const removeMandate = defineEndpoint({
  name: "payments.removeMandate",
  summary: "Withdraw the SEPA mandate",
  method: "DELETE",
  path: "/api/billing/mandate",
  access: payers,
  audit: audited("billing.mandate_changed"),
  whenReadOnly: "always",
  organizationFrom: "header",
  responses: { 200: billingProfileSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "STEP_UP_REQUIRED"],
});

/** Enters a payment of a final invoice. Errors: 409 CONFLICT for a draft, a credit note or a credited invoice. */
export const addPayment = defineEndpoint({
  name: "payments.add",
  summary: "Enter a payment",
  method: "POST",
  path: "/api/tenant/invoices/{invoiceId}/payments",
  access: operator,
  audit: audited("invoice.payment_added"),
  params: invoiceParams,
  body: addPaymentSchema,
  responses: { 201: invoiceDetailSchema },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
  replay: "none",
});

/**
 * Imports a bank statement (camt.053 of at most 5 MB) and books its payments and returned direct debits. An entry is
 * booked once, however often it is imported. Errors: 400 for a file that is not camt.053, has a DOCTYPE or
 * belongs to another account, 413 if it is too large, 409 INVOICE_INCOMPLETE without the operator's IBAN.
 */
export const importStatement = defineEndpoint({
  name: "payments.importStatement",
  summary: "Import a bank statement",
  method: "POST",
  path: "/api/tenant/billing/statements",
  access: operator,
  audit: audited("platform.statement_imported"),
  upload: "statement",
  body: z.strictObject({}),
  responses: { 200: importedStatementSchema },
  errors: [
    "INVOICE_INCOMPLETE",
    "STEP_UP_REQUIRED",
    "UPLOAD_MALFORMED",
    "UPLOAD_TIMEOUT",
    "TOO_MANY_UPLOADS",
    "FILE_MUST_BE_LAST",
  ],
});

/** Lists the entries of imported statements that belong to no invoice yet. */
export const listBankEntries = defineEndpoint({
  name: "payments.listEntries",
  summary: "List unassigned bank entries",
  method: "GET",
  path: "/api/tenant/billing/entries",
  access: operator,
  audit: readAudit,
  responses: { 200: bankEntryListSchema },
  errors: [],
});

/**
 * Books an entry to an invoice, or removes it from the list. Returns the remaining entries. Errors: 409 CONFLICT for
 * another currency, a draft, a credit note or a credited invoice.
 */
export const assignBankEntry = defineEndpoint({
  name: "payments.assignEntry",
  summary: "Assign a bank entry",
  method: "POST",
  path: "/api/tenant/billing/entries/assign",
  access: operator,
  audit: audited("invoice.payment_added"),
  body: assignBankEntrySchema,
  responses: { 200: bankEntryListSchema },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Lists the files of direct debits, and the contents of the next one. */
export const listDirectDebits = defineEndpoint({
  name: "payments.listDebits",
  summary: "List direct debits",
  method: "GET",
  path: "/api/tenant/billing/direct-debits",
  access: operator,
  audit: readAudit,
  query: directDebitListQuery,
  responses: { 200: directDebitListSchema },
  errors: [],
});

/**
 * Creates the file of the direct debits that are due: open invoices with a mandate that are in no earlier file, or
 * whose debit was returned. Errors: 409 CONFLICT when there are none, INVOICE_INCOMPLETE without the operator's
 * creditor ID.
 */
export const createDirectDebits = defineEndpoint({
  name: "payments.createDebits",
  summary: "Create a file of direct debits",
  method: "POST",
  path: "/api/tenant/billing/direct-debits",
  access: operator,
  audit: audited("platform.debits_exported"),
  responses: { 201: directDebitFileSchema },
  errors: ["CONFLICT", "INVOICE_INCOMPLETE", "STEP_UP_REQUIRED"],
  replay: "resource",
});

/** Returns a file of direct debits for the bank (pain.008.001.08). */
export const getDirectDebitFile = defineEndpoint({
  name: "payments.debitFile",
  summary: "Download direct debits",
  method: "GET",
  path: "/api/tenant/billing/direct-debits/{fileId}/file",
  access: operator,
  audit: audited("platform.debits_downloaded"),
  rateLimit: "changes",
  params: directDebitParams,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/xml"],
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED"],
});

/** Lists the reminders that are due today. */
export const listReminders = defineEndpoint({
  name: "payments.listReminders",
  summary: "List due reminders",
  method: "GET",
  path: "/api/tenant/billing/reminders",
  access: operator,
  audit: readAudit,
  responses: { 200: remindersSchema },
  errors: [],
});

/** Sends the reminders that are due today, as a job does every morning. Returns the reminders that were sent. */
export const sendReminders = defineEndpoint({
  name: "payments.sendReminders",
  summary: "Send reminders",
  method: "POST",
  path: "/api/tenant/billing/reminders",
  access: operator,
  audit: audited("invoice.reminded"),
  responses: { 200: remindersSchema },
  errors: ["STEP_UP_REQUIRED"],
});
