import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { SeasonOrganization, SeasonPerson } from "./season-types.ts";

type Db = Kysely<TenantTables & GlobalTables>;

/** Records that a history up to this moment has to be created. */
export async function beginSeason(db: Db, anchoredAt: Date): Promise<void> {
  await db
    .insertInto("demo_season")
    .values({ anchored_at: anchoredAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether part of the history is still missing. */
export async function isSeasonOpen(db: PlatformDb): Promise<boolean> {
  const row = await db.reads
    .selectFrom("demo_season")
    .select("done_days")
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export type OpenSeason = { anchoredAt: Date; doneDays: number };

/**
 * Locks the season until the transaction ends, so that each day is made by one process only. Returns undefined when it
 * is finished, or when the demo was removed.
 */
export async function lockSeason(db: Db): Promise<OpenSeason | undefined> {
  const row = await db
    .selectFrom("demo_season")
    .select(["anchored_at", "done_days"])
    .where("finished_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row && { anchoredAt: row.anchored_at, doneDays: row.done_days };
}

/** Records that a day is done. */
export async function markDay(db: Db, isLast: boolean): Promise<void> {
  await db
    .updateTable("demo_season")
    .set({ done_days: sql`done_days + 1`, ...(isLast && { finished_at: sql`now()` }) })
    .execute();
}

type MemberRow = Omit<SeasonPerson, "createdAt" | "until"> & { createdAt: string; until: string };
type OrganizationRow = Omit<SeasonOrganization, "suspension" | "members"> & {
  suspendedAt: Date | null;
  suspensionReason: string | null;
  members: MemberRow[];
};

/** Returns the demo organizations with the members of the demo who have signed in, the owner of each first. */
export async function listSeasonOrganizations(db: Db, anchoredAt: Date): Promise<SeasonOrganization[]> {
  const { rows } = await sql<OrganizationRow>`
    select o.organization_id as id, o.name, o.country, o.time_zone as "timeZone", o.currency,
      o.created_at as "createdAt", o.suspended_at as "suspendedAt", o.suspension_reason as "suspensionReason",
      coalesce(jsonb_agg(jsonb_build_object(
        'personId', m.person_id, 'username', m.username, 'role', m.role, 'department', m.department,
        'createdAt', m.created_at, 'usesAi', m.permissions && '{ai:use}',
        'until', least(m.blocked_at, o.suspended_at, ${anchoredAt}::timestamptz)
      ) order by m.role <> 'org_admin', m.username) filter (where m.id is not null), '[]') as members
    from organization o
      left join (
        select m.* from membership m join person p on p.id = m.person_id
        where p.is_demo and m.last_login_at is not null and m.created_at <= ${anchoredAt}::timestamptz
      ) m using (organization_id)
    where o.is_demo and o.erased_at is null
    group by o.organization_id order by o.organization_id`.execute(db);
  return rows.map(({ suspendedAt, suspensionReason, members, ...organization }) => ({
    ...organization,
    suspension:
      suspendedAt !== null && suspendedAt < anchoredAt
        ? { at: suspendedAt, reason: suspensionReason ?? "" }
        : null,
    members: members.map((member) => ({
      ...member,
      createdAt: new Date(member.createdAt),
      until: new Date(member.until),
    })),
  }));
}

/** Returns the operator of the demo, or undefined once the account was deleted. */
export async function findOperator(db: Db) {
  return db
    .selectFrom("person")
    .select(["id", "platform_username", "created_at"])
    .where("is_demo", "=", true)
    .where("platform_role", "=", "super_admin")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Records that the portal ran for the given number of minutes of a day, in addition to its actual uptime. */
export async function recordUptime(db: Db, day: string, minutes: number): Promise<void> {
  await sql`
    insert into uptime_day as d (day, minutes, first_minute, last_minute)
    values (${day}, ${minutes}, ${`${day}T00:00:00Z`}, ${`${day}T00:00:00Z`}::timestamptz + ${minutes} * interval '1 minute')
    on conflict (day) do update set minutes = d.minutes + excluded.minutes, first_minute = excluded.first_minute`.execute(
    db,
  );
}

/** Runs `work`; rolls it back if AI calls are refused because of a stop or a limit. */
export async function rollBackIfRefused(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`savepoint ai_use`.execute(db);
  try {
    await work();
    await sql`release savepoint ai_use`.execute(db);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint ai_use`.execute(db);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "AI001";
}

/** Deletes the state of the season and the invented availability. */
export async function deleteSeason(allDb: Db): Promise<void> {
  await sql`
    delete from uptime_day using demo_season where day <= (anchored_at at time zone 'UTC')::date`.execute(
    allDb,
  );
  await allDb.deleteFrom("demo_season").execute();
}
