import type { CloudSyncError, CloudSyncSchedule } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";
import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** A run claimed by this process until its lease ends. */
export type ClaimedRun = { organizationId: string; runId: string; publicKey: string; file: string };

const leaseEnd = (leaseMs: number) => sql<Date>`now() + ${leaseMs}::float8 * interval '1 ms'`;

/**
 * Claims the next run: one whose process was killed, one that a user requested, then the one that has been due the
 * longest. Organizations that are suspended are synced only on request. A run that is taken over writes the same file
 * again.
 */
export async function claimRun(allDb: AllDb, now: Date, leaseMs: number): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<ClaimedRun>`
    update cloud_sync set
      run_id = gen_random_uuid(),
      leased_until = ${leaseEnd(leaseMs)},
      last_run_at = case when run_id is null then ${now} else last_run_at end,
      running_file = coalesce(running_file,
        organization_id || '-' || to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM-DD') || '.zip.age'),
      requested_at = null
    where organization_id = (
      select s.organization_id from cloud_sync s join organization o using (organization_id)
      where s.public_key is not null and (s.leased_until is null or s.leased_until < now())
        and (((s.run_id is not null or s.requested_at is not null) and o.status in ('trial', 'active', 'suspended'))
          or (s.due_at <= ${now} and o.status in ('trial', 'active')))
      order by s.run_id nulls last, s.requested_at nulls last, s.due_at limit 1
      for update of s skip locked)
    returning organization_id as "organizationId", run_id as "runId", public_key as "publicKey",
      running_file as file`.execute(allDb);
  return rows[0];
}

/** Extends the lease of a run. Returns false when another process has taken it over. */
export async function renewRun(db: PlatformDb, { organizationId, runId }: ClaimedRun, leaseMs: number) {
  const { numAffectedRows } = await sql`
    update cloud_sync set leased_until = ${leaseEnd(leaseMs)}
    where organization_id = ${organizationId} and run_id = ${runId}`.execute(db.writes);
  return numAffectedRows === 1n;
}

/** Lets another process continue a run at once. */
export async function releaseRun(db: PlatformDb, { organizationId, runId }: ClaimedRun): Promise<void> {
  await sql`
    update cloud_sync set leased_until = null
    where organization_id = ${organizationId} and run_id = ${runId}`.execute(db.writes);
}

/** The data that the end of a run needs. */
export type LockedRun = { schedule: CloudSyncSchedule; error: CloudSyncError | null; name: string };

/** Locks a run until the transaction ends. Returns undefined when another process has taken it over. */
export async function lockRun(
  allDb: AllDb,
  { organizationId, runId }: ClaimedRun,
): Promise<LockedRun | undefined> {
  const row = await allDb
    .selectFrom("cloud_sync as s")
    .innerJoin("organization as o", "o.organization_id", "s.organization_id")
    .select(["s.schedule", "s.error", "o.name"])
    .where("s.organization_id", "=", organizationId)
    .where("s.run_id", "=", runId)
    .forUpdate("s")
    .executeTakeFirst();
  return row as LockedRun | undefined;
}

export type RunResult = { bytes: number; sha256: string } | { error: CloudSyncError };

/** Stores the result of a run. The time of the next run changes only if it has passed. */
export async function finishRun(
  allDb: AllDb,
  { organizationId, file }: ClaimedRun,
  result: RunResult,
  { now, dueAt }: { now: Date; dueAt: Date | null },
): Promise<void> {
  await allDb
    .updateTable("cloud_sync")
    .set({
      run_id: null,
      leased_until: null,
      running_file: null,
      due_at: sql<Date | null>`case when due_at <= ${now} then ${dueAt}::timestamptz else due_at end`,
      ...("error" in result
        ? { error: result.error }
        : {
            error: null,
            last_success_at: now,
            bytes: result.bytes,
            sha256: result.sha256,
            files: sql<string[]>`array_append(array_remove(files, ${file}), ${file})`,
          }),
    })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Returns the stored files of an organization that are older than the newest ones, which are kept. */
export async function findOldFiles(
  db: PlatformDb,
  organizationId: string,
  keptCount: number,
): Promise<string[]> {
  const row = await db.reads
    .selectFrom("cloud_sync")
    .select("files")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row?.files.slice(0, -keptCount) ?? [];
}

/** Records that a stored file was deleted. */
export async function forgetFile(db: PlatformDb, organizationId: string, file: string): Promise<void> {
  await sql`
    update cloud_sync set files = array_remove(files, ${file})
    where organization_id = ${organizationId}`.execute(db.writes);
}
