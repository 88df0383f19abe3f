import { aiKnownNamesMax } from "@praxisportal/contract/ai-templates/ai-templates.rules";
import { sql } from "kysely";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";

export type TemplateRow = { id: string; person_id: string | null; name: string; text: string };

/** Owner of templates: a person, or the organization if null. */
export type Owner = string | null;

/** Returns the templates of the organization and those of a person, by name. */
export function listTemplates(db: OrganizationDb, personId: string): Promise<TemplateRow[]> {
  return db.read((query) =>
    query
      .selectFrom("ai_template")
      .select(["id", "person_id", "name", "text"])
      .where("organization_id", "=", db.organizationId)
      .where((where) => where.or([where("person_id", "is", null), where("person_id", "=", personId)]))
      .orderBy("name", germanOrder)
      .orderBy("id"),
  );
}

/** Returns a template of an owner, or undefined for one of anyone else. */
export async function findTemplate(
  db: OrganizationDb,
  owner: Owner,
  id: string,
): Promise<TemplateRow | undefined> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("ai_template")
      .select(["id", "person_id", "name", "text"])
      .where("organization_id", "=", db.organizationId)
      .where("person_id", owner === null ? "is" : "=", owner)
      .where("id", "=", id),
  );
  return row;
}

/**
 * Returns the templates of an owner. The organization stays locked until the transaction ends, so that concurrent
 * changes do not exceed the limit or use a name twice.
 */
export async function lockTemplates(
  db: OrganizationQueries,
  organizationId: string,
  owner: Owner,
): Promise<TemplateRow[]> {
  await db
    .selectFrom("organization")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return db
    .selectFrom("ai_template")
    .select(["id", "person_id", "name", "text"])
    .where("organization_id", "=", organizationId)
    .where("person_id", owner === null ? "is" : "=", owner)
    .execute();
}

export async function insertTemplate(
  db: OrganizationQueries,
  organizationId: string,
  row: TemplateRow & { created_by: string },
): Promise<void> {
  await db
    .insertInto("ai_template")
    .values({ organization_id: organizationId, ...row })
    .execute();
}

export async function updateTemplate(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  fields: Pick<TemplateRow, "name" | "text">,
): Promise<void> {
  await db
    .updateTable("ai_template")
    .set({ ...fields, updated_at: sql`now()` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function deleteTemplate(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom("ai_template")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Returns the distinct first names and surnames of an organization's members, each list sorted on its own. */
export async function readKnownNames(db: OrganizationDb): Promise<{ first: string[]; last: string[] }> {
  const [first, last] = await db.readAll<[{ name: string }, { name: string }]>((query) => [
    namesIn(query, db.organizationId, "first_name"),
    namesIn(query, db.organizationId, "last_name"),
  ]);
  return { first: first.map(({ name }) => name), last: last.map(({ name }) => name) };
}

function namesIn(db: OrganizationQueries, organizationId: string, column: "first_name" | "last_name") {
  return db
    .selectFrom("membership")
    .select(sql<string>`${sql.ref(column)}`.as("name"))
    .distinct()
    .where("organization_id", "=", organizationId)
    .where("status", "<>", "removed")
    .where(column, "<>", "")
    .orderBy("name")
    .limit(aiKnownNamesMax);
}
