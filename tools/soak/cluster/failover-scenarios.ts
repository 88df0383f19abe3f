import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpSwitch } from "../rolling/http-switch.ts";
import { emails } from "./cluster-database.ts";
import { FailoverCluster } from "./failover-cluster.ts";
import { FailoverLoad } from "./failover-load.ts";

/** Time from the loss of the primary to the promotion of its standby, in ms. */
export const promotedAfterMs = 500;
const writesBefore = 30;
const writesAfter = 30;

/** A measured fact; `unit` is "" for a count. */
export type Check = { fault: string; fact: string; measured: number; max: number; unit: "ms" | "" };

/** Kills one of three portals while users work and while it delivers a mail. */
export async function killPortal(folder: string): Promise<Check[]> {
  const fault = "portal killed";
  const cluster = await FailoverCluster.start(join(folder, "portal killed"));
  try {
    const [killed, otherPortal] = cluster.portals;
    if (killed === undefined || otherPortal === undefined) throw new Error("there are no portals");
    const load = new FailoverLoad(cluster.front.origin, cluster.organization);
    await load.start();
    await load.waitForWrites(writesBefore);
    await startHangingDelivery(cluster);
    await killed.killServer();
    const killedAt = performance.now();
    if (cluster.front instanceof HttpSwitch) cluster.front.switchTo(otherPortal.origin);
    cluster.mailProxy.isHeld = false;
    await load.waitForWrites(writesAfter);
    const storedNames = await load.stop();
    while ((await countOpenMails(cluster)) > 0) await sleep(50);
    return [
      {
        fault,
        fact: "next call of the session served",
        measured: FailoverLoad.firstAfter(load.tally.served, killedAt),
        max: 1_000,
        unit: "ms",
      },
      {
        fault,
        fact: "its mail delivered by another portal",
        measured: performance.now() - killedAt,
        max: 16_000,
        unit: "ms",
      },
      ...countsOf(fault, load, storedNames),
    ];
  } finally {
    await cluster.stop();
  }
}

/** Kills the primary while users work, and promotes the synchronous standby half a second later. */
export async function killPrimary(folder: string, isCutOff: boolean): Promise<Check[]> {
  const fault = isCutOff ? "standby cut off, primary killed" : "primary killed";
  const cluster = await FailoverCluster.start(join(folder, fault));
  const { primary, standby, replication } = cluster.servers;
  try {
    const load = new FailoverLoad(cluster.front.origin, cluster.organization);
    await load.start();
    await load.waitForWrites(writesBefore);
    if (isCutOff) {
      replication.isHeld = true;
      await primary.query("select pg_switch_wal()");
      // These writes are stored by the primary but not by the standby.
      while ((await countWaitingForStandby(cluster)) === 0) await sleep(20);
    }
    await primary.kill();
    const killedAt = performance.now();
    await sleep(promotedAfterMs);
    await standby.promote();
    await load.waitForWrites(writesAfter);
    const storedNames = await load.stop();
    return [
      {
        fault,
        fact: "writes interrupted",
        measured: FailoverLoad.firstAfter(load.tally.acknowledged, killedAt),
        max: 3_000,
        unit: "ms",
      },
      ...countsOf(fault, load, storedNames),
    ];
  } finally {
    await cluster.stop();
  }
}

function countsOf(fault: string, { tally }: FailoverLoad, stored: readonly string[]): Check[] {
  const lostCount = tally.acknowledged.filter(({ name }) => !stored.includes(name)).length;
  const doubled = stored.length - new Set(stored).size;
  for (const text of new Set(tally.faults)) console.log(`${fault}: ${text}`);
  return [
    { fault, fact: "acknowledged writes lost", measured: lostCount, max: 0, unit: "" },
    { fault, fact: "writes doubled", measured: doubled, max: 0, unit: "" },
    { fault, fact: "responses other than 2xx and 503", measured: tally.faults.length, max: 0, unit: "" },
  ];
}

/** Makes the first portal start to deliver a mail to a server that does not respond. */
async function startHangingDelivery(cluster: FailoverCluster): Promise<void> {
  const [first, ...others] = cluster.portals;
  cluster.mailProxy.isHeld = true;
  // The other portals are suspended, so that the first one takes the mail.
  for (const portal of others) portal.suspend();
  try {
    await fetch(`${first?.origin}/api/v1/auth/password-reset/initiate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: emails.user }),
    });
    while ((await countOpenMails(cluster, "leased_until > now()")) === 0) await sleep(20);
  } finally {
    for (const portal of others) portal.resume();
  }
}

async function countOpenMails(cluster: FailoverCluster, condition = "true"): Promise<number> {
  const [row] = await cluster.sql<{ count: number }>(
    `select count(*)::int as count from outbox where topic = 'mail' and ${condition}`,
  );
  return row?.count ?? 0;
}

async function countWaitingForStandby({ servers }: FailoverCluster): Promise<number> {
  const rows = await servers.primary.query("select from pg_stat_activity where wait_event = 'SyncRep'");
  return rows.length;
}
