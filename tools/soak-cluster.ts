import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { NatsServers } from "../apps/server/test/cluster/nats-servers.ts";
import { missingProgram } from "../apps/server/test/cluster/programs.ts";
import { ClusterDatabase } from "./soak/cluster/cluster-database.ts";
import { ClusterPortal, timeUntilServed, revocationTimes, visitPage } from "./soak/cluster/cluster-portal.ts";
import { type Check, killPortal, killPrimary } from "./soak/cluster/failover-scenarios.ts";
import {
  type Cluster,
  natsScenarios,
  postgresScenarios,
  type Scenario,
  shortScenarios,
} from "./soak/cluster/scenarios.ts";
import { checkLiveUpdates } from "./soak/cluster/live-scenario.ts";
import { killPrimaryAtBudgetLimit } from "./soak/cluster/quota-scenario.ts";
import { releaseUnderLoad } from "./soak/rolling/rolling-release.ts";

/**
 * `npm run soak -- cluster` runs three processes of the portal on one PostgreSQL, first over LISTEN and NOTIFY, then
 * over three NATS servers. Breaks one part of the bus after the other while a user works at one process, ends their
 * sessions at another process, and measures how long the session and its socket can still be used. All processes must
 * stay ready.
 *
 * Before that, checks that all live updates reach the pages at every process, and measures how long after a cut the
 * pages are asked to refetch their data.
 *
 * Then kills a portal and the primary of PostgreSQL, with a synchronous standby that is connected or cut off, behind
 * HAProxy while users work, and replaces the newest release by this version. No acknowledged write may be lost or
 * stored twice. While the primary is lost, AI calls may not exceed the budget of their organization, and the usage
 * booked must equal the usage that the provider served.
 *
 * `--short` runs two processes over LISTEN and NOTIFY with three scenarios, and kills a portal. Without nats-server,
 * the NATS scenarios are skipped. Without haproxy, a proxy from this repository is used. `--list` only lists the faults
 * in order.
 */
const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, list: { type: "boolean", default: false } },
});
const limits = { http: 1_000, socket: 2_000 } as const;

/** A part of the run, with faults that occur one after the other on the same processes. */
type Part = { part: string; faults: readonly string[]; run: () => Promise<Check[]> };

type Row = {
  bus: string;
  fault: string;
  "HTTP refused (ms)": number;
  "socket closed (ms)": number;
  ready: string;
  result: "ok" | "FAILED";
};

const plan = values.short ? [overPostgres(shortScenarios)] : longForm();
if (values.list) {
  for (const { part, faults } of plan) for (const fault of faults) console.log(`${part}: ${fault}`);
  process.exit();
}

