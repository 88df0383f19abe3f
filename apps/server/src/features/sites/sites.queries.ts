import { sql } from "kysely";
import { anyOf } from "../../platform/db/any-of.ts";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";

export type SiteFields = {
  name: string;
  address: string | null;
  number_kind: string | null;
  number_value: string | null;
};
export type SiteRow = SiteFields & { id: string; version: number; members: number };
export type SiteMemberRow = {
  person_id: string;
  first_name: string;
  last_name: string;
  department: string | null;
};

/**
 * Returns the sites of an organization, sorted by name, each with its number of people. With `id`, it returns only this
 * site.
 */
export function listSites(db: OrganizationDb, id?: string): Promise<SiteRow[]> {
  return db.read((query) =>
    query
      .selectFrom("site as s")
      .select(["s.id", "s.name", "s.address", "s.number_kind", "s.number_value", "s.version"])
      .select(
        sql<number>`(select count(*)::int from membership m where m.organization_id = s.organization_id
          and m.site_id = s.id and m.status <> 'removed')`.as("members"),
      )
      .where("s.organization_id", "=", db.organizationId)
      .$if(id !== undefined, (only) => only.where("s.id", "=", String(id)))
      .orderBy("s.name", germanOrder)
      .orderBy("s.id"),
  );
}

/** Returns the people assigned to a site, by name. */
export function listSiteMembers(db: OrganizationDb, siteId: string): Promise<SiteMemberRow[]> {
  return db.read((query) =>
    query
      .selectFrom("membership")
      .select(["person_id", "first_name", "last_name", "department"])
      .where("organization_id", "=", db.organizationId)
      .where("site_id", "=", siteId)
      .where("status", "<>", "removed")
      .orderBy("last_name", germanOrder)
      .orderBy("first_name", germanOrder)
      .orderBy("person_id"),
  );
}

/** Returns the country and the sites of an organization, which stays locked until the transaction ends. */
export async function lockSites(db: OrganizationQueries, organizationId: string) {
  const { country } = await db
    .selectFrom("organization")
    .select("country")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const sites = await db
    .selectFrom("site")
    .select(["id", "name", "address", "number_kind", "number_value", "version"])
    .where("organization_id", "=", organizationId)
    .execute();
  return { country, sites };
}

export async function insertSite(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  site: SiteFields,
): Promise<void> {
  await db
    .insertInto("site")
    .values({ organization_id: organizationId, id, ...site })
    .execute();
}

export async function updateSite(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  site: SiteFields,
): Promise<void> {
  await db
    .updateTable("site")
    .set({ ...site, version: sql`version + 1`, updated_at: sql`now()` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Deletes a site and unassigns its people, including removed members. */
export async function deleteSite(db: OrganizationQueries, organizationId: string, id: string): Promise<void> {
  await db
    .updateTable("membership")
    .set({ site_id: null })
    .where("organization_id", "=", organizationId)
    .where("site_id", "=", id)
    .execute();
  await db.deleteFrom("site").where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

/** Returns members by person and locks them in a fixed order, so that two assignments cannot deadlock. */
export function lockMembers(db: OrganizationQueries, organizationId: string, personIds: readonly string[]) {
  return db
    .selectFrom("membership")
    .select(["person_id", "first_name", "last_name", "site_id"])
    .where("organization_id", "=", organizationId)
    .where("person_id", "=", anyOf(personIds))
    .where("status", "<>", "removed")
    .orderBy("person_id")
    .forNoKeyUpdate()
    .execute();
}

export async function assignMembers(
  db: OrganizationQueries,
  organizationId: string,
  personIds: readonly string[],
  siteId: string | null,
): Promise<void> {
  await db
    .updateTable("membership")
    .set({ site_id: siteId, updated_at: sql`now()` })
    .where("organization_id", "=", organizationId)
    .where("person_id", "=", anyOf(personIds))
    .execute();
}
