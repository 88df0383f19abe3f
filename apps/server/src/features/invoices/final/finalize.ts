import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Kysely } from "kysely";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import { maskIban } from "../../../platform/banking/iban.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { InvoiceDocument } from "../documents/invoice-document.ts";
import type { InvoiceRenderer } from "../documents/render/create-invoice-renderer.ts";
import { type DraftParties, draftDocument } from "../drafts/draft-document.ts";
import { readLines, readUsageRows } from "../drafts/drafts.platform-queries.ts";
import { readParties } from "../drafts/make-draft.ts";
import { openIban } from "../../../platform/banking/mandate-iban.ts";
import { operatorDay } from "../../../platform/clock/operator-day.ts";
import type { Parties } from "../profile/parties.ts";
import { retainUntil } from "../retention/retain-until.ts";
import * as queries from "./final.platform-queries.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

export type InvoiceFinalization = { parties: Parties; renderer: InvoiceRenderer; sealingKeys: SealingKeys };

/** An invoice or credit note that became final. */
export type IssuedInvoice = { organizationId: string; id: string; number: string };

/**
 * The person who makes an invoice final, the time, and whether they accept that calls without a price are not invoiced.
 */
export type FinalizedBy = { personId: string | null; confirmsUnpriced: boolean; now: Date };

/**
 * Makes a locked draft final, with its number and its documents. The caller records it in the same transaction, so that
 * a number that was taken always has its invoice. Throws 409 INVOICE_FINAL, INVOICE_INCOMPLETE, INVOICE_UNPRICED, and
 * CONFLICT if nothing is due.
 */
export async function finalizeDraft(
  allDb: AllDb,
  { parties, renderer, sealingKeys }: InvoiceFinalization,
  invoice: queries.LockedInvoice,
  by: FinalizedBy,
): Promise<IssuedInvoice> {
  if (invoice.state === "final") throw new ProblemError("INVOICE_FINAL");
  const { organizationId, id, unpricedCalls } = invoice;
  const draft = await readDraft(allDb, parties, invoice);
  if (draft.missing.length > 0)
    throw new ProblemError("INVOICE_INCOMPLETE", { members: { missing: draft.missing } });
  if (draft.totals.dueCents <= 0) throw new ProblemError("CONFLICT");
  if (unpricedCalls > 0 && !by.confirmsUnpriced)
    throw new ProblemError("INVOICE_UNPRICED", { params: { calls: unpricedCalls } });
  const sealedIban = await queries.readSealedIban(allDb, organizationId);
  const debtorIban = sealedIban && openIban(sealingKeys, organizationId, sealedIban);
  const day = operatorDay(by.now);
  // Locks the series, so it comes last: other invoices wait from here on.
  const number = await queries.takeNumber(allDb, "RE", Number(day.slice(0, 4)));
  const document = draft.document({ number, day, debtorIban });
  const files = await renderer.render(document);
  const final = {
    document: withMaskedIban(document),
    files,
    retainUntil: retainUntil(draft.country, day),
    finalizedAt: by.now,
    finalizedBy: by.personId,
  };
  await queries.storeFinal(allDb, invoice, final, unpricedCalls > 0 ? by.personId : null);
  return { organizationId, id, number };
}

/** Returns the document of a draft with its content and its missing fields. */
export async function readDraft(
  allDb: AllDb,
  parties: Parties,
  invoice: Pick<queries.LockedInvoice, "id" | "organizationId" | "currency">,
) {
  const { organizationId, id, currency } = invoice;
  const lines = await readLines(allDb, organizationId, id);
  const ai = lines.find((line) => line.kind === "ai");
  const usage = ai === undefined ? [] : await readUsageRows(allDb, { id: organizationId, currency }, ai);
  const draftParties: DraftParties = await readParties(allDb, parties, organizationId);
  // An incomplete operator has no country; the document is refused before it is used.
  const country = draftParties.seller.country ?? "DE";
  return { ...draftDocument({ lines, currency, usage }, draftParties), country, seller: draftParties.seller };
}

/** Records that an invoice or a credit note is final, and queues its mail. */
export function recordFinal(
  tx: WriteTransaction,
  { organizationId, id, number }: IssuedInvoice,
  template: "invoice" | "creditNote",
  audit: Pick<AuditDraft, "actor" | "request" | "origin">,
): void {
  tx.record({
    ...audit,
    organizationId,
    action: "invoice.finalised",
    target: { type: "invoice", id, display: number },
  });
  tx.emit("mail", { template, organizationId, invoiceId: id }, uuidV7());
}

/** Masks the IBAN of a mandate, which the database stores only sealed. */
function withMaskedIban(document: InvoiceDocument): InvoiceDocument {
  const { payment } = document;
  return payment.kind === "transfer"
    ? document
    : { ...document, payment: { ...payment, debtorIban: maskIban(payment.debtorIban) } };
}