const folder = await mkdtemp(join(tmpdir(), "praxisportal soak "));
const rows: Row[] = [];
const checks: Check[] = [];
const database = await ClusterDatabase.start(folder);
try {
  for (const { run: runPart } of plan) checks.push(...(await runPart()));
  console.table(rows);
  console.log(`at most ${limits.http} ms for HTTP and ${limits.socket} ms for sockets`);
  console.table(
    checks.map(({ fault, fact, measured, max, unit }) => ({
      fault,
      fact,
      measured: `${Math.round(measured)} ${unit}`,
      "at most": `${max} ${unit}`,
      result: measured <= max ? "ok" : "FAILED",
    })),
  );
  const isWithinLimits =
    rows.every(({ result }) => result === "ok") && checks.every((check) => check.measured <= check.max);
  process.exitCode = isWithinLimits ? 0 : 1;
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

function overPostgres(scenarios: readonly Scenario[]): Part {
  return {
    part: "LISTEN/NOTIFY",
    faults: namesOf(scenarios),
    run: () => runOver("LISTEN/NOTIFY", scenarios),
  };
}

function longForm(): Part[] {
  return [
    overPostgres(postgresScenarios),
    { part: "NATS", faults: namesOf(natsScenarios), run: runOverNats },
    { part: "failover", faults: ["portal killed"], run: () => killPortal(folder) },
    { part: "failover", faults: ["primary killed"], run: () => killPrimary(folder, false) },
    { part: "failover", faults: ["standby cut off, primary killed"], run: () => killPrimary(folder, true) },
    {
      part: "budget",
      faults: ["primary killed, AI budget at its limit"],
      run: () => killPrimaryAtBudgetLimit(folder),
    },
    { part: "release", faults: ["each portal replaced under load"], run: checkRollingRelease },
  ];
}

function namesOf(scenarios: readonly Scenario[]): string[] {
  return [...scenarios.map(({ name }) => name), "portal killed"];
}

async function checkRollingRelease(): Promise<Check[]> {
  const { failures, signOuts, lost, doubled } = await releaseUnderLoad();
  for (const text of new Set([...failures, ...signOuts])) console.log(`release under load: ${text}`);
  const count = (fact: string, faultTexts: readonly string[]): Check => {
    return { fault: "release under load", fact, measured: faultTexts.length, max: 0, unit: "" };
  };
  return [
    count("failed calls", failures),
    count("sessions ended", signOuts),
    count("acknowledged writes lost", lost),
    count("writes doubled", doubled),
  ];
}

async function runOverNats(): Promise<Check[]> {
  const missingName = missingProgram("nats-server");
  if (missingName !== undefined) {
    console.log(`skipped: the scenarios of NATS, because ${missingName}`);
    return [];
  }
  const nats = await NatsServers.start(3);
  try {
    return await runOver("NATS", natsScenarios, nats);
  } finally {
    await nats.stop();
  }
}

/** Starts the processes and runs the scenarios one after the other. */
async function runOver(bus: string, scenarios: readonly Scenario[], nats?: NatsServers): Promise<Check[]> {
  const busChecks: Check[] = [];
  const portals: ClusterPortal[] = [];
  const start = async (busUrl: string | undefined, isCut = false) => {
    const portal = await ClusterPortal.start(folder, database, { busUrl, isCut });
    portals.push(portal);
    return portal;
  };
  try {
    const other = await start(nats?.url(0));
    const usedPortal = await start(nats?.url(1, 2));
    if (!values.short) await start(nats?.url());
    const startAnother = (isCut: boolean) => start(nats?.url(), isCut);
    if (!values.short)
      busChecks.push(
        ...(await checkLiveUpdates(bus, portals, { other, used: usedPortal, nats, startAnother })),
      );
    const administrator = await other.signInAdministrator();
    for (const scenario of scenarios) {
      const row = await run(scenario, { other, used: usedPortal, nats, startAnother }, administrator);
      const isReady = (await Promise.all(portals.map((portal) => portal.process.isReady()))).every(Boolean);
      const isInTime = row.http < limits.http && row.socket < limits.socket;
      rows.push({
        bus,
        fault: scenario.name,
        "HTTP refused (ms)": Math.round(row.http),
        "socket closed (ms)": Math.round(row.socket),
        ready: isReady ? "yes" : "no",
        result: isInTime && isReady ? "ok" : "FAILED",
      });
    }
    const page = await usedPortal.openPage();
    await usedPortal.process.killServer();
    const measured = await timeUntilServed(page, other);
    busChecks.push({
      fault: `portal killed, ${bus}`,
      fact: "session served by another",
      measured,
      max: 1_000,
      unit: "ms",
    });
    return busChecks;
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
  }
}

async function run(scenario: Scenario, cluster: Cluster, administrator: string) {
  const portal = (await scenario.prepare?.(cluster)) ?? cluster.used;
  const page = await portal.openPage();
  await scenario.break?.(cluster);
  await visitPage(page);
  await cluster.other.endSessions(administrator);
  const times = await revocationTimes(page);
  await scenario.repair?.(cluster);
  return times;
}
