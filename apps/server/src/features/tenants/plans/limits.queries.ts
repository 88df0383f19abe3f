import { type RawBuilder, sql } from "kysely";
import {
  entitlementsOf,
  type EntitlementRow,
  type LimitName,
} from "../../../directory/entitlements.queries.ts";
import { seatsTakenIn } from "../../../directory/seats.queries.ts";
import { tokensIn } from "../../../directory/limits/month-balance.queries.ts";
import { type StoredKindRow, storedKindsIn } from "../../../directory/limits/stored-files.queries.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

const statement =
  <Row>(text: RawBuilder<Row>) =>
  (builder: OrganizationQueries) => ({ compile: () => text.compile(builder) });

export async function readLimits(db: OrganizationDb): Promise<EntitlementRow[]> {
  return db.read(entitlementsOf(db.organizationId));
}

/** Locks the row of an organization until the transaction ends, and returns its name. */
export async function lockName(tx: WriteTransaction, organizationId: string): Promise<string | undefined> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization")
      .select("name")
      .where("organization_id", "=", organizationId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  return row?.name;
}

/** Limits to store. Null means the value of the plan. */
export type StoredLimits = Readonly<Partial<Record<LimitName, number | null>>>;

/**
 * Sets limits for an organization, or resets them to those of its plan. The limit of users is set on the organization,
 * where earlier versions of the portal read it, and a trigger applies it.
 */
export async function storeLimits(
  tx: WriteTransaction,
  organizationId: string,
  { max_users, ...others }: StoredLimits,
): Promise<void> {
  await tx.organization(organizationId, async (db) => {
    await db
      .updateTable("organization")
      .set({
        ...(max_users !== undefined && { max_users }),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .execute();
    for (const [limit, value] of Object.entries(others)) {
      await sql`
        update entitlement e set value = coalesce(${value}::bigint, l.value),
          source = case when ${value}::bigint is null then 'plan' else 'override' end
        from plan_limits_of(${organizationId}) l
        where e.organization_id = ${organizationId} and e.limit_name = ${limit} and l.limit_name = ${limit}`.execute(
        db,
      );
    }
  });
}

export type TokensRow = { tokens: string };
export type UseRows = [EntitlementRow[], { taken: string }[], StoredKindRow[], TokensRow[]];

/** Reads the usage of an organization's limits. Tokens are those of the month that begins with `period`. */
export function readUse(db: OrganizationDb, period: string): Promise<UseRows> {
  const { organizationId } = db;
  return db.readAll<[EntitlementRow, { taken: string }, StoredKindRow, TokensRow]>((builder) => [
    entitlementsOf(organizationId)(builder),
    seatsTakenIn(organizationId)(builder),
    storedKindsIn(organizationId)(builder),
    statement(tokensIn(organizationId, period))(builder),
  ]);
}
