import { isDatabaseBusy, isDatabaseDown } from "../durability/database-down.ts";
import type { Database } from "../database.ts";
import { IdentityDb, type OrganizationDb } from "../handles.ts";
import { PlatformDb } from "../platform-db.ts";
import { readPrimaryState, readReplicaState } from "./replica-lag.queries.ts";

/** Maximum lag of a replica. A replica that is further behind is not used. */
export const maxLagMs = 5_000;
/** Time for which a measured lag is used. */
const measureEveryMs = 1_000;

/** Pools of a replica, or undefined if there is none. */
export type ReplicaDatabases = { app: Database; platform: Database };

type Options = { primary: ReplicaDatabases; replica: ReplicaDatabases | undefined };

/**
 * Reads for reports, from the replica if there is one. Results may be some seconds old, so only the calls that the
 * architecture check lists may use it. Falls back to the primary if the replica is unavailable or lags.
 */
export class ReportDb {
  readonly #options: Options;
  readonly #primaryPlatform: PlatformDb;
  readonly #replicaPlatform: PlatformDb | undefined;
  readonly #replicaIdentity: IdentityDb | undefined;
  #measured: { at: number; lagMs: Promise<number | undefined> } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#primaryPlatform = new PlatformDb(options.primary.platform);
    this.#replicaPlatform = options.replica && new PlatformDb(options.replica.platform);
    this.#replicaIdentity = options.replica && new IdentityDb(options.replica.app);
  }

  /** Reads across all organizations. `read` must not change anything, because it may run twice. */
  platform<Result>(read: (db: PlatformDb) => Promise<Result>): Promise<Result> {
    return this.#read(read, this.#replicaPlatform, this.#primaryPlatform);
  }

  /** Reads one organization for a caller who may read it. `read` must not change anything, because it may run twice. */
  organization<Result>(db: OrganizationDb, read: (db: OrganizationDb) => Promise<Result>): Promise<Result> {
    return this.#read(read, this.#replicaIdentity?.organization(db.organizationId), db);
  }

  async #read<Db, Result>(
    read: (db: Db) => Promise<Result>,
    replica: Db | undefined,
    primary: Db,
  ): Promise<Result> {
    if (replica === undefined || !(await this.#isReplicaFresh())) return read(primary);
    try {
      return await read(replica);
    } catch (error) {
      if (!isReplicaFault(error)) throw error;
      this.#measured = { at: performance.now(), lagMs: Promise.resolve(undefined) };
      return read(primary);
    }
  }

  async #isReplicaFresh(): Promise<boolean> {
    const lagMs = await this.lagMs();
    return lagMs !== undefined && lagMs <= maxLagMs;
  }

  /** Whether a replica is configured. */
  get hasReplica(): boolean {
    return this.#options.replica !== undefined;
  }

  /**
   * Returns how far the replica is behind, in ms, or undefined while it is unavailable and once it was promoted.
   * Measured at most once a second.
   */
  lagMs(): Promise<number | undefined> {
    const now = performance.now();
    if (this.#measured === undefined || now - this.#measured.at > measureEveryMs)
      this.#measured = { at: now, lagMs: this.#measure().catch(() => undefined) };
    return this.#measured.lagMs;
  }

  async #measure(): Promise<number | undefined> {
    const { primary, replica } = this.#options;
    const current = await readPrimaryState(primary.app.pool);
    if (current === undefined || replica === undefined) return undefined;
    const state = await readReplicaState(replica.app.pool, current.lsn);
    if (state === undefined || !state.follows) return undefined;
    // The replica has all commits before its last replayed transaction.
    return state.isCurrent ? 0 : current.now.getTime() - (state.replayedAt?.getTime() ?? 0);
  }
}

/** serialization_failure, the code of a read that a replica cancels because it delays the replay for too long. */
const conflictWithRecovery = "40001";

function isReplicaFault(error: unknown): boolean {
  return (
    isDatabaseDown(error) ||
    isDatabaseBusy(error) ||
    (error as { code?: string }).code === conflictWithRecovery
  );
}
