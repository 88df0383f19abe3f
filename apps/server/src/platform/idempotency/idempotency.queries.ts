import { idempotencyKeyMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { IdentityDb } from "../db/handles.ts";
import type { WriteTransaction } from "../db/write-transaction.ts";
import { type KeptCall, type RepeatableCall, RepeatedCallError } from "./idempotency.ts";

/** The call that came with this key before, if any. */
export async function findKeptCall(
  db: IdentityDb,
  personId: string,
  key: string,
): Promise<KeptCall | undefined> {
  const rows = await db.read((query) =>
    query
      .selectFrom("idempotency_key")
      .select(["request_hash", "status", "created_id", "created_at"])
      .where("person_id", "=", personId)
      .where("key", "=", key),
  );
  return rows[0];
}

/**
 * Keeps the key of a call together with its change; make it the first statement of the transaction. A call at the
 * same moment with the same key waits here and then finds it. Does nothing for a call without a key.
 * Errors: {@link RepeatedCallError} when the call was carried out before.
 */
export async function keepCall(
  tx: WriteTransaction,
  call: RepeatableCall | undefined,
  createdId: string,
): Promise<void> {
  if (call === undefined) return;
  const row = {
    request_hash: call.requestHash,
    status: call.status,
    practice_id: call.practiceId,
    created_id: createdId,
  };
  const kept = await tx.identity
    .insertInto("idempotency_key")
    .values({ person_id: call.personId, key: call.key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "key"])
        .doUpdateSet({ ...row, created_at: sql`now()` })
        .where("idempotency_key.created_at", "<", sql<Date>`now() - ${`${idempotencyKeyMs} ms`}::interval`),
    )
    .returning("key")
    .executeTakeFirst();
  if (kept === undefined) throw new RepeatedCallError();
}
