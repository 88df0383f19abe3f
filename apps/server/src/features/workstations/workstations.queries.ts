import { workstationUseWindowMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Returns the workstations of an organization, the last used first, with `id` only that one. */
export function listWorkstations(db: OrganizationDb, now: Date, id?: string) {
  return db.read((query) => select(query, db.organizationId, now, id));
}

export type WorkstationRow = Awaited<ReturnType<typeof listWorkstations>>[number];

function select(query: OrganizationQueries, organizationId: string, now: Date, id: string | undefined) {
  const since = new Date(now.getTime() - workstationUseWindowMs);
  /** Members of the organization who have signed in on a workstation in the last 90 days. */
  const users = query
    .selectFrom("device_person as dp")
    .innerJoin("membership as m", "m.person_id", "dp.person_id")
    .where("dp.device_id", "=", sql.ref<string>("w.id"))
    .where("dp.last_seen_at", ">", since)
    .where("m.organization_id", "=", organizationId)
    .where("m.status", "<>", "removed");
  return query
    .selectFrom("workstation as w")
    .leftJoin("person as p", "p.id", "w.released_by")
    .select([
      "w.id",
      "w.label",
      "w.is_shared",
      "w.auto_lock_minutes",
      "w.released_by",
      "w.released_at",
      "w.user_agent",
      "w.first_seen_at",
      "w.last_seen_at",
      "w.version",
      sql<string | null>`nullif(trim(p.first_name || ' ' || p.last_name), '')`.as("releaser"),
    ])
    .select((eb) => [
      users.select(sql<number>`count(*)::int`.as("count")).as("people"),
      users
        .innerJoin("person as u", "u.id", "m.person_id")
        .select(
          sql<{ id: string; name: string }>`json_build_object(
            'id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))`.as("user"),
        )
        .orderBy("dp.last_seen_at", "desc")
        .orderBy("u.id")
        .limit(1)
        .as("last_user"),
      users
        .innerJoin("site as place", (join) =>
          join.onRef("place.organization_id", "=", "m.organization_id").onRef("place.id", "=", "m.site_id"),
        )
        .select(sql<string[]>`coalesce(array_agg(distinct place.name), '{}')`.as("names"))
        .as("sites"),
      eb
        .selectFrom("session as s")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("s.device_id", "=", "w.id")
        .where("s.start_organization_id", "=", organizationId)
        .where("s.ended_at", "is", null)
        .where("s.absolute_expires_at", ">", now)
        .as("open_sessions"),
    ])
    .where("w.organization_id", "=", organizationId)
    .$if(id !== undefined, (only) => only.where("w.id", "=", String(id)))
    .orderBy("w.last_seen_at", "desc")
    .orderBy("w.id");
}

/** Returns one workstation of an organization and locks it for a change. */
export function lockWorkstation(db: OrganizationQueries, organizationId: string, id: string) {
  return db
    .selectFrom("workstation")
    .select(["label", "is_shared", "auto_lock_minutes", "version"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether another shared workstation of the organization has a label, ignoring case. */
export async function isLabelTaken(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  label: string | null,
): Promise<boolean> {
  const duplicate = await db
    .selectFrom("workstation")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "<>", id)
    .where("is_shared", "=", true)
    .where(sql<boolean>`lower(label) = lower(${label})`)
    .limit(1)
    .executeTakeFirst();
  return duplicate !== undefined;
}

export type WorkstationChange = {
  label: string | null;
  is_shared: boolean;
  auto_lock_minutes: number | null;
  /** If omitted, the stored values are kept. */
  released_by?: string | null;
  released_at?: Date | null;
};

export async function updateWorkstation(
  db: OrganizationQueries,
  organizationId: string,
  id: string,
  change: WorkstationChange,
): Promise<void> {
  await db
    .updateTable("workstation")
    .set({ ...change, version: sql`version + 1` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/**
 * Deletes a workstation and its records of the organization's members who have signed in there. Returns its label, or
 * undefined if it does not exist.
 */
export async function deleteWorkstation(
  tx: WriteTransaction,
  organizationId: string,
  id: string,
): Promise<{ label: string | null } | undefined> {
  return tx.organization(organizationId, async (db) => {
    const deletedRow = await db
      .deleteFrom("workstation")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .returning("label")
      .executeTakeFirst();
    if (deletedRow === undefined) return undefined;
    await db
      .deleteFrom("device_person")
      .where("device_id", "=", id)
      .where("person_id", "in", (people) =>
        people.selectFrom("membership").select("person_id").where("organization_id", "=", organizationId),
      )
      .execute();
    return deletedRow;
  });
}
