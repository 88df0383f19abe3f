import { sql } from "kysely";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { checkChain } from "../../platform/audit/check-chain.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import {
  type AuditRow,
  type ChainSource,
  checkpointOf,
  countStatement,
  pageStatement,
  patternsOf,
  entryTokenId,
} from "./audit.queries.ts";
import type { AuditLog } from "./audit.service.ts";

/** The platform's chain stores ids only. Names are the current ones, and missing for objects that no longer exist. */
const source: ChainSource = {
  organizationId: platformChainId,
  nameOf: (party) => {
    const id = sql.ref(`e.${party}_id`);
    return sql`coalesce(
      (select nullif(trim(p.first_name || ' ' || p.last_name), '') from person p
        where p.id = ${id} and p.deactivated_at is null),
      (select o.name from organization o where o.organization_id = ${id}))`;
  },
  // Email addresses of organization members are not shown to the operator.
  accountOf: (party) => sql`(
    select p.email from person p where p.id = ${sql.ref(`e.${party}_id`)} and p.platform_role is not null)`,
  applicationName: sql`(select t.application_name from org_token t where t.id = ${entryTokenId} limit 1)`,
  timeZone: sql`'Europe/Berlin'`,
};

/**
 * Returns the accounts of the operator and the organizations whose names or addresses contain all words. Names of other
 * people are not searched: the platform's chain stores none, and there are as many people as all organizations have.
 */
async function findPlatformParties(db: PlatformDb, search: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where p.platform_role is not null and p.deactivated_at is null
      and lower(p.first_name || ' ' || p.last_name || ' ' || coalesce(p.email, '')) like all (${patternsOf(search)})
    union
    select o.organization_id from organization o where lower(o.name) like all (${patternsOf(search)})`.execute(
    db.reads,
  );
  return rows.map(({ id }) => id);
}

/** Returns the audit log of the platform, for its operator. */
export function platformLog(reports: ReportDb, keys: SealingKeys): AuditLog {
  return {
    find: (search) => reports.platform((db) => findPlatformParties(db, search)),
    page: (filter, range) =>
      reports.platform(async (db) => {
        const [{ rows }, counted] = await Promise.all([
          pageStatement(source, filter, range).execute(db.reads),
          countStatement(source, filter).execute(db.reads),
        ]);
        return { rows, total: Number(counted.rows[0]?.total ?? 0) };
      }),
    batch: (filter, range): Promise<AuditRow[]> =>
      reports.platform(async (db) => (await pageStatement(source, filter, range).execute(db.reads)).rows),
    checkpoint: () => reports.platform((db) => checkpointOf(db.reads, platformChainId).executeTakeFirst()),
    check: () =>
      reports.platform((db) =>
        checkChain(
          async (build) => (await db.reads.executeQuery(build(db.reads).compile())).rows,
          platformChainId,
          keys,
        ),
      ),
  };
}
