import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Records the minute of a member's latest request, unless it is recorded already. */
export function recordMemberActivity(
  tx: WriteTransaction,
  personId: string,
  organizationId: string,
  minute: Date,
): Promise<void> {
  return tx.organization(organizationId, async (db) => {
    await db
      .updateTable("membership")
      .set({ last_activity_at: minute })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .where((where) =>
        where.or([where("last_activity_at", "is", null), where("last_activity_at", "<", minute)]),
      )
      .execute();
  });
}
