import { loginFailuresUntilLock } from "@praxisportal/contract/limits";
import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
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
    .set({ failed_login_attempts: loginFailuresUntilLock, locked_until: until, lock_reason: "failed_logins" })
    .where("id", "=", personId)
    .execute();
  await tx.syncMemberRows(personId);
}

/**
 * Removes the demonstration: its people, wherever they work, and its practices with whoever works only there; their
 * password or invitation is public. Audit chains are history and stay; they hold no name that is not invented.
 *
 * @param all the tables in a transaction of the platform role
 */
export async function deleteDemo(
  all: Kysely<TenantTables & GlobalTables>,
): Promise<{ people: number; organizations: number }> {
  const demoOrganizations = all
    .selectFrom("organization")
    .select("organization_id")
    .where("is_demo", "=", true);
  const demoPeople = all.selectFrom("person").select("id").where("is_demo", "=", true);
  // What refers to a membership or a practice goes before it.
  await all.deleteFrom("security_check").where("organization_id", "in", demoOrganizations).execute();
  await all
    .deleteFrom("invitation")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("organization_id", "in", demoOrganizations),
        eb("invited_by", "in", demoPeople),
        eb("membership_id", "in", selectFrom("membership").select("id").where("person_id", "in", demoPeople)),
      ]),
    )
    .execute();
  const members = await all
    .deleteFrom("membership")
    .where(({ or, eb }) =>
      or([eb("organization_id", "in", demoOrganizations), eb("person_id", "in", demoPeople)]),
    )
    .returning("person_id")
    .execute();
  await all.deleteFrom("department").where("organization_id", "in", demoOrganizations).execute();
  await all.deleteFrom("site").where("organization_id", "in", demoOrganizations).execute();
  const organizations = await all.deleteFrom("organization").where("is_demo", "=", true).executeTakeFirst();
  const memberIds = members.map((row) => row.person_id);
  const people = await all
    .deleteFrom("person")
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb("is_demo", "=", true),
        and([
          sql<boolean>`person.id = any(${memberIds}::uuid[])`,
          eb("platform_role", "is", null),
          not(
            exists(selectFrom("membership").select("id").whereRef("membership.person_id", "=", "person.id")),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  return { people: Number(people.numDeletedRows), organizations: Number(organizations.numDeletedRows) };
}
