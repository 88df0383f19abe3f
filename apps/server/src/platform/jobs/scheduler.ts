import { Cron } from "croner";
import type { Logger } from "pino";
import type { PlatformDb } from "../db/platform-db.ts";
import { claimDueJob, type ClaimedRun, finishJob, registerJobs, renewJob } from "./scheduler.queries.ts";

/** Work that runs on a schedule. */
export type Job = {
  /** Key of its row in `scheduled_job`. */
  name: string;
  /** Cron expression, in UTC. */
  cron: string;
  /** Whether the job is also due at every start of a process, because a new installation should not wait for it. */
  runsAtStart?: true;
  /**
   * Does the work. It must be idempotent, because it runs again after a crash. The signal aborts if the lease is lost
   * or the process stops.
   */
  run(signal: AbortSignal): Promise<void>;
};

export type SchedulerOptions = {
  db: PlatformDb;
  jobs: readonly Job[];
  log: Pick<Logger, "warn" | "error">;
  /** Called after each failed run. */
  onFailed?: () => void;
  /** Interval between checks for due jobs. */
  pollMs?: number;
  /** Time after which another process may take over the run of a killed one. */
  leaseMs?: number;
};

const errorMax = 500;

/**
 * Runs scheduled jobs, each run in exactly one process of the installation. A single run replaces all runs missed
 * during downtime. A failed run is not retried before the next scheduled time.
 */
export class Scheduler {
  readonly #options: Required<SchedulerOptions>;
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #running = new Map<Promise<void>, AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #isStopped = false;

  /** Throws if a cron expression is invalid. */
  constructor(options: SchedulerOptions) {
    this.#options = { pollMs: 1_000, leaseMs: 60_000, onFailed: () => undefined, ...options };
    for (const { cron } of options.jobs) parseCron(cron);
    this.#jobs = new Map(options.jobs.map((job) => [job.name, job]));
  }

  /** Creates the rows of new jobs and starts polling for due ones. */
  async start(): Promise<void> {
    const now = new Date();
    const jobs = [...this.#jobs.values()].map(({ name, cron, runsAtStart }) => ({
      name,
      cron,
      nextRunAt: runsAtStart ? now : nextRun(cron, now),
    }));
    await registerJobs(this.#options.db, jobs);
    this.#timer = setInterval(() => this.#poll(), this.#options.pollMs);
    this.#poll();
  }

  /** Stops polling, aborts running jobs and waits for them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#polling;
    for (const controller of this.#running.values()) controller.abort(new Error("the server stops"));
    await Promise.all(this.#running.keys());
  }

  #poll(): void {
    this.#polling ??= this.#claimAll().finally(() => {
      this.#polling = undefined;
    });
  }

  async #claimAll(): Promise<void> {
    const { db, leaseMs, log } = this.#options;
    try {
      while (!this.#isStopped) {
        const run = await claimDueJob(db, [...this.#jobs.keys()], leaseMs);
        if (run === undefined) return;
        // The run is not awaited, so that a long job does not delay the others.
        const controller = new AbortController();
        const settled = this.#run(run, controller).finally(() => this.#running.delete(settled));
        this.#running.set(settled, controller);
      }
    } catch (error) {
      log.warn({ err: error }, "jobs: no job could be claimed");
    }
  }

  async #run(run: ClaimedRun, controller: AbortController): Promise<void> {
    const { db, leaseMs, log, onFailed } = this.#options;
    const job = this.#jobs.get(run.name);
    if (job === undefined) return;
    let renewal = Promise.resolve();
    const renewing = setInterval(() => {
      renewal = this.#renew(run, controller);
    }, leaseMs / 3);
    let failure: string | null = null;
    try {
      await job.run(controller.signal);
    } catch (error) {
      failure = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(
        0,
        errorMax,
      );
      log.error({ err: error, job: run.name }, "jobs: a run failed");
      onFailed();
    } finally {
      clearInterval(renewing);
      // A renewal in flight changes the lease, and the result is stored under that lease.
      await renewal;
    }
    try {
      await finishJob(db, run, nextRun(job.cron, run.claimedAt), failure);
    } catch (error) {
      // The lease expires, and the job runs again.
      log.warn({ err: error, job: run.name }, "jobs: the result of a run was not stored");
    }
  }

  async #renew(run: ClaimedRun, controller: AbortController): Promise<void> {
    try {
      const lease = await renewJob(this.#options.db, run, this.#options.leaseMs);
      if (lease === undefined) controller.abort(new Error("another process has the job"));
      else run.lease = lease;
    } catch (error) {
      this.#options.log.warn({ err: error, job: run.name }, "jobs: the lease was not renewed");
    }
  }
}

/** Parses an expression. Throws if it is invalid. The result is not kept, because it takes 80 KB. */
function parseCron(cron: string): Cron {
  return new Cron(cron, { timezone: "UTC", paused: true });
}

function nextRun(cron: string, after: Date): Date {
  const next = parseCron(cron).nextRun(after);
  if (next === null) throw new Error("the cron expression is never due");
  return next;
}
