import { cloudSyncMaxBytes } from "@praxisportal/contract/limits";
import type { Logger } from "pino";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import type { TenantExport } from "../tenant-export/create-tenant-export.ts";
import * as queries from "./cloud-sync.platform-queries.ts";
import { encryptedFor } from "./encryption.ts";
import { SpooledFile } from "./spooled-file.ts";
import { reasonOf } from "./sync-failure.ts";
import { nextRunAt, repeatAt } from "./sync-schedule.ts";
import type { SyncTarget } from "./sync-target.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  log: Pick<Logger, "error" | "warn">;
  notices: Pick<AdministratorNotices, "queue">;
  archiveOf: TenantExport["archiveOf"];
  target: SyncTarget;
  keptCount: number;
  spoolFolder: string;
};

/** After this time another process may take over the run of a killed one. */
const leaseMs = 60_000;

/**
 * Copies the data of organizations to the operator's storage, one after the other: those that a user requested, then
 * those that are due. A run is claimed with a lease, so a killed one is repeated by another process and ends once.
 */
export function cloudSyncJob(dependencies: Dependencies): Job {
  const { platformDb, clock } = dependencies;
  const claim = () =>
    platformDb.write(async (tx, allDb) => {
      const run = await queries.claimRun(allDb, clock.now(), leaseMs);
      if (run !== undefined)
        tx.record({ event: "organization.sync_progressed", organizationId: run.organizationId });
      return run;
    });
  return {
    name: "cloud-sync",
    // Every five seconds, so that a requested run begins at once.
    cron: "*/5 * * * * *",
    runsAtStart: true,
    async run(signal) {
      while (!signal.aborted) {
        const run = await claim();
        if (run === undefined) return;
        await sync(dependencies, run, signal);
      }
    },
  };
}

async function sync(
  dependencies: Dependencies,
  run: queries.ClaimedRun,
  stopped: AbortSignal,
): Promise<void> {
  const { platformDb, log } = dependencies;
  const { organizationId } = run;
  const leaseLost = new AbortController();
  const signal = AbortSignal.any([stopped, leaseLost.signal]);
  const renewal = setInterval(() => {
    queries.renewRun(platformDb, run, leaseMs).then(
      (isOurs) => isOurs || leaseLost.abort(new Error("another process has the run")),
      (error: unknown) => log.warn({ err: error }, "cloud sync: lease not renewed"),
    );
  }, leaseMs / 3);
  try {
    const result = await storeArchive(dependencies, run, signal);
    await finish(dependencies, run, result);
    if (!("error" in result)) await removeOldFiles(dependencies, organizationId, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (stopped.aborted) await queries.releaseRun(platformDb, run);
  } finally {
    clearInterval(renewal);
  }
}

/** Returns the result of the run; throws only if it is aborted. */
async function storeArchive(
  { archiveOf, target, spoolFolder, log }: Dependencies,
  { organizationId, publicKey, file }: queries.ClaimedRun,
  signal: AbortSignal,
): Promise<queries.RunResult> {
  try {
    const encryptedArchive = encryptedFor(publicKey, archiveOf(organizationId));
    const spooledFile = await SpooledFile.write(spoolFolder, encryptedArchive, {
      maxBytes: cloudSyncMaxBytes,
      signal,
    });
    try {
      await target.store(file, spooledFile, signal);
      return { bytes: spooledFile.bytes, sha256: spooledFile.sha256 };
    } finally {
      await spooledFile.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error, organizationId }, "cloud sync: a run failed");
    return { error: reasonOf(error) };
  }
}

/** Stores the end of a run once. The first failure after a success is a notice to the administrators. */
async function finish(
  { platformDb, clock, notices }: Dependencies,
  run: queries.ClaimedRun,
  result: queries.RunResult,
): Promise<void> {
  const { organizationId } = run;
  await platformDb.write(async (tx, allDb) => {
    const lockedRun = await queries.lockRun(allDb, run);
    if (lockedRun === undefined) return;
    const now = clock.now();
    const hasFailed = "error" in result;
    if (!hasFailed)
      tx.record({
        organizationId,
        action: "organization.synced",
        actor: { type: "system", id: null },
        target: { type: "organization", id: organizationId, display: lockedRun.name },
        changes: { bytes: [null, result.bytes], sha256: [null, result.sha256] },
        ids: { organizationId },
        origin: "job",
      });
    const dueAt = (hasFailed ? repeatAt : nextRunAt)(lockedRun.schedule, organizationId, now);
    await queries.finishRun(allDb, run, result, { now, dueAt });
    tx.record({ event: "organization.sync_progressed", organizationId });
    if (hasFailed && lockedRun.error === null)
      await notices.queue(tx, { kind: "cloudSyncFailed", organizationId, actorId: null });
  });
}

/** Deletes files of earlier runs. A file that cannot be deleted is tried again after the next run. */
async function removeOldFiles(
  { platformDb, target, keptCount, log }: Dependencies,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const file of await queries.findOldFiles(platformDb, organizationId, keptCount)) {
    try {
      await target.remove(file, signal);
      await queries.forgetFile(platformDb, organizationId, file);
    } catch (error) {
      log.warn({ err: error, organizationId }, "cloud sync: an old file was not deleted");
    }
  }
}
