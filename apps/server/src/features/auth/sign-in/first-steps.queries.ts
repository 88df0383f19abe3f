import { sql } from "kysely";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/**
 * Returns the first step of a sign-in and counts one more attempt. Returns undefined when it is used, expired or out of
 * attempts.
 */
export async function tryFirstStep(db: IdentityDb, tokenHash: Buffer, maxAttempts: number, now: Date) {
  return db.write((tx) =>
    tx.identity
      .updateTable("one_time_token")
      .set({ attempts: sql`attempts + 1` })
      .where("token_hash", "=", tokenHash)
      .where("purpose", "=", "second_step")
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .where("attempts", "<", maxAttempts)
      .returning(["person_id", "details"])
      .executeTakeFirst(),
  );
}

/** Returns the first step of a sign-in, or undefined when it is used, expired or out of attempts. */
export async function findFirstStep(db: IdentityDb, tokenHash: Buffer, maxAttempts: number, now: Date) {
  const rows = await db.read((query) =>
    query
      .selectFrom("one_time_token")
      .select(["person_id", "details"])
      .where("token_hash", "=", tokenHash)
      .where("purpose", "=", "second_step")
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .where("attempts", "<", maxAttempts),
  );
  return rows[0];
}

/** Uses up the first step. Returns true only the first time. */
export async function consumeFirstStep(tx: WriteTransaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .returning("token_hash")
    .executeTakeFirst();
  return row !== undefined;
}
