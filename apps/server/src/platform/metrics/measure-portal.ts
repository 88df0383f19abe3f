import { statfs } from "node:fs/promises";
import { backupAgeSeconds } from "../embedded-postgres/last-backup.ts";
import type { Databases } from "../db/connect.ts";
import type { Bus } from "../realtime/bus.ts";
import type { Metrics } from "./metrics.ts";
import type { StoredState } from "./stored-state.platform-queries.ts";
import type { StoredStateReader } from "./stored-state.ts";

type InstallationState = StoredStateReader<StoredState | undefined>;

/** Figures of the AI calls of this process, and of the budgets of the installation. */
type AiFigures = {
  runningCalls: () => number;
  /** Returns the number of calls that ended since the start, by outcome. */
  endedCalls: () => Readonly<Record<string, number>>;
  budgets: () => Promise<{ near: number; reached: number }>;
};

/** Replica for reports, if there is one. */
type Replica = { hasReplica: boolean; lagMs(): Promise<number | undefined> };

type Sources = {
  databases: Databases;
  storedState: InstallationState;
  reports: Replica;
  bus: Bus;
  dataDir: string;
  ai: AiFigures;
};

/** Adds the metrics of the parts of the portal. Each is read from the running object. */
export function measurePortal(metrics: Metrics, sources: Sources): void {
  measurePools(metrics, sources.databases);
  measureBus(metrics, sources.bus);
  measureReplica(metrics, sources.reports);
  measureOutbox(metrics, sources.storedState);
  measureDisk(metrics, sources.dataDir);
  measureAi(metrics, sources.ai);
}

function measureAi(metrics: Metrics, { runningCalls, endedCalls, budgets }: AiFigures): void {
  metrics.gauge({
    name: "praxisportal_ai_calls_running",
    help: "AI calls that run in this process",
    read: runningCalls,
  });
  metrics.counter({
    name: "praxisportal_ai_calls_ended_total",
    help: "AI calls that were sent to a provider, by outcome: done, aborted, refused (its content) or failed, even in the middle of a stream",
    labels: ["outcome"],
    read: () => Object.entries(endedCalls()).map(([outcome, value]) => ({ labels: { outcome }, value })),
  });
  metrics.gauge({
    name: "praxisportal_ai_budgets_used",
    help: "Organizations that have used at least this percentage of their AI budget of the month",
    labels: ["percent"],
    read: async () => {
      const { near, reached } = await budgets();
      return [
        { labels: { percent: "80" }, value: near },
        { labels: { percent: "100" }, value: reached },
      ];
    },
  });
}

function measurePools(metrics: Metrics, { app, platform, replica }: Databases): void {
  const roles = {
    app,
    platform,
    ...(replica && { reports_app: replica.app, reports_platform: replica.platform }),
  };
  const states = () =>
    Object.entries(roles).flatMap(([role, database]) =>
      database.poolStates().map((state) => ({ ...state, pool: `${role}_${state.name}` })),
    );
  metrics.gauge({
    name: "praxisportal_db_pool_connections",
    help: "Connections of each pool by state: in_use (also while being opened) or idle",
    labels: ["pool", "state"],
    read: () =>
      states().flatMap(({ pool, inUse, idle }) => [
        { labels: { pool, state: "in_use" }, value: inUse },
        { labels: { pool, state: "idle" }, value: idle },
      ]),
  });
  metrics.gauge({
    name: "praxisportal_db_pool_size",
    help: "Maximum number of connections of each pool",
    labels: ["pool"],
    read: () => states().map(({ pool, size }) => ({ labels: { pool }, value: size })),
  });
  metrics.gauge({
    name: "praxisportal_db_pool_waiting",
    help: "Callers that wait for a connection of each pool",
    labels: ["pool"],
    read: () => states().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  });
}

