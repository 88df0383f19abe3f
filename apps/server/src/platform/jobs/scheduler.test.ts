import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createTestDatabase, quietLog, type TestDatabase } from "../../../test/background-database.ts";
import { type Job, Scheduler } from "./scheduler.ts";

let database: TestDatabase;
const schedulers: Scheduler[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.query("delete from scheduled_job"));
afterEach(async () => {
  await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()));
});

async function startScheduler(jobs: readonly Job[], leaseMs = 60_000, onFailed = () => {}) {
  const db = database.platformDb;
  const scheduler = new Scheduler({ db, jobs, log: quietLog(), pollMs: 10, leaseMs, onFailed });
  schedulers.push(scheduler);
  await scheduler.start();
  return scheduler;
}

/** Cron expression of a yearly job, which is never due during a test. */
const yearly = "0 0 1 1 *";
const makeDue = (name: string) =>
  database.query("update scheduled_job set next_run_at = now() - interval '3 years' where name = $1", [name]);
type Row = { next_run_at: Date; last_run_at: Date | null; last_error: string | null; leased: boolean };
const row = async (name: string) =>
  (
    await database.query<Row>(
      `select next_run_at, last_run_at, last_error, leased_until is not null as leased
       from scheduled_job where name = $1`,
      [name],
    )
  )[0];
const eventually = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 });

it("runs a missed job once, in one of several processes, and schedules the next run", async () => {
  let runs = 0;
  const job = { name: "yearly", cron: yearly, run: async () => void (runs += 1) };
  for (let n = 0; n < 4; n += 1) await startScheduler([job]);
  expect((await row("yearly"))?.last_run_at).toBeNull();
  await makeDue("yearly");
  await eventually(async () => expect((await row("yearly"))?.last_run_at).not.toBeNull());
  const next = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1));
  expect(await row("yearly")).toMatchObject({ next_run_at: next, last_error: null, leased: false });
  expect(runs).toBe(1);
});

it("does not start a job again while it is running, even if it takes longer than its lease", async () => {
  const finish = Promise.withResolvers<void>();
  let runs = 0;
  const job = {
    name: "long",
    cron: yearly,
    run: () => {
      runs += 1;
      return finish.promise;
    },
  };
  // The lease is long enough for timely renewals on a busy machine, and shorter than the run.
  const leaseMs = 2_000;
  await startScheduler([job], leaseMs);
  await startScheduler([job], leaseMs);
  await makeDue("long");
  await eventually(() => expect(runs).toBe(1));
  const [begun] = await database.query<{ now: Date }>("select now()");
  await eventually(async () => {
    const [past] = await database.query<{ late: boolean }>(
      "select now() > $1::timestamptz + interval '3 s' as late",
      [begun?.now],
    );
    expect(past?.late).toBe(true);
  });
  const runsMeanwhile = runs;
  // The job ends before the assertions, so that the schedulers can stop even if one of them fails.
  finish.resolve();
  expect(runsMeanwhile).toBe(1);
  await eventually(async () => expect(await row("long")).toMatchObject({ leased: false }));
});

it("runs a job of a killed process again after its lease has expired", async () => {
  let runs = 0;
  await startScheduler([{ name: "left", cron: yearly, run: async () => void (runs += 1) }]);
  await database.query("update scheduled_job set leased_until = now() + interval '1 hour'");
  await makeDue("left");
  await startScheduler([]);
  expect(runs).toBe(0);
  await database.query("update scheduled_job set leased_until = now() - interval '1 ms'");
  await eventually(() => expect(runs).toBe(1));
});

it("runs a job once after the clock was set back, and then not before its next time", async () => {
  let runs = 0;
  await startScheduler([{ name: "yearly", cron: yearly, run: async () => void (runs += 1) }]);
  // This is the state after a clock that was an hour ahead has been corrected.
  await database.query(
    "update scheduled_job set last_run_at = now() + interval '1 hour', next_run_at = now() + interval '3 years'",
  );
  await eventually(async () => {
    const [past] = await database.query<{ past: boolean }>(
      "select last_run_at <= now() and leased_until is null as past from scheduled_job",
    );
    expect(past?.past).toBe(true);
  });
  const next = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1));
  expect(await row("yearly")).toMatchObject({ next_run_at: next });
  expect(runs).toBe(1);
});

it("records a failure, waits for the next run, and does not delay other jobs", async () => {
  let otherRuns = 0;
  let failed = 0;
  const jobs = [
    {
      name: "broken",
      cron: yearly,
      run: async () => {
        throw new Error("no space");
      },
    },
    { name: "other", cron: yearly, run: async () => void (otherRuns += 1) },
  ];
  await startScheduler(jobs, 60_000, () => void (failed += 1));
  await makeDue("broken");
  await makeDue("other");
  await eventually(async () => {
    expect(await row("broken")).toMatchObject({ last_error: "Error: no space", leased: false });
    expect(otherRuns).toBe(1);
  });
  expect(failed).toBe(1);
  expect((await row("broken"))?.next_run_at.getTime()).toBeGreaterThan(Date.now());
});

it("adopts a changed expression and keeps the next due time", async () => {
  const run = async () => undefined;
  await (await startScheduler([{ name: "moved", cron: yearly, run }])).stop();
  const before = await row("moved");
  await (await startScheduler([{ name: "moved", cron: yearly, run }])).stop();
  expect(await row("moved")).toEqual(before);
  await (await startScheduler([{ name: "moved", cron: "0 0 1 7 *", run }])).stop();
  expect((await row("moved"))?.next_run_at.getUTCMonth()).toBe(6);
});

it("see R2.4-11 runs a job at every start if configured, and postpones its next run", async () => {
  let runs = 0;
  const job = { name: "yearly", cron: yearly, runsAtStart: true, run: async () => void (runs += 1) } as const;
  for (let starts = 1; starts <= 2; starts += 1) {
    const before = new Date();
    const scheduler = await startScheduler([job]);
    await eventually(async () => {
      const stored = await row("yearly");
      expect(runs).toBe(starts);
      expect(stored?.leased).toBe(false);
      expect(stored?.next_run_at.getTime()).toBeGreaterThan(before.getTime() + 1000);
    });
    await scheduler.stop();
  }
});

it("aborts running jobs on stop and waits for them", async () => {
  let ended = false;
  const started = Promise.withResolvers<void>();
  const scheduler = await startScheduler([
    {
      name: "waiting",
      cron: yearly,
      run: (signal) =>
        new Promise((resolve) => {
          started.resolve();
          signal.addEventListener("abort", () => {
            ended = true;
            resolve();
          });
        }),
    },
  ]);
  await makeDue("waiting");
  await started.promise;
  await scheduler.stop();
  expect(ended).toBe(true);
  expect(await row("waiting")).toMatchObject({ leased: false });
});

it("rejects an invalid cron expression at once", () => {
  const jobs = [{ name: "wrong", cron: "61 * * * *", run: async () => undefined }];
  expect(() => new Scheduler({ db: database.platformDb, jobs, log: quietLog() })).toThrow(/61/);
});
