import { sql } from "kysely";
import type { IdentityDb } from "../platform/db/handles.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";

export type RecoveryPurpose = "password" | "second_factor" | "day";

/** Stores a one-time code of a locked person in place of an earlier one for the same purpose. */
export async function insertRecoveryCode(
  tx: WriteTransaction,
  code: {
    id: string;
    personId: string;
    organizationId: string;
    purpose: RecoveryPurpose;
    hash: string;
    createdBy: string;
    expiresAt: Date;
    now: Date;
  },
): Promise<void> {
  await revokeRecoveryCodes(tx, code.personId, code.purpose, code.now);
  await tx.identity
    .insertInto("recovery_code")
    .values({
      id: code.id,
      person_id: code.personId,
      organization_id: code.organizationId,
      purpose: code.purpose,
      code_hash: code.hash,
      created_by: code.createdBy,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Revokes all open codes of this purpose. */
export async function revokeRecoveryCodes(
  tx: WriteTransaction,
  personId: string,
  purpose: RecoveryPurpose,
  now: Date,
): Promise<void> {
  await tx.identity
    .updateTable("recovery_code")
    .set({ revoked_at: now })
    .where("person_id", "=", personId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Counts an attempt on a person's open one-time code before it is checked. Returns undefined when no code or attempt is
 * left.
 */
export async function tryRecoveryCode(
  db: IdentityDb,
  personId: string,
  purpose: RecoveryPurpose,
  maxAttempts: number,
  now: Date,
) {
  return db.write((tx) =>
    tx.identity
      .updateTable("recovery_code")
      .set({ attempts: sql`attempts + 1` })
      .where("person_id", "=", personId)
      .where("purpose", "=", purpose)
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .where("attempts", "<", maxAttempts)
      .returning(["id", "code_hash", "organization_id", "created_by"])
      .executeTakeFirst(),
  );
}

/**
 * Uses up a one-time code. Returns true only the first time, and only while the person has no other organization: the
 * administrator who issued the code knows it, so it must not give access to another one.
 */
export async function useRecoveryCode(tx: WriteTransaction, id: string, now: Date): Promise<boolean> {
  const row = await tx.identity
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`not has_other_memberships(person_id, organization_id)`)
    .where(sql<boolean>`exists (select from person p where p.id = person_id and p.platform_role is null)`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
