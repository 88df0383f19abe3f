import { sql } from "kysely";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { checkChain } from "../../platform/audit/check-chain.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import {
  type AuditRow,
  type ChainSource,
  checkpointOf,
  countStatement,
  pageStatement,
  tokenOfEntry,
} from "./audit.queries.ts";
import type { AuditLog } from "./audit.service.ts";

/** The platform's chain stores ids only. Names are the current ones and are missing for what no longer exists. */
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
  applicationName: sql`(select t.application_name from org_token t where t.id = ${tokenOfEntry} limit 1)`,
  timeZone: sql`'Europe/Berlin'`,
};

/** The audit log of the platform, for its operator. */
export function platformLog(reports: ReportDb, keys: SealingKeys): AuditLog {
  return {
    page: (filter, range) =>
      reports.all(async (db) => {
        const [{ rows }, counted] = await Promise.all([
          pageStatement(source, filter, range).execute(db.all),
          countStatement(source, filter).execute(db.all),
        ]);
        return { rows, total: Number(counted.rows[0]?.total ?? 0) };
      }),
    batch: (filter, range): Promise<AuditRow[]> =>
      reports.all(async (db) => (await pageStatement(source, filter, range).execute(db.all)).rows),
    checkpoint: () => reports.all((db) => checkpointOf(db.all, platformChainId).executeTakeFirst()),
    check: () =>
      reports.all((db) =>
        checkChain(
          async (build) => (await db.all.executeQuery(build(db.all).compile())).rows,
          platformChainId,
          keys,
        ),
      ),
  };
}
