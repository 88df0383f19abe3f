import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Whether the database holds the demonstration. */
export async function hasDemo(db: PlatformDb): Promise<boolean> {
  const row = await db.all
    .selectFrom("person")
    .select("id")
    .where("is_demo", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody is there at all. */
export async function hasPeople(db: PlatformDb): Promise<boolean> {
  const row = await db.all.selectFrom("person").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function storeTwoFactor(tx: WriteTransaction, personId: string, sealed: Buffer): Promise<void> {
  await tx.identity
    .insertInto("two_factor")
    .values({ person_id: personId, secret: sealed, enabled_at: sql`now()` })
    .execute();
  await tx.syncMemberRows(personId);
}

export async function setLock(tx: WriteTransaction, personId: string, until: Date): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({ failed_login_attempts: 10, locked_until: until, lock_reason: "failed_logins" })
    .where("id", "=", personId)
    .execute();
  await tx.syncMemberRows(personId);
}

/**
 * Removes the demonstration: its people and practices with everything that hangs on them. Audit chains are
 * history and stay; they hold no name that is not invented.
 */
export async function deleteDemo(db: PlatformDb): Promise<{ people: number; organizations: number }> {
  return db.write(async (_tx, all) => {
    const organizations = await all
      .selectFrom("organization")
      .select("organization_id")
      .where("is_demo", "=", true)
      .execute();
    const ids = organizations.map((row) => row.organization_id);
    if (ids.length > 0) {
      await all.deleteFrom("membership").where("organization_id", "in", ids).execute();
      await all.deleteFrom("organization").where("organization_id", "in", ids).execute();
    }
    const people = await all
      .deleteFrom("person")
      .where("is_demo", "=", true)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("membership").select("id").whereRef("membership.person_id", "=", "person.id"))),
      )
      .executeTakeFirst();
    return { people: Number(people.numDeletedRows), organizations: ids.length };
  });
}
