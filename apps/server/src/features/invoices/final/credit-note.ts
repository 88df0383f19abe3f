import type { Kysely } from "kysely";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { InvoiceDocument, InvoicePayment } from "../documents/invoice-document.ts";
import { createDraft } from "../drafts/make-draft.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import type { Seller } from "../operator/seller.ts";
import { retainUntil } from "../retention/retain-until.ts";
import * as queries from "./final.platform-queries.ts";
import { type FinalizedBy, type InvoiceFinalization, recordFinal } from "./finalize.ts";

/** A credit note to issue. */
type CreditNote = { id: string; reason: string; invoiceAgain: boolean };

/**
 * Reverses a locked invoice with a credit note over the same lines, which is final at once. Throws 409 CONFLICT for a
 * draft, a credit note and an invoice that has a credit note.
 */
export async function issueCreditNote(
  { tx, allDb }: { tx: WriteTransaction; allDb: Kysely<TenantTables & GlobalTables> },
  { parties, renderer }: InvoiceFinalization,
  invoice: queries.LockedInvoice,
  { id, reason, invoiceAgain }: CreditNote,
  by: Pick<FinalizedBy, "personId" | "now"> & { audit: Pick<AuditDraft, "actor" | "request" | "origin"> },
): Promise<void> {
  const { organizationId, document: corrected, number: correctedNumber } = invoice;
  if (corrected === null || correctedNumber === null || invoice.kind !== "invoice")
    throw new ProblemError("CONFLICT");
  if (await queries.isCredited(allDb, invoice)) throw new ProblemError("CONFLICT");
  const seller = await parties.sellerOf(allDb);
  const day = operatorDay(by.now);
  const number = await queries.takeNumber(allDb, "GU", Number(day.slice(0, 4)));
  const document: InvoiceDocument = {
    ...corrected,
    kind: "credit_note",
    number,
    issueDate: day,
    dueDate: null,
    precedingInvoice: { number: correctedNumber, issueDate: corrected.issueDate },
    payment: paymentOf(corrected.payment, number, seller),
    paymentTerms: null,
    notes: [reason],
    usage: null,
  };
  await queries.insertCreditNote(allDb, invoice, {
    id,
    reason,
    invoicesAgain: invoiceAgain,
    document,
    files: await renderer.render(document),
    retainUntil: retainUntil(seller.country ?? "DE", day),
    finalizedAt: by.now,
    finalizedBy: by.personId,
  });
  tx.record({
    ...by.audit,
    organizationId,
    action: "invoice.credited",
    target: { type: "invoice", id: invoice.id, display: correctedNumber },
    reason,
  });
  recordFinal(tx, { organizationId, id, number }, "creditNote", by.audit);
  if (!invoiceAgain) return;
  const attempt = await queries.nextAttempt(allDb, invoice);
  await createDraft(allDb, parties, { organizationId, month: invoice.month, attempt }, by.now);
}

/** Returns the payment details of a credit note. It is not collected; it names the account of the operator. */
function paymentOf(payment: InvoicePayment, number: string, { seller, iban, bic }: Seller): InvoicePayment {
  if (payment.kind === "transfer") return { ...payment, reference: number };
  return { kind: "transfer", accountName: seller?.name ?? "", iban: iban ?? "", bic, reference: number };
}
