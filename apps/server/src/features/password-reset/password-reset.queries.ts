import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Returns the owner of a confirmed address, or undefined if there is none. */
export async function findOwnerOf(tx: WriteTransaction, email: string): Promise<string | undefined> {
  const row = await tx.identity
    .selectFrom("person")
    .select("id")
    .where("email", "=", email)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

/** The link is valid: its person exists, and their confirmed address has not changed since it was sent. */
const isOwnAddress = sql<boolean>`exists (
  select from person p where p.id = one_time_token.person_id and p.deactivated_at is null
    and p.email is not null and p.email_verified_at <= one_time_token.created_at)`;

/** Returns an open reset link, or undefined when it is unknown, used, expired or replaced. */
export async function findResetLink(db: IdentityDb, tokenHash: Buffer, now: Date) {
  const [row] = await db.read((query) =>
    query
      .selectFrom("one_time_token")
      .select(["person_id", "expires_at"])
      .where("token_hash", "=", tokenHash)
      .where("purpose", "=", "password_reset")
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .where(isOwnAddress),
  );
  return row?.person_id ? { personId: row.person_id, expiresAt: row.expires_at } : undefined;
}

/** Uses up a reset link. Returns true for the first use only. */
export async function useResetLink(tx: WriteTransaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", "password_reset")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where(isOwnAddress)
    .returning("token_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes back an attempt at a one-time code that was correct: only the new password was rejected. */
export async function returnRecoveryAttempt(tx: WriteTransaction, id: string): Promise<void> {
  await tx.identity
    .updateTable("recovery_code")
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where("id", "=", id)
    .execute();
}
