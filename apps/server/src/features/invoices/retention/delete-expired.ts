import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import * as queries from "./retention.platform-queries.ts";

const batchSize = 100;

/**
 * Deletes the final invoices whose retention is over and that have no legal hold, one transaction each, with an entry
 * in the log of their organization. Returns the numbers of the deleted invoices and credit notes.
 */
export async function deleteExpiredInvoices(db: PlatformDb): Promise<string[]> {
  await moveBilledFrom(db);
  const numbers: string[] = [];
  let last: string | null = null;
  do {
    const expiredIds: string[] = await queries.findExpired(db, last, batchSize);
    for (const id of expiredIds) numbers.push(...(await deleteOne(db, id)));
    last = expiredIds.at(-1) ?? null;
  } while (last !== null);
  return numbers;
}

/** Moves the start of invoicing. Runs first, so that a killed run leaves nothing that would be invoiced again. */
function moveBilledFrom(db: PlatformDb): Promise<void> {
  return db.write(async (tx, allDb) => {
    const billedFromChange = await queries.moveBilledFrom(allDb);
    if (billedFromChange === undefined) return;
    tx.record({
      organizationId: platformChainId,
      action: "platform.billing_changed",
      actor: { type: "system", id: null },
      changes: { billedFrom: billedFromChange },
      origin: "job",
    });
  });
}

function deleteOne(db: PlatformDb, invoiceId: string): Promise<string[]> {
  return db.write(async (tx, allDb) => {
    const deletedDocuments = await queries.deleteExpired(allDb, invoiceId);
    for (const { organizationId, id, number } of deletedDocuments)
      tx.record({
        organizationId,
        action: "invoice.deleted",
        actor: { type: "system", id: null },
        target: { type: "invoice", id, display: number },
        origin: "job",
      });
    return deletedDocuments.map(({ number }) => number);
  });
}
