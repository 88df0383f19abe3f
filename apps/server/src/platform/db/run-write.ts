import type { Transaction } from "kysely";
import type { EventRow } from "../events/event-row.ts";
import type { Database } from "./database.ts";
import type { GlobalTables, TenantTables } from "./tables.gen.ts";
import { WriteTransaction } from "./write-transaction.ts";

/**
 * Runs a write transaction, whose last statements are its audit entries and events. The events are published after the
 * commit and before this returns, so that the caller's next request sees the change. A commit that wrote to the outbox
 * also wakes the background work, which would otherwise find the row at its next poll.
 */
export async function runWrite<Result>(
  database: Database,
  work: (tx: WriteTransaction, trx: Transaction<TenantTables & GlobalTables>) => Promise<Result>,
): Promise<Result> {
  let hasEmitted = false;
  let events: EventRow | undefined;
  const result = await database.transaction(async (trx) => {
    const tx = new WriteTransaction(trx);
    const done = await work(tx, trx);
    await tx.finish();
    ({ hasEmitted, events } = tx);
    return done;
  });
  if (events !== undefined) database.onRecorded?.(events);
  if (hasEmitted) database.onOutboxWritten?.();
  return result;
}
