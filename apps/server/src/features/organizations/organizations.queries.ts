import { type SqlBool, sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { takesSeat } from "./seats.queries.ts";
import type { OrganizationRow } from "./organizations.presenter.ts";

const members = (condition: string) =>
  sql<string>`(select count(*) from membership m where m.organization_id = o.organization_id and ${sql.raw(condition)})`;

/** A practice with its counted people; undefined when it does not exist (or is not the bound one). */
export async function findOrganization(db: OrganizationDb): Promise<OrganizationRow | undefined> {
  const rows = await db.read((builder) =>
    builder
      .selectFrom("organization as o")
      .leftJoin("security_check as k", "k.organization_id", "o.organization_id")
      .selectAll("o")
      .select([
        "k.score as security_score",
        "k.checked_at as security_checked_at",
        "k.checks as security_checks",
      ])
      .select([
        members("m.status <> 'removed'").as("user_count"),
        members("m.status = 'active'").as("active_count"),
        sql<string>`(select count(distinct m.department) from membership m
          where m.organization_id = o.organization_id and m.status <> 'removed')`.as("department_count"),
      ])
      .where("o.organization_id", "=", db.organizationId)
      .where("o.status", "not in", ["archived", "deleted"]),
  );
  return rows[0];
}

/** Which of these people belong to the practice and were not removed. */
export async function membersAmong(db: OrganizationDb, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  const rows = await db.read((builder) =>
    builder
      .selectFrom("membership")
      .select("person_id")
      .where("organization_id", "=", db.organizationId)
      .where("person_id", "in", personIds)
      .where("status", "<>", "removed"),
  );
  return rows.map((row) => row.person_id);
}

/** People of a practice by state, role and department. */
export async function countMembers(db: OrganizationDb) {
  const [states, byRole, departments] = await db.readAll<
    [
      {
        total: string;
        active: string;
        pending: string;
        locked: string;
        blocked: string;
        deactivated: string;
        seats: string;
        max_users: number | null;
        plan: string;
      },
      { role: string; count: string },
      { name: string; count: string },
    ]
  >((builder) => [
    builder
      .selectFrom("organization as o")
      .leftJoin("membership as m", (join) =>
        join.onRef("m.organization_id", "=", "o.organization_id").on("m.status", "<>", "removed"),
      )
      .select([
        sql<string>`count(m.id)`.as("total"),
        sql<string>`count(m.id) filter (where m.status = 'active' and m.blocked_at is null
          and (m.locked_until is null or m.locked_until <= now()))`.as("active"),
        sql<string>`count(m.id) filter (where m.status = 'pending')`.as("pending"),
        sql<string>`count(m.id) filter (where m.status = 'active' and m.blocked_at is null
          and m.locked_until > now())`.as("locked"),
        sql<string>`count(m.id) filter (where m.status = 'active' and m.blocked_at is not null)`.as(
          "blocked",
        ),
        sql<string>`count(m.id) filter (where m.status = 'deactivated')`.as("deactivated"),
        sql<string>`count(m.id) filter (where ${takesSeat})`.as("seats"),
        "o.max_users",
        "o.plan",
      ])
      .where("o.organization_id", "=", db.organizationId)
      .groupBy(["o.max_users", "o.plan"]),
    builder
      .selectFrom("membership as m")
      .select(["m.role", sql<string>`count(*)`.as("count")])
      .where("m.organization_id", "=", db.organizationId)
      .where("m.status", "<>", "removed")
      .groupBy("m.role"),
    builder
      .selectFrom("membership as m")
      .select([sql<string>`m.department`.as("name"), sql<string>`count(*)`.as("count")])
      .where("m.organization_id", "=", db.organizationId)
      .where("m.status", "<>", "removed")
      .where("m.department", "is not", null)
      .groupBy("m.department")
      .orderBy(sql`m.department collate "de-x-icu"`),
  ]);
  const counted = states[0];
  return counted === undefined ? undefined : { counted, byRole, departments };
}

export type UptimeRow = { day: string; minutes: number; first_minute: Date; last_minute: Date };
export type SignInRow = { day: string; succeeded: string; failed: string };

/** Availability of the portal and sign-ins of the practice per day, in its time zone. */
export async function readActivity(db: OrganizationDb) {
  const [uptime, signIns] = await db.readAll<[UptimeRow, SignInRow]>((builder) => [
    builder
      .selectFrom("uptime_day")
      .select([sql<string>`day::text`.as("day"), "minutes", "first_minute", "last_minute"])
      .where("day", ">", sql<string>`(now() at time zone 'UTC')::date - 30`)
      .orderBy("day"),
    builder
      .selectFrom(
        sql<{ day: Date }>`(select generate_series(
            (now() at time zone o.time_zone)::date - 13, (now() at time zone o.time_zone)::date, interval '1 day'
          )::date as day, o.time_zone from organization o where o.organization_id = ${db.organizationId})`.as(
          "days",
        ),
      )
      .leftJoin("audit_entry as e", (join) =>
        join
          .on("e.organization_id", "=", db.organizationId)
          .on("e.action", "=", "auth.login")
          .on(sql<SqlBool>`e.occurred_at >= (days.day)::timestamp at time zone days.time_zone`)
          .on(sql<SqlBool>`e.occurred_at < (days.day + 1)::timestamp at time zone days.time_zone`),
      )
      .select([
        sql<string>`days.day::text`.as("day"),
        sql<string>`count(e.id) filter (where e.outcome = 'success')`.as("succeeded"),
        sql<string>`count(e.id) filter (where e.outcome <> 'success')`.as("failed"),
      ])
      .groupBy(sql`days.day`)
      .orderBy(sql`days.day`),
  ]);
  return { uptime, signIns };
}

/** The summary of one practice with its number of people, for lists over the caller's own practices. */
export async function findListed(db: OrganizationDb) {
  const rows = await db.read((builder) =>
    builder
      .selectFrom("organization as o")
      .select(["o.organization_id", "o.name", "o.type", "o.status", "o.created_at"])
      .select(members("m.status <> 'removed'").as("user_count"))
      .where("o.organization_id", "=", db.organizationId)
      .where("o.status", "not in", ["archived", "deleted"]),
  );
  return rows[0];
}
