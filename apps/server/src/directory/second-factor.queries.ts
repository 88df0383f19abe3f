import type { WriteTransaction } from "../platform/db/write-transaction.ts";

/** Deletes the pending secrets of a person in all sessions, after one was enabled or the factor was removed. */
export async function deleteSetups(tx: WriteTransaction, personId: string): Promise<void> {
  await tx.identity.deleteFrom("two_factor_setup").where("person_id", "=", personId).execute();
}

/** Removes the second factor with all its data. Returns false when there was none. */
export async function removeSecondFactor(tx: WriteTransaction, personId: string): Promise<boolean> {
  await deleteSetups(tx, personId);
  await tx.identity.deleteFrom("backup_code").where("person_id", "=", personId).execute();
  const row = await tx.identity
    .deleteFrom("two_factor")
    .where("person_id", "=", personId)
    .where("enabled_at", "is not", null)
    .returning("person_id")
    .executeTakeFirst();
  // Without the factor, no device is trusted for it.
  await tx.identity
    .updateTable("device_person")
    .set({ trusted_until: null })
    .where("person_id", "=", personId)
    .execute();
  return row !== undefined;
}

export async function removePasskeys(tx: WriteTransaction, personId: string): Promise<void> {
  await tx.identity.deleteFrom("passkey").where("person_id", "=", personId).execute();
}

/** Records a step-up on a session. */
export async function recordProof(
  tx: WriteTransaction,
  sessionId: string,
  now: Date,
  secondFactor: boolean,
): Promise<void> {
  await tx.identity
    .updateTable("session")
    .set({ authenticated_at: now, ...(secondFactor && { second_factor_at: now }) })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}
