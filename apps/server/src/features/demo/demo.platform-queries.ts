import { deleteDemoInvoices } from "./invoices/demo-invoices.platform-queries.ts";
import { approachingLimitRatio, loginFailuresBeforeLock } from "@praxisportal/contract/limits";
import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { emptiedTables } from "../../platform/db/organization-tables.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { deleteDemoAi } from "./demo-ai.platform-queries.ts";
import { deleteSeason } from "./season/season.platform-queries.ts";
import { joinAllLimits } from "../../directory/entitlements.queries.ts";
import { joinedSeats, withSeats } from "../../directory/seats.queries.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

/** Returns whether the database contains demo data. */
export async function hasDemo(db: PlatformDb): Promise<boolean> {
  const row = await db.reads
    .selectFrom("person")
    .select("id")
    .where("is_demo", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the database contains any person. */
export async function hasPeople(db: PlatformDb): Promise<boolean> {
  const row = await db.reads.selectFrom("person").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Stores the details and the state of an organization, as if it had been created at that time. */
export async function storeDetails(
  tx: WriteTransaction,
  organizationId: string,
  {
    createdAt,
    details,
    suspendedAt,
    reason,
  }: {
    createdAt: Date;
    details: Readonly<Record<string, unknown>>;
    suspendedAt: Date | null;
    reason: string | null;
  },
): Promise<void> {
  await tx.organization(organizationId, async (db) => {
    await db
      .updateTable("organization")
      .set({
        created_at: createdAt,
        details: JSON.stringify(details),
        ...(suspendedAt && { status: "suspended", suspended_at: suspendedAt, suspension_reason: reason }),
      })
      .where("organization_id", "=", organizationId)
      .execute();
    await db
      .updateTable("subscription")
      .set({ valid_from: createdAt })
      .where("organization_id", "=", organizationId)
      .execute();
  });
}

/** Stores the last sign-in of its members for an organization. */
export async function recordLastSignIn(tx: WriteTransaction, organizationId: string): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("organization_size")
      .set((update) => ({
        last_sign_in_at: update
          .selectFrom("membership")
          .select(sql<Date>`max(last_login_at)`.as("at"))
          .where("organization_id", "=", organizationId),
      }))
      .where("organization_id", "=", organizationId)
      .execute(),
  );
}

/**
 * Stores that the administrators were notified of seats above 80 percent, so that no mail is sent for invented people.
 */
export async function storeSeatAlerts(allDb: Kysely<TenantTables & GlobalTables>, now: Date): Promise<void> {
  await sql`
    insert into limit_alert (organization_id, limit_name, threshold_percent, crossed_at, notified_at)
    select o.organization_id, 'max_users', 80, ${now}, ${now}
    from organization o join organization_size s on s.organization_id = o.organization_id ${withSeats} ${joinAllLimits}
    where o.is_demo and ${joinedSeats} > l.seats * ${sql.lit(approachingLimitRatio)}`.execute(allDb);
}

/** Changes the address of the webhooks that send to the demonstration's receiver, and returns them. */
export async function moveReceiver(
  allDb: Kysely<TenantTables & GlobalTables>,
  url: string,
): Promise<{ organizationId: string; id: string; name: string; oldUrl: string }[]> {
  const { rows } = await sql<{ organizationId: string; id: string; name: string; oldUrl: string }>`
    update webhook w set url = ${url}, version = w.version + 1, updated_at = now()
    from webhook old join organization o using (organization_id)
    where w.organization_id = old.organization_id and w.id = old.id and o.is_demo and old.url <> ${url}
      and old.url like ${`http://127.0.0.1:%${new URL(url).pathname}`}
    returning w.organization_id as "organizationId", w.id, w.name, old.url as "oldUrl"`.execute(allDb);
  return rows;
}

export async function storeTwoFactor(tx: WriteTransaction, personId: string, sealed: Buffer): Promise<void> {
  await tx.identity
    .insertInto("two_factor")
    .values({ person_id: personId, secret: sealed, enabled_at: sql`now()` })
    .execute();
  await syncMemberRows(tx, personId);
}

export async function setLock(tx: WriteTransaction, personId: string, until: Date): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({
      failed_login_attempts: loginFailuresBeforeLock,
      locked_until: until,
      lock_reason: "failed_logins",
    })
    .where("id", "=", personId)
    .execute();
  await syncMemberRows(tx, personId);
}

/** Tables whose rows are about a person, with the columns that reference people. */
const aboutPeople = [
  ["staff_check", ["checked_by"]],
  ["staff_change", ["person_id", "created_by"]],
  ["transfer", ["person_id", "performed_by", "undone_by"]],
  ["recovery_code", ["created_by"]],
] as const;

/** Columns that name the person who changed a row that is kept. */
const doneByPeople = [
  ["staff_change", "successor_id"],
  ["membership", "blocked_by"],
  ["workstation", "released_by"],
  ["org_token", "revoked_by"],
] as const;

/**
 * Deletes the demo data: demo people in any organization, the demo organizations, and people who belong to those
 * only, because their password or invitation is public. Audit chains are history and are kept; all names in them are
 * fictitious.
 *
 * @param allDb queries in a transaction of the platform role
 */
export async function deleteDemo(
  allDb: Kysely<TenantTables & GlobalTables>,
): Promise<{ people: number; organizations: number }> {
  const demoOrganizations = allDb
    .selectFrom("organization")
    .select("organization_id")
    .where("is_demo", "=", true);
  const demoPeople = allDb.selectFrom("person").select("id").where("is_demo", "=", true);
  await deleteSeason(allDb);
  // A job of a running portal that adds a row for one of them waits, and then fails.
  await demoOrganizations.forUpdate().execute();
  await deleteDemoAi(allDb);
  await deleteDemoInvoices(allDb);
  // Rows that members of other organizations created about demo people are deleted too, before the rows they
  // reference.
  for (const [table, columns] of aboutPeople) {
    await sql`delete from ${sql.table(table)} where ${sql.join(
      columns.map((column) => sql`${sql.ref(column)} in (${demoPeople})`),
      sql` or `,
    )}`.execute(allDb);
  }
  for (const [table, column] of doneByPeople) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} in (${demoPeople})`.execute(
      allDb,
    );
  }
  await allDb
    .deleteFrom("invitation")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("invited_by", "in", demoPeople),
        eb("membership_id", "in", selectFrom("membership").select("id").where("person_id", "in", demoPeople)),
      ]),
    )
    .execute();
  // Deletes the checklist as well.
  await allDb
    .deleteFrom("staff_change")
    .where(({ or, eb }) =>
      or([
        eb("organization_id", "in", demoOrganizations),
        eb("person_id", "in", demoPeople),
        eb("created_by", "in", demoPeople),
        eb("successor_id", "in", demoPeople),
      ]),
    )
    .execute();
  await allDb.deleteFrom("staff_check").where("checked_by", "in", demoPeople).execute();
  const members = await allDb
    .selectFrom("membership")
    .select("person_id")
    .where(({ or, eb }) =>
      or([eb("organization_id", "in", demoOrganizations), eb("person_id", "in", demoPeople)]),
    )
    .execute();
  for (const table of emptiedTables) {
    await sql`delete from ${sql.table(table)} where organization_id in (${demoOrganizations})`.execute(allDb);
  }
  await allDb.deleteFrom("membership").where("person_id", "in", demoPeople).execute();
  const organizations = await allDb.deleteFrom("organization").where("is_demo", "=", true).executeTakeFirst();
  const memberIds = members.map((row) => row.person_id);
  const people = await allDb
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
