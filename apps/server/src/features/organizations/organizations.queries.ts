import { type RawBuilder, type SqlBool, sql } from "kysely";
import { anyOf } from "../../platform/db/any-of.ts";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import {
  entitlementsIn,
  entitlementsOf,
  type EntitlementRow,
  limitOf,
  limitSourceOf,
  planLimitOf,
} from "../../directory/entitlements.queries.ts";
import { takesSeat } from "../../directory/seats.queries.ts";
import { isLocked } from "../../directory/users.presenter.ts";
import type { OrganizationRow } from "./organizations.presenter.ts";

export const members = (condition: string) =>
  sql<string>`(select count(*) from membership m where m.organization_id = o.organization_id and ${sql.raw(condition)})`;

/** The seats of an organization, where they come from, and those of its plan. */
export const seatLimitColumns = [
  limitOf("o.organization_id", "maxUsers").as("seat_limit"),
  limitSourceOf("o.organization_id", "maxUsers").as("seat_limit_source"),
  planLimitOf("o.organization_id", "maxUsers").as("plan_seats"),
] as const;

/** Columns of a row of the organizations list. */
export const listedColumns = [
  "o.organization_id",
  "o.name",
  "o.type",
  "o.status",
  "o.verified_at",
  "o.deleted_at",
  "o.plan",
  "o.version",
  "o.created_at",
  limitOf("o.organization_id", "maxUsers").as("seat_limit"),
] as const;

/** Returns the person whose membership was created with the organization, or undefined once they left. */
export async function findFirstMember(db: OrganizationDb): Promise<string | undefined> {
  const [firstRow] = await db.read((builder) =>
    builder
      .selectFrom("membership")
      .select(["person_id", "status"])
      .where("organization_id", "=", db.organizationId)
      .orderBy("id")
      .limit(1),
  );
  return firstRow?.status === "removed" ? undefined : firstRow?.person_id;
}

/** Returns an organization with its member counts, or undefined when it does not exist (or is not the bound one). */
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
        ...seatLimitColumns,
      ])
      .select([
        members("m.status <> 'removed'").as("user_count"),
        members("m.status = 'active'").as("active_count"),
        sql<string>`(select count(distinct m.department) from membership m
          where m.organization_id = o.organization_id and m.status <> 'removed')`.as("department_count"),
      ])
      .where("o.organization_id", "=", db.organizationId)
      // Archived organizations are visible here: their members cannot get this far.
      .where("o.status", "<>", "deleted"),
  );
  return rows[0];
}

/** Returns which of these people belong to the organization and were not removed. */
export async function membersAmong(db: OrganizationDb, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  const rows = await db.read((builder) =>
    builder
      .selectFrom("membership")
      .select("person_id")
      .where("organization_id", "=", db.organizationId)
      .where("person_id", "=", anyOf(personIds))
      .where("status", "<>", "removed"),
  );
  return rows.map((row) => row.person_id);
}

/** Counts by name; the state conditions put each person into exactly one state. */
const countsAt = (now: Date) => ({
  total: sql<string>`count(*)`,
  active: sql<string>`count(*) filter (where m.status = 'active' and m.blocked_at is null
    and (${isLocked(now)}) is not true)`,
  pending: sql<string>`count(*) filter (where m.status = 'pending')`,
  locked: sql<string>`count(*) filter (where m.status = 'active' and m.blocked_at is null and ${isLocked(now)})`,
  blocked: sql<string>`count(*) filter (where m.status = 'active' and m.blocked_at is not null)`,
  deactivated: sql<string>`count(*) filter (where m.status = 'deactivated')`,
  seats: sql<string>`count(*) filter (where ${takesSeat})`,
});
type CountName = keyof ReturnType<typeof countsAt>;

type GroupRow = Record<CountName, string> & { role: string; department: string | null };

/**
 * Counts the people of an organization, or those who match `listed`, by state, role and department. Scans once: counts
 * per role and department, then adds.
 */
export async function countMembers(db: OrganizationDb, now: Date, listed: RawBuilder<SqlBool> = sql`true`) {
  const counts = countsAt(now);
  const countNames = Object.keys(counts) as CountName[];
  const [entitlements, groups] = await db.readAll<[EntitlementRow, GroupRow]>((builder) => [
    entitlementsOf(db.organizationId)(builder),
    builder
      .selectFrom("membership as m")
      .select(["m.role", "m.department"])
      .select(countNames.map((name) => counts[name].as(name)))
      .where("m.organization_id", "=", db.organizationId)
      // A literal: as a parameter it would be unknown to a cached plan, which then could not use the partial index.
      .where(sql<SqlBool>`m.status <> 'removed'`)
      .where(listed)
      .groupBy(["m.role", "m.department"])
      .orderBy("m.department", germanOrder),
  ]);
  if (entitlements.length === 0) return undefined;
  const countsByStatus = Object.fromEntries(
    countNames.map((name) => [name, groups.reduce((sum, group) => sum + Number(group[name]), 0)]),
  ) as Record<CountName, number>;
  const byRole = new Map<string, number>();
  const byDepartment = new Map<string, number>();
  for (const { role, department, total } of groups) {
    byRole.set(role, (byRole.get(role) ?? 0) + Number(total));
    if (department !== null)
      byDepartment.set(department, (byDepartment.get(department) ?? 0) + Number(total));
  }
  return {
    maxUsers: entitlementsIn(entitlements).maxUsers.value,
    counted: countsByStatus,
    byRole,
    byDepartment,
  };
}

export type UptimeRow = { day: string; minutes: number; first_minute: Date; last_minute: Date };
export type SignInRow = { day: string; succeeded: string; failed: string };

/** Returns availability of the portal, and sign-ins of the organization per day in its time zone. */
export async function readActivity(db: OrganizationDb, now: Date) {
  const [uptime, signIns] = await db.readAll<[UptimeRow, SignInRow]>((builder) => [
    builder
      .selectFrom("uptime_day")
      .select([sql<string>`day::text`.as("day"), "minutes", "first_minute", "last_minute"])
      .where("day", ">", sql<string>`(${now}::timestamptz at time zone 'UTC')::date - 30`)
      .orderBy("day"),
    builder
      .selectFrom(
        sql<{ day: Date }>`(select generate_series(
            (${now}::timestamptz at time zone o.time_zone)::date - 13,
            (${now}::timestamptz at time zone o.time_zone)::date, interval '1 day'
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