function measureBus(metrics: Metrics, bus: Bus): void {
  const perDriver = (value: number) => [{ labels: { driver: bus.state().driver }, value }];
  metrics.gauge({
    name: "praxisportal_bus_connected",
    help: "1 while this process is connected to the bus, otherwise 0",
    labels: ["driver"],
    read: () => perDriver(Number(bus.state().isConnected)),
  });
  metrics.gauge({
    name: "praxisportal_bus_blind",
    help: "1 while this process does not hear every other running process, otherwise 0",
    labels: ["driver"],
    read: () => perDriver(Number(bus.state().isBlind)),
  });
  metrics.gauge({
    name: "praxisportal_bus_peers",
    help: "Other running processes of the installation",
    labels: ["driver"],
    read: () => perDriver(bus.state().peers),
  });
  metrics.counter({
    name: "praxisportal_bus_gaps_total",
    help: "Number of times that hints of other processes may have been missed",
    labels: ["driver"],
    read: () => perDriver(bus.state().gaps),
  });
}

function measureReplica(metrics: Metrics, reports: Replica): void {
  if (!reports.hasReplica) return;
  metrics.gauge({
    name: "praxisportal_replica_lag_seconds",
    help: "Lag of the replica for reports; no value while it is unavailable",
    read: async () => {
      const lagMs = await reports.lagMs();
      return lagMs === undefined ? undefined : lagMs / 1000;
    },
  });
  metrics.gauge({
    name: "praxisportal_replica_up",
    help: "1 while the replica for reports responds and has not been promoted, otherwise 0",
    otherwise: 0,
    read: async () => Number((await reports.lagMs()) !== undefined),
  });
}

function measureOutbox(metrics: Metrics, state: InstallationState): void {
  metrics.gauge({
    name: "praxisportal_database_up",
    help: "1 when the database has just responded, otherwise 0",
    otherwise: 0,
    read: async () => {
      await state.read();
      return 1;
    },
  });
  metrics.gauge({
    name: "praxisportal_outbox_oldest_due_seconds",
    help: "Time for which the oldest due message of the outbox has been due, 0 if there is none",
    read: async () => (await state.read())?.oldestDueSeconds,
  });
  metrics.gauge({
    name: "praxisportal_outbox_parked",
    help: "Parked messages of the outbox, at most 1000",
    read: async () => (await state.read())?.parked,
  });
}

/**
 * Adds the metrics of the scheduled jobs.
 *
 * @param names Names of the jobs of this version. Other rows are left over from older versions.
 */
export function measureJobs(metrics: Metrics, state: InstallationState, names: readonly string[]): void {
  const jobFigure = async (value: (job: StoredState["jobs"][number]) => number) =>
    (await state.read())?.jobs
      .filter(({ name }) => names.includes(name))
      .map((job) => ({ labels: { job_name: job.name }, value: value(job) }));
  metrics.gauge({
    name: "praxisportal_job_failed",
    help: "1 when the last run of the scheduled job failed, otherwise 0",
    labels: ["job_name"],
    read: () => jobFigure(({ hasFailed }) => Number(hasFailed)),
  });
  metrics.gauge({
    name: "praxisportal_job_overdue_seconds",
    help: "Time for which the scheduled job has been due, even while it runs; 0 when it is not",
    labels: ["job_name"],
    read: () => jobFigure(({ overdueSeconds }) => overdueSeconds),
  });
}

function measureDisk(metrics: Metrics, dataDir: string): void {
  metrics.gauge({
    name: "praxisportal_backup_age_seconds",
    help: "Age of the last backup by npm run backup; no value without one",
    read: () => backupAgeSeconds(dataDir),
  });
  metrics.gauge({
    name: "praxisportal_data_dir_free_bytes",
    help: "Free space of the file system of DATA_DIR",
    read: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
  });
  metrics.gauge({
    name: "praxisportal_data_dir_size_bytes",
    help: "Size of the file system of DATA_DIR",
    read: async () => {
      const { blocks, bsize } = await statfs(dataDir);
      return blocks * bsize;
    },
  });
}
