import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Serializes setups, because two links may have been created at the same moment. Held until the commit. */
export async function lockSetup(tx: WriteTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203412)`.execute(tx.identity);
}

/** Returns whether the platform has an administrator. */
export async function hasAdministrator(db: PlatformDb): Promise<boolean> {
  const row = await db.reads
    .selectFrom("person")
    .select("id")
    .where("platform_role", "=", "super_admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a setup link can still be used. */
export async function hasOpenSetupLink(tx: WriteTransaction, now: Date): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("one_time_token")
    .select("token_hash")
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces all older setup links with a new one. */
export async function replaceSetupLink(
  tx: WriteTransaction,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: sql`now()` })
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .execute();
  await tx.identity
    .insertInto("one_time_token")
    .values({ token_hash: tokenHash, purpose: "setup", expires_at: expiresAt })
    .execute();
}

export async function findSetupLink(db: PlatformDb, tokenHash: Buffer, now: Date) {
  return db.reads
    .selectFrom("one_time_token")
    .select("expires_at")
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Consumes the link. Returns false when it was already used or has expired. */
export async function consumeSetupLink(tx: WriteTransaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("token_hash")
    .executeTakeFirst();
  return row !== undefined;
}
