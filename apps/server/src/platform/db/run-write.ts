import type { Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";
import { WriteTransaction } from "./write-transaction.ts";

/**
 * Runs a write transaction: the work, then its audit entries as the last statements. After a commit that wrote to the
 * outbox it wakes the background work, which would otherwise find the row at its next poll.
 */
export async function runWrite<Result>(
  database: Database,
  work: (tx: WriteTransaction, trx: Transaction<TenantTables & GlobalTables>) => Promise<Result>,
): Promise<Result> {
  let hasEmitted = false;
  const result = await database.transaction(async (trx) => {
    const tx = new WriteTransaction(trx);
    const done = await work(tx, trx);
    await tx.finish();
    hasEmitted = tx.hasEmitted;
    return done;
  });
  if (hasEmitted) database.onOutboxWritten?.();
  return result;
}
