import { sql, type Updateable } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationTable } from "../../platform/db/tables.gen.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { takesSeat } from "../../directory/seats.queries.ts";
import type { OrganizationRow } from "./organizations.presenter.ts";
import { seatLimitColumns } from "./organizations.queries.ts";

export type OrganizationColumns = Omit<
  Updateable<OrganizationTable>,
  "organization_id" | "details" | "version" | "updated_at"
>;

/**
 * Returns an organization in any state and locks it until the transaction ends. Returns undefined when it does not
 * exist.
 */
export function lockOrganization(tx: WriteTransaction, organizationId: string) {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
}

/** Returns whether the erasure of an organization has begun. */
export async function isBeingErased(tx: WriteTransaction, organizationId: string): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization_erasure")
      .select("organization_id")
      .where("organization_id", "=", organizationId)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Returns the seats of an organization whose row is locked. */
export async function readSeatLimits(
  tx: WriteTransaction,
  organizationId: string,
): Promise<Pick<OrganizationRow, "seat_limit" | "seat_limit_source" | "plan_seats">> {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization as o")
      .select(seatLimitColumns)
      .where("o.organization_id", "=", organizationId)
      .executeTakeFirstOrThrow(),
  );
}

/** Changes an organization; `details` are merged into the stored ones. */
export async function updateOrganization(
  tx: WriteTransaction,
  organizationId: string,
  columns: OrganizationColumns,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("organization")
      .set({
        ...columns,
        details: sql`details || ${JSON.stringify(details)}::jsonb`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .execute(),
  );
}

/**
 * Returns the people who are left without an organization when this one closes; `exceptAdministrators` excludes its
 * administrators.
 */
export async function singleOrganizationMembers(
  tx: WriteTransaction,
  organizationId: string,
  now: Date,
  exceptAdministrators: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from people_only_in_organization(${organizationId}, ${now}, ${exceptAdministrators})`.execute(
    tx.identity,
  );
  return rows.map((row) => row.person_id);
}

/** Revokes all organization tokens of an organization. */
export async function revokeOrganizationTokens(
  tx: WriteTransaction,
  organizationId: string,
  by: string | null,
  reason: string,
  now: Date,
): Promise<void> {
  await tx.organization(organizationId, (db: OrganizationQueries) =>
    db
      .updateTable("org_token")
      .set({ revoked_at: now, revoked_by: by, revoke_reason: reason })
      .where("organization_id", "=", organizationId)
      .where("revoked_at", "is", null)
      .execute(),
  );
}

/** Counts the members who take seats of an organization: active members and open invitations. */
export async function countSeats(db: OrganizationDb): Promise<{ active: number; pending: number }> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("membership as m")
      .select([
        sql<number>`count(*) filter (where m.status = 'active')::int`.as("active"),
        sql<number>`count(*) filter (where m.status = 'pending')::int`.as("pending"),
      ])
      .where("m.organization_id", "=", db.organizationId)
      .where(takesSeat),
  );
  return row ?? { active: 0, pending: 0 };
}
