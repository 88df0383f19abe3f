import { type SqlBool, sql } from "kysely";
import { germanOrder } from "../../platform/db/german-order.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";

export type DepartmentRow = { id: string; name: string; members: number };

/**
 * Returns an organization's departments, sorted by name, each with its number of people. With `id`, it returns only
 * this department.
 */
export function listDepartments(db: OrganizationDb, id?: string): Promise<DepartmentRow[]> {
  return db.read((query) =>
    query
      .selectFrom("department as d")
      .leftJoin(
        (members) =>
          members
            .selectFrom("membership")
            .select(["department", sql<number>`count(*)::int`.as("count")])
            .where("organization_id", "=", db.organizationId)
            .where("status", "<>", "removed")
            .groupBy("department")
            .as("m"),
        (join) => join.onRef("m.department", "=", "d.name"),
      )
      .select(["d.id", "d.name", sql<number>`coalesce(m.count, 0)`.as("members")])
      .where("d.organization_id", "=", db.organizationId)
      .$if(id !== undefined, (only) => only.where("d.id", "=", String(id)))
      .orderBy("d.name", germanOrder)
      .orderBy("d.id"),
  );
}

/** Returns the number of people without a department. */
export async function countWithoutDepartment(db: OrganizationDb): Promise<number> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("membership")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("organization_id", "=", db.organizationId)
      .where(sql<SqlBool>`status <> 'removed' and coalesce(department, '') = ''`),
  );
  return row?.count ?? 0;
}

/**
 * Returns the departments of an organization, which stays locked until the transaction ends, so that changes of names
 * run one after the other.
 */
export async function lockDepartments(db: OrganizationQueries, organizationId: string) {
  await db
    .selectFrom("organization")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return db
    .selectFrom("department")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Creates a department; returns false if the name already exists. */
export async function insertDepartment(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const row = await db
    .insertInto("department")
    .values({ organization_id: organizationId, id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function renameDepartment(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  name: string,
): Promise<void> {
  await db
    .updateTable("department")
    .set({ name })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function deleteDepartment(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom("department")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Moves the people of a department to another one, or to none; returns their number. */
export async function moveMembers(
  db: OrganizationQueries,
  organizationId: string,
  from: string,
  to: string | null,
): Promise<number> {
  const result = await db
    .updateTable("membership")
    .set({ department: to, version: sql`version + 1`, updated_at: sql`now()` })
    .where("organization_id", "=", organizationId)
    .where("department", "=", from)
    .where("status", "<>", "removed")
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
