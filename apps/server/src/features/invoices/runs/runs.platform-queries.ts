import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import { isBilled } from "../billable/billable.platform-queries.ts";
import type { InvoiceRunRow } from "./runs.presenter.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

const columns = sql`id, to_char(month, 'YYYY-MM') as month, state, started_at, finished_at, total, done, created`;

/** Starts a run; undefined while another one is in progress. */
export async function insertRun(
  allDb: AllDb,
  run: { id: string; month: string; startedBy: string | null },
): Promise<InvoiceRunRow | undefined> {
  const { rows } = await sql<InvoiceRunRow>`
    insert into invoice_run (id, month, started_by, total)
    select ${run.id}, ${run.month}::date, ${run.startedBy}, (select count(*) from organization where ${isBilled})
    on conflict do nothing
    returning ${columns}`.execute(allDb);
  return rows[0];
}

/** Reads the last runs, newest first. */
export async function readRuns(db: PlatformDb, count: number): Promise<InvoiceRunRow[]> {
  const { rows } = await sql<InvoiceRunRow>`
    select ${columns} from invoice_run order by started_at desc, id desc limit ${count}`.execute(db.reads);
  return rows;
}

/** A run claimed by this process until its lease ends. */
export type ClaimedRun = { id: string; month: string; lastOrganizationId: string | null };

/** Claims the run in progress, unless another process works on it. */
export async function claimRun(db: PlatformDb, leaseMs: number): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<ClaimedRun>`
    update invoice_run set leased_until = now() + ${leaseMs}::float8 * interval '1 ms'
    where state = 'running' and (leased_until is null or leased_until < now())
    returning id, to_char(month, 'YYYY-MM-DD') as month, last_organization_id as "lastOrganizationId"`.execute(
    db.writes,
  );
  return rows[0];
}

/** Locks a run until the transaction ends and returns the next organizations. The list is empty when all are done. */
export async function takeOrganizations(allDb: AllDb, runId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with run as (select last_organization_id as last from invoice_run where id = ${runId} for update)
    select o.organization_id as id from organization o, run
    where ${isBilled} and (run.last is null or o.organization_id > run.last)
    order by o.organization_id limit ${count}`.execute(allDb);
  return rows.map(({ id }) => id);
}

/** Stores that organizations are done, and extends the lease. */
export async function advanceRun(
  allDb: AllDb,
  runId: string,
  step: { last: string; done: number; created: number },
  leaseMs: number,
): Promise<void> {
  await sql`
    update invoice_run set last_organization_id = ${step.last}, done = done + ${step.done},
      created = created + ${step.created}, total = greatest(total, done + ${step.done}),
      leased_until = now() + ${leaseMs}::float8 * interval '1 ms'
    where id = ${runId}`.execute(allDb);
}

/** Ends a run. */
export async function finishRun(allDb: AllDb, runId: string, now: Date): Promise<void> {
  await sql`
    update invoice_run set state = 'finished', finished_at = ${now}, leased_until = null, total = done
    where id = ${runId} and state = 'running'`.execute(allDb);
}

/** Lets another process continue a run at once. */
export async function releaseRun(db: PlatformDb, runId: string): Promise<void> {
  await sql`update invoice_run set leased_until = null where id = ${runId} and state = 'running'`.execute(
    db.writes,
  );
}
