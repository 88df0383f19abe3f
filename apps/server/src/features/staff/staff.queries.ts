import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { StoredItem } from "./board.queries.ts";

/** The settings of an organization that affect dates and numbers. `today` is its calendar day. */
export type OrganizationDays = { country: Country; timeZone: string; today: string; accessDays: number };

/** Reads these settings inside a transaction. If a change depends on them, the organization must be locked. */
export async function readOrganizationDays(
  tx: WriteTransaction,
  organizationId: string,
  now: Date,
): Promise<OrganizationDays> {
  return tx.organization(organizationId, async (db) => {
    const row = await db
      .selectFrom("organization")
      .select(["country", "time_zone", "external_access_days"])
      .select(sql<string>`(${now}::timestamptz at time zone time_zone)::date::text`.as("today"))
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    return {
      country: row.country as Country,
      timeZone: row.time_zone,
      today: row.today,
      accessDays: row.external_access_days,
    };
  });
}

/** Returns the instant of a local time. A skipped time moves past the gap, an ambiguous one means the later instant. */
export async function instantOf(tx: WriteTransaction, local: string, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ instant: Date }>`
    select ${local}::timestamp at time zone ${timeZone} as instant`.execute(tx.identity);
  return (rows[0] as { instant: Date }).instant;
}

export type EmploymentFields = {
  initials?: string | null;
  starts_on?: string | null;
  site_id?: string | null;
  is_external?: boolean;
  confidentiality_on?: string | null;
  physician_number?: string | null;
  valid_until?: Date | null;
};

/** Sets the given fields of a locked member and increases the version. */
export async function setEmployment(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  fields: EmploymentFields,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("membership")
      .set({ ...fields, version: sql`version + 1`, updated_at: sql`now()` })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .execute(),
  );
}

/** Sets the expiry of a temporary password. */
export async function setPasswordEnd(tx: WriteTransaction, personId: string, at: Date): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({ password_expires_at: at })
    .where("id", "=", personId)
    .execute();
}

/**
 * Returns whether another person of the organization has these initials, ignoring case. The organization must be
 * locked.
 */
export async function areInitialsTaken(
  tx: WriteTransaction,
  organizationId: string,
  initials: string,
  exceptPersonId?: string,
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where(sql`lower(initials)`, "=", initials.toLowerCase())
      .where("status", "<>", "removed")
      .$if(exceptPersonId !== undefined, (query) => query.where("person_id", "<>", exceptPersonId ?? ""))
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Returns the usernames of an organization with this prefix. The organization must be locked. */
export async function usernamesLike(
  tx: WriteTransaction,
  organizationId: string,
  start: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership")
      .select("username")
      .where("organization_id", "=", organizationId)
      .where("status", "<>", "removed")
      .where(sql<boolean>`starts_with(username, ${start})`)
      .execute(),
  );
  return new Set(rows.flatMap(({ username }) => username ?? []));
}

/** Returns the name of a site, or undefined if the organization has no such site. */
export async function siteName(
  tx: WriteTransaction,
  organizationId: string,
  siteId: string,
): Promise<string | undefined> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("site")
      .select("name")
      .where("organization_id", "=", organizationId)
      .where("id", "=", siteId)
      .executeTakeFirst(),
  );
  return row?.name;
}

/** Writes the record of an onboarding, in addition to person and membership. */
export async function insertOnboarding(
  tx: WriteTransaction,
  organizationId: string,
  onboarding: {
    membershipId: string;
    personId: string;
    at: Date;
    by: string;
    now: Date;
    /** Checklist of a template, or null for the standard one. */
    items: readonly StoredItem[] | null;
  },
): Promise<string> {
  const id = uuidV7();
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("staff_change")
      .values({
        organization_id: organizationId,
        id,
        kind: "onboarding",
        membership_id: onboarding.membershipId,
        person_id: onboarding.personId,
        state: "done",
        takes_effect_at: onboarding.at,
        created_by: onboarding.by,
        created_at: onboarding.now,
        done_at: onboarding.now,
        items: onboarding.items && JSON.stringify(onboarding.items),
      })
      .execute(),
  );
  return id;
}

export type EmploymentRow = {
  initials: string | null;
  starts_on: string | null;
  site_id: string | null;
  site_name: string | null;
  is_external: boolean;
  last_day: string | null;
  confidentiality_on: string | null;
  physician_number: string | null;
  external_access_days: number;
  time_zone: string;
  today: string;
};

/** Returns the employment data of a member, or undefined if they are unknown or removed. */
export async function readEmployment(
  db: OrganizationDb,
  personId: string,
  now: Date,
): Promise<EmploymentRow | undefined> {
  const rows = await db.read((query) =>
    query
      .selectFrom("membership as m")
      .innerJoin("organization as o", "o.organization_id", "m.organization_id")
      .leftJoin("site as s", (join) =>
        join.onRef("s.organization_id", "=", "m.organization_id").onRef("s.id", "=", "m.site_id"),
      )
      .select([
        "m.initials",
        "m.site_id",
        "s.name as site_name",
        "m.is_external",
        "m.physician_number",
        "o.external_access_days",
        "o.time_zone",
      ])
      .select([
        sql<string | null>`m.starts_on::text`.as("starts_on"),
        sql<string | null>`(m.valid_until at time zone o.time_zone)::date::text`.as("last_day"),
        sql<string | null>`m.confidentiality_on::text`.as("confidentiality_on"),
        sql<string>`(${now}::timestamptz at time zone o.time_zone)::date::text`.as("today"),
      ])
      .where("m.organization_id", "=", db.organizationId)
      .where("o.organization_id", "=", db.organizationId)
      .where("m.person_id", "=", personId)
      .where("m.status", "<>", "removed"),
  );
  return rows[0];
}
