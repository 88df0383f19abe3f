import type * as endpoints from "@praxisportal/contract/payments/payments.endpoints";
import type {
  AddPayment,
  AssignBankEntry,
  BankEntry,
  DirectDebitFile,
  DirectDebitList,
  ImportedStatement,
  Reminders,
} from "@praxisportal/contract/payments/payments.schema";
import { queryOptions } from "@tanstack/react-query";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import type { InvoiceDetail } from "../../entities/invoice/invoice.api.ts";
import { callUpload } from "../../platform/api-client/call-upload.ts";
import { call } from "../../platform/api-client/call.ts";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { route } from "../../platform/api-client/route.ts";

export type { BankEntry, DirectDebitFile, DirectDebitList, ImportedStatement };
export type Reminder = Reminders["data"][number];

const billing = "/api/tenant/billing";

const addRoute = route<typeof endpoints.addPayment>()(
  "payments.add",
  "POST",
  "/api/tenant/invoices/{invoiceId}/payments",
);
const statementRoute = route<typeof endpoints.importStatement>()(
  "payments.importStatement",
  "POST",
  `${billing}/statements`,
);
const entriesRoute = route<typeof endpoints.listBankEntries>()(
  "payments.listEntries",
  "GET",
  `${billing}/entries`,
);
const assignRoute = route<typeof endpoints.assignBankEntry>()(
  "payments.assignEntry",
  "POST",
  `${billing}/entries/assign`,
);
const debitsRoute = route<typeof endpoints.listDirectDebits>()(
  "payments.listDebits",
  "GET",
  `${billing}/direct-debits`,
);
const createDebitsRoute = route<typeof endpoints.createDirectDebits>()(
  "payments.createDebits",
  "POST",
  `${billing}/direct-debits`,
);
const debitFileRoute = route<typeof endpoints.getDirectDebitFile>()(
  "payments.debitFile",
  "GET",
  `${billing}/direct-debits/{fileId}/file`,
);
const sendRoute = route<typeof endpoints.sendReminders>()(
  "payments.sendReminders",
  "POST",
  `${billing}/reminders`,
);

/** Timeout for a statement of up to 5 MB, which is read and booked within one call. */
const statementTimeoutMs = 120_000;

/** Returns the query for bank entries that belong to no invoice yet. */
export function entriesQuery() {
  return queryOptions({
    queryKey: invoiceKeys.entries,
    queryFn: async ({ signal }) => (await call(entriesRoute, { signal })).data,
  });
}

/**
 * Returns the query for the direct debit files, the direct debits that are due, and the reminders that are due today.
 */
export function dueQuery() {
  return queryOptions({
    queryKey: invoiceKeys.due,
    queryFn: async ({ signal }) => {
      const { reminders = [], ...debits } = await call(debitsRoute, { query: { reminders: "true" }, signal });
      return { debits, reminders };
    },
  });
}

/** @throws ApiError CONFLICT for a draft, a credit note and a credited invoice. */
export function addPayment(
  invoiceId: string,
  body: AddPayment,
  idempotencyKey: string,
): Promise<InvoiceDetail> {
  return call(addRoute, { params: { invoiceId }, body, idempotencyKey });
}

/** Imports a bank statement (camt.053). @throws ApiError. */
export function importStatement(file: File): Promise<ImportedStatement> {
  return callUpload(
    statementRoute,
    { name: "statement", file, fields: {} },
    { timeoutMs: statementTimeoutMs },
  );
}

/** Books an entry, or removes it from the list without an invoice. Returns the remaining list. @throws ApiError. */
export async function assignEntry(
  body: AssignBankEntry,
  idempotencyKey: string,
): Promise<readonly BankEntry[]> {
  return (await call(assignRoute, { body, idempotencyKey })).data;
}

/** Creates the file of the direct debits that are due. @throws ApiError CONFLICT, INVOICE_INCOMPLETE. */
export function createDebits(idempotencyKey: string): Promise<DirectDebitFile> {
  return call(createDebitsRoute, { idempotencyKey });
}

/** Saves a file of direct debits for the bank. @throws ApiError. */
export async function saveDebitFile(fileId: string): Promise<void> {
  await downloadFile(debitFileRoute, { params: { fileId } });
}

/** Returns the reminders that were sent. @throws ApiError. */
export async function sendReminders(idempotencyKey: string): Promise<readonly Reminder[]> {
  return (await call(sendRoute, { idempotencyKey })).data;
}
