import { idempotencyKeyMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { IdentityDb } from "../db/handles.ts";
import type { WriteTransaction } from "../db/write-transaction.ts";
import { type StoredCall, type RepeatableCall, RepeatedCallError } from "./idempotency.ts";

/**
 * Condition that a key has expired, by the clock of the database, which also wrote the time. With a wrong clock, this
 * process would execute the call again.
 */
const isExpired = sql<boolean>`idempotency_key.created_at < now() - ${`${idempotencyKeyMs} ms`}::interval`;

/** Returns the earlier call with the key, if any. */
export async function findIdempotencyKey(
  db: IdentityDb,
  personId: string,
  key: string,
): Promise<StoredCall | undefined> {
  const rows = await db.read((query) =>
    query
      .selectFrom("idempotency_key")
      .select(["request_hash", "status", "created_id", isExpired.as("is_expired")])
      .where("person_id", "=", personId)
      .where("key", "=", key),
  );
  return rows[0];
}

/**
 * Stores the key of a call together with its change. It must be the first statement of the transaction. A concurrent
 * call with the same key waits here and then finds the row. Does nothing for a call without a key. Throws {@link
 * RepeatedCallError} if the call was already executed.
 */
export async function saveIdempotencyKey(
  tx: WriteTransaction,
  call: RepeatableCall | undefined,
  createdId: string,
): Promise<void> {
  if (call === undefined) return;
  const row = {
    request_hash: call.requestHash,
    status: call.status,
    organization_id: call.organizationId,
    created_id: createdId,
  };
  const stored = await tx.identity
    .insertInto("idempotency_key")
    .values({ person_id: call.personId, key: call.key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "key"])
        .doUpdateSet({ ...row, created_at: sql`now()` })
        .where(isExpired),
    )
    .returning("key")
    .executeTakeFirst();
  if (stored === undefined) throw new RepeatedCallError();
  call.isSaved = true;
}
