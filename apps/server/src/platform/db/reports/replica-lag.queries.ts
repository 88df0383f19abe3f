import type pg from "pg";

/** Position and time of the primary. */
export type PrimaryState = { lsn: string; now: Date };

export async function readPrimaryState(pool: pg.Pool): Promise<PrimaryState | undefined> {
  const text = "select pg_current_wal_lsn()::text as lsn, clock_timestamp() as now";
  const { rows } = await pool.query<PrimaryState>({ name: "primary-state", text });
  return rows[0];
}

/** Progress of a replica. */
export type ReplicaState = {
  /** False after it was promoted, because it may then have its own changes. */
  follows: boolean;
  isCurrent: boolean;
  /** Commit time of its last transaction, by the clock of the primary. */
  replayedAt: Date | null;
};

/** Compares a replica with a position of the primary. */
export async function readReplicaState(pool: pg.Pool, lsn: string): Promise<ReplicaState | undefined> {
  const text = `select pg_is_in_recovery() as follows,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isCurrent",
    pg_last_xact_replay_timestamp() as "replayedAt"`;
  const { rows } = await pool.query<ReplicaState>({ name: "replica-state", text, values: [lsn] });
  return rows[0];
}
