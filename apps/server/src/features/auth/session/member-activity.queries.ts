import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/**
 * Records the minute of a member's latest request, unless it is recorded already. A membership that is being changed is
 * left out: requests must not wait for the change, nor occupy connections that others need. The next minute records it.
 */
export async function recordMemberActivity(
  tx: WriteTransaction,
  personId: string,
  organizationId: string,
  minute: Date,
): Promise<void> {
  await tx.sendIn(organizationId, (db) => [
    db
      .updateTable("membership")
      .set({ last_activity_at: minute })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", (query) =>
        query
          .selectFrom("membership as free")
          .select("free.person_id")
          .where("free.organization_id", "=", organizationId)
          .where("free.person_id", "=", personId)
          .where((where) =>
            where.or([
              where("free.last_activity_at", "is", null),
              where("free.last_activity_at", "<", minute),
            ]),
          )
          .forNoKeyUpdate()
          .skipLocked(),
      ),
  ]);
}
