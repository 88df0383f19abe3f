import { sql } from "kysely";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";

/** Sets the password of a locked person without checking the old one. */
export async function setPassword(
  tx: WriteTransaction,
  change: { personId: string; hash: string; mustChange: boolean },
): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({ password_hash: change.hash, must_change_password: change.mustChange, updated_at: sql`now()` })
    .where("id", "=", change.personId)
    .execute();
}

/** Invalidates mailed links, started sign-ins and one-time codes that relied on an old password. */
export async function endRecovery(tx: WriteTransaction, personId: string, now: Date): Promise<void> {
  await tx.identity
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("person_id", "=", personId)
    .where("purpose", "in", ["password_reset", "second_step"])
    .where("used_at", "is", null)
    .execute();
  await tx.identity
    .updateTable("recovery_code")
    .set({ revoked_at: now })
    .where("person_id", "=", personId)
    .where("purpose", "=", "password")
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

/** Revokes a person's organization tokens in an organization and returns their number. */
export async function revokeTokens(
  tx: WriteTransaction,
  organizationId: string,
  revoked: { personId: string; by: string | null; reason: string; now: Date },
): Promise<number> {
  const rows = await tx.organization(organizationId, (db) =>
    db
      .updateTable("org_token")
      .set({ revoked_at: revoked.now, revoked_by: revoked.by, revoke_reason: revoked.reason })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", revoked.personId)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute(),
  );
  return rows.length;
}
