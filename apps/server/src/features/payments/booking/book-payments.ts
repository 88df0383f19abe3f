import type { Kysely } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import type { LockedInvoice } from "./invoices.platform-queries.ts";
import { insertPayments, type NewPayment } from "./payments.platform-queries.ts";

/**
 * Books payments of locked invoices, in this order. An invoice whose payments reach the amount due is recorded as paid,
 * and again if a return reopened it before.
 */
export async function bookPayments(
  {
    tx,
    allDb,
    context,
  }: { tx: WriteTransaction; allDb: Kysely<TenantTables & GlobalTables>; context: RequestContext },
  invoices: ReadonlyMap<string, LockedInvoice>,
  payments: readonly NewPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await insertPayments(allDb, payments, context.caller.personId);
  const paidByInvoice = new Map([...invoices].map(([id, { paidCents }]) => [id, paidCents]));
  for (const { invoiceId, bookedOn, amountCents } of payments) {
    const invoice = invoices.get(invoiceId);
    if (invoice === undefined) throw new Error(`the invoice ${invoiceId} is not locked`);
    const { organizationId, number, dueCents } = invoice;
    const before = paidByInvoice.get(invoiceId) ?? 0;
    const after = before + amountCents;
    paidByInvoice.set(invoiceId, after);
    const change = {
      ...context.auditBase(),
      organizationId,
      target: { type: "invoice", id: invoiceId, display: number },
      ids: { invoiceId },
    } as const;
    tx.record({
      ...change,
      action: "invoice.payment_added",
      changes: { amountCents: [null, amountCents], bookedOn: [null, bookedOn] },
    });
    if (before < dueCents && after >= dueCents) tx.record({ ...change, action: "invoice.paid" });
  }
}
