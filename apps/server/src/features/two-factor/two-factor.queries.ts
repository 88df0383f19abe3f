import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Returns the state of a person's own second factor. */
export async function readStatus(db: IdentityDb, personId: string) {
  const rows = await db.read((query) =>
    query
      .selectFrom("person as p")
      .leftJoin("two_factor as tf", "tf.person_id", "p.id")
      .select((select) => [
        "tf.enabled_at",
        "tf.secret",
        "p.email",
        "p.platform_username",
        "p.first_name",
        "p.last_name",
        select
          .selectFrom("backup_code as code")
          .select((count) => count.fn.countAll<string>().as("left"))
          .whereRef("code.person_id", "=", "p.id")
          .where("code.used_at", "is", null)
          .as("backup_codes_left"),
      ])
      .where("p.id", "=", personId),
  );
  return rows[0];
}

/** Returns the pending secret of a session until it expires. */
export async function findSetup(db: IdentityDb, sessionId: string, now: Date) {
  const rows = await db.read((query) =>
    query
      .selectFrom("two_factor_setup")
      .select(["secret", "expires_at"])
      .where("session_id", "=", sessionId)
      .where("expires_at", ">", now),
  );
  return rows[0];
}

/** Stores a pending secret unless a parallel call has just stored a valid one. Returns the stored secret. */
export async function saveSetup(
  tx: WriteTransaction,
  setup: { sessionId: string; personId: string; secret: Buffer; expiresAt: Date; now: Date },
) {
  await tx.identity
    .insertInto("two_factor_setup")
    .values({
      session_id: setup.sessionId,
      person_id: setup.personId,
      secret: setup.secret,
      expires_at: setup.expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .column("session_id")
        .doUpdateSet({ secret: setup.secret, expires_at: setup.expiresAt })
        .where("two_factor_setup.expires_at", "<=", setup.now),
    )
    .execute();
  return tx.identity
    .selectFrom("two_factor_setup")
    .select(["secret", "expires_at"])
    .where("session_id", "=", setup.sessionId)
    .executeTakeFirstOrThrow();
}

/** Enables the second factor with a secret whose code was accepted. Returns false if it is already enabled. */
export async function enable(
  tx: WriteTransaction,
  factor: { personId: string; secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const enabled = await tx.identity
    .insertInto("two_factor")
    .values({
      person_id: factor.personId,
      secret: factor.secret,
      enabled_at: factor.now,
      last_step: factor.step,
    })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet({ secret: factor.secret, enabled_at: factor.now, last_step: factor.step })
        .where("two_factor.enabled_at", "is", null),
    )
    .returning("person_id")
    .executeTakeFirst();
  return enabled !== undefined;
}

/**
 * Returns whether a person has a passkey. The person's row stays locked, so that the last passkey cannot be removed at
 * the same time.
 */
export async function hasPasskey(tx: WriteTransaction, personId: string): Promise<boolean> {
  await tx.identity.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const row = await tx.identity
    .selectFrom("passkey")
    .select("id")
    .where("person_id", "=", personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceBackupCodes(
  tx: WriteTransaction,
  personId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.identity.deleteFrom("backup_code").where("person_id", "=", personId).execute();
  await tx.identity
    .insertInto("backup_code")
    .values(hashes.map((code_hash, slot) => ({ person_id: personId, slot, code_hash })))
    .execute();
}

export async function findSecret(db: IdentityDb, personId: string): Promise<Buffer | undefined> {
  const rows = await db.read((query) =>
    query
      .selectFrom("two_factor")
      .select("secret")
      .where("person_id", "=", personId)
      .where("enabled_at", "is not", null),
  );
  return rows[0]?.secret;
}

/** Consumes a time step of the app's codes. Returns true once, and only for a newer step than the last one. */
export async function useStep(tx: WriteTransaction, personId: string, step: number): Promise<boolean> {
  const usedCode = await tx.identity
    .updateTable("two_factor")
    .set({ last_step: step })
    .where("person_id", "=", personId)
    .where("enabled_at", "is not", null)
    .where("last_step", "<", step)
    .returning("person_id")
    .executeTakeFirst();
  return usedCode !== undefined;
}

export async function findBackupCode(db: IdentityDb, personId: string, slot: number) {
  const rows = await db.read((query) =>
    query
      .selectFrom("backup_code")
      .select("code_hash")
      .where("person_id", "=", personId)
      .where("slot", "=", slot)
      .where("used_at", "is", null),
  );
  return rows[0]?.code_hash;
}

/** Consumes a backup code. Returns true only once. Renewed codes have other hashes. */
export async function useBackupCode(
  tx: WriteTransaction,
  personId: string,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const usedCode = await tx.identity
    .updateTable("backup_code")
    .set({ used_at: now })
    .where("person_id", "=", personId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .returning("slot")
    .executeTakeFirst();
  return usedCode !== undefined;
}

export async function countBackupCodes(tx: WriteTransaction, personId: string): Promise<number> {
  const { left } = await tx.identity
    .selectFrom("backup_code")
    .select((count) => count.fn.countAll<string>().as("left"))
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
