import { sql } from "kysely";
import type { Checkpoint } from "../../../platform/audit/audit-checkpoint.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** Creates the partitions of the next months that are missing; returns their names. */
export async function createPartitions(db: PlatformDb, months: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select create_history_partitions(${months}::int) as name`.execute(db.writes);
  return rows.map(({ name }) => name);
}

/** Returns the id that ends the oldest partition that has expired, or null. */
export async function findExpiredBound(db: PlatformDb, years: number): Promise<string | null> {
  const { rows } = await sql<{ bound: string | null }>`
    select expired_audit_bound(${years}::int) as bound`.execute(db.reads);
  return rows[0]?.bound ?? null;
}

/** Returns the last entry of each chain before an id, where no checkpoint covers it. */
export async function findUncovered(db: PlatformDb, bound: string): Promise<Checkpoint[]> {
  const { rows } = await sql<{ organization_id: string; seq: string; hash: Buffer; occurred_at: Date }>`
    select distinct on (e.organization_id) e.organization_id, e.seq, e.hash, e.occurred_at
    from audit_entry e where e.id < ${bound}::uuid and not exists (
      select from audit_checkpoint c where c.organization_id = e.organization_id and c.seq >= e.seq)
    order by e.organization_id, e.seq desc`.execute(db.reads);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    seq: Number(row.seq),
    hash: row.hash,
    occurredAt: row.occurred_at,
  }));
}

export async function saveCheckpoint(
  db: PlatformDb,
  { organizationId, seq, hash, occurredAt }: Checkpoint,
  signature: Buffer,
): Promise<void> {
  const row = { seq: String(seq), hash, occurred_at: occurredAt, signature };
  await db.writes
    .insertInto("audit_checkpoint")
    .values({ organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(row))
    .execute();
}

/** Removes the oldest partition if it has expired; returns its name. */
export async function removeExpired(db: PlatformDb, years: number): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select remove_expired_audit_entries(${years}::int) as name`.execute(db.writes);
  return rows[0]?.name ?? null;
}

/** Removes the oldest partition of usage events that has expired and that no kept invoice needs; returns its name. */
export async function removeExpiredUsage(db: PlatformDb, years: number): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select remove_expired_usage_events(${years}::int) as name`.execute(db.writes);
  return rows[0]?.name ?? null;
}
