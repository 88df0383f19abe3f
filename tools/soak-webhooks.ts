import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SignedLog } from "./soak/signed-log.ts";
import { DepartmentWriter, refuseSomeCommits } from "./soak/webhook-changes.ts";
import { compareLogs, waitUntilDelivered } from "./soak/webhook-comparison.ts";
import { addWebhook, killAtPlannedPoints } from "./soak/webhook-planned-kills.ts";
import { WebhookPortals } from "./soak/webhook-portals.ts";

/**
 * `npm run soak -- webhooks` changes data while processes of the portal are killed with SIGKILL and the database is
 * stopped immediately. Then it kills a process at five planned points of a delivery. Every tenth change is rolled back
 * at its commit. Three receivers verify the signatures and log the deliveries they accepted. Each log must contain
 * exactly the committed changes. At most 2 % of the deliveries may be duplicates, which must have the same id.
 *
 * `--short` kills each process once, and allows a duplicate for each attempt that runs at a kill, because 2 % of so few
 * deliveries are fewer. The long run kills the worker 20 times and the process that takes the calls 6 times, and stops
 * the database 4 times.
 */
const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const receivers = 3;
const duplicatesMax = 0.02;
/** Duplicates allowed for two kills, with at most four attempts per webhook at once. */
const shortDuplicatesMax = 2 * 4 * receivers;
/** Time to wait for deliveries. It is longer than a lease and several repeated attempts. */
const drainMs = 180_000;

const folder = await mkdtemp(join(tmpdir(), "praxisportal soak "));
const logs = await Promise.all(Array.from({ length: receivers }, () => SignedLog.open()));
let portals: WebhookPortals | undefined;
try {
  portals = await WebhookPortals.start(folder);
  await refuseSomeCommits(portals);
  const departments = new DepartmentWriter(portals);
  await departments.prepare();
  const call = await portals.signIn(portals.api);
  for (const log of logs) log.secret = await addWebhook(portals, call, log.url);
  const running = departments.run();
  const kills = values.short ? await killBoth(portals) : await killInTurn(portals);
  departments.stop();
  await running;
  await waitUntilDelivered(portals, drainMs);
  if (!values.short) {
    await killAtPlannedPoints({ portals, logs, departments }, (point) => console.log(`killed ${point}`));
  }
  const { committed, deliveries, duplicates, lost, invented, problems } = await compareLogs(
    portals,
    logs,
    (deliveryCount) => (values.short ? shortDuplicatesMax : deliveryCount * duplicatesMax),
  );
  console.log(`responses by status: ${JSON.stringify(Object.fromEntries(departments.outcomes))}`);
  console.log(
    `${kills}; ${committed} committed changes, ${deliveries} deliveries: ${lost} lost, ${invented} invented, ` +
      `${duplicates} duplicates (${((duplicates / deliveries) * 100).toFixed(2)} %)`,
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await portals?.stop();
  await Promise.all(logs.map((log) => log.close()));
  await rm(folder, { recursive: true, force: true });
}

/** Waits for a random time, so that each kill hits another moment of a delivery. */
function waitRandomTime(): Promise<void> {
  return sleep(300 + Math.random() * 700);
}

/** Kills both processes in turn and restarts only one. Returns a description. */
async function killBoth(both: WebhookPortals): Promise<string> {
  const { api, worker } = both;
  await waitRandomTime();
  await worker.killServer();
  await waitRandomTime();
  await api.killServer();
  // No process runs, so all leases belong to killed processes.
  await both.sql("update outbox set leased_until = null");
  await api.start();
  return "1 kill of each process";
}

/** Kills processes and stops the database in turn, and restarts them. Returns a description. */
async function killInTurn({ api, worker }: WebhookPortals): Promise<string> {
  const [workerKills, apiKills, databaseStops] = [20, 6, 4];
  for (let round = 1; round <= workerKills; round += 1) {
    await waitRandomTime();
    await worker.killServer();
    await worker.start();
    if (round % 3 === 0 && round / 3 <= apiKills) {
      await waitRandomTime();
      await api.killServer();
      await api.start();
    }
    if (round % 5 === 0 && round / 5 <= databaseStops) {
      await waitRandomTime();
      await api.stopDatabase();
      await api.start();
    }
    console.log(`round ${round}`);
  }
  return `${workerKills} kills of the worker, ${apiKills} of the process that takes the calls, ${databaseStops} stops of the database`;
}
