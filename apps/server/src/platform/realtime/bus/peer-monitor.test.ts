import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, quietLog, type TestDatabase } from "../../../../test/background-database.ts";
import { NatsServers } from "../../../../test/cluster/nats-servers.ts";
import { missingProgram } from "../../../../test/cluster/programs.ts";
import { dropNotifications, TcpProxy } from "../../../../test/tcp-proxy.ts";
import { eventually } from "../../../../test/eventually.ts";
import { busOf } from "../../config/bus-settings.ts";
import type { BusDriver } from "./bus-driver.ts";
import { natsDriver } from "./nats-driver.ts";
import { notificationChannel, postgresDriver } from "./postgres-driver.ts";
import { ProcessBus } from "./process-bus.ts";
import { createProcessRegister } from "./process-register.platform-queries.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** Starts the bus of a process and records when it reports a gap. */
async function startProcess(driver: BusDriver) {
  const log = quietLog();
  const register = createProcessRegister(database.platformDb);
  const bus = new ProcessBus({ driver, register, log, reconnectMs: 50, startsWithoutBus: true });
  const gaps: number[] = [];
  const states: boolean[] = [];
  bus.onGap(() => {
    gaps.push(performance.now());
    states.push(bus.state().isBlind);
  });
  const secondHandler = { calls: 0 };
  bus.onGap(() => (secondHandler.calls += 1));
  const seen: unknown[] = [];
  bus.subscribe("news", (payload) => seen.push(payload));
  endings.push(() => bus.stop());
  await bus.start();
  const lastLine = (part: string) => log.lines.findLastIndex((line) => String(line.at(-1)).includes(part));
  return { bus, gaps, states, secondHandler, seen, isBlind: () => lastLine("blind") > lastLine("receiving") };
}

type Process = Awaited<ReturnType<typeof startProcess>>;

/** Waits until both processes hear each other and all reloads of their start are over. */
async function settle(...processes: readonly Process[]) {
  await eventually(async () => {
    const rows = await database.query("select from process");
    expect(rows).toHaveLength(processes.length);
  });
  await quiet(...processes);
}

/** Waits until no process has reported a gap for two pulses. */
async function quiet(...processes: readonly Process[]) {
  const since = performance.now();
  await eventually(() => {
    const last = Math.max(since, ...processes.flatMap(({ gaps }) => gaps));
    expect(performance.now() - last).toBeGreaterThan(1_200);
  });
  for (const { gaps, isBlind } of processes) {
    expect(isBlind()).toBe(false);
    gaps.splice(0);
  }
}

/** Two processes, and a function that blocks the packets to the second one. */
type Link = { first: Process; second: Process; cut: (isCut: boolean) => void };

async function overPostgres(startsCut: boolean): Promise<Link> {
  let isCut = startsCut;
  const through = new URL(database.appUrl);
  const proxy = await TcpProxy.open(Number(through.port), { change: dropNotifications(() => isCut) });
  endings.push(() => proxy.close());
  through.port = String(proxy.port);
  return {
    first: await startProcess(postgresDriver(database.appUrl)),
    second: await startProcess(postgresDriver(through.href)),
    cut: (now) => (isCut = now),
  };
}

async function overNats(startsCut: boolean): Promise<Link> {
  const servers = await NatsServers.start(2);
  endings.push(() => servers.stop());
  servers.holdRoutes(startsCut);
  const subject = `test.${randomUUID()}`;
  const driver = (index: number) => {
    const settings = busOf({ BUS_URL: servers.url(index) });
    if (settings === undefined) throw new Error("no settings");
    return natsDriver(settings, subject);
  };
  return {
    first: await startProcess(driver(0)),
    second: await startProcess(driver(1)),
    cut: (isCut) => servers.holdRoutes(isCut),
  };
}

describe.each([
  ["LISTEN and NOTIFY", overPostgres, undefined],
  ["NATS", overNats, missingProgram("nats-server")],
])("a process over %s", (_name, link, missing) => {
  it("R0-227 R0-228 a process is blind if it does not hear another one for 900 ms, and reloads every 500 ms", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const { first, second, cut } = await link(false);
    await settle(first, second);
    const { gaps } = second.bus.state();
    second.secondHandler.calls = 0;
    const cutAt = performance.now();
    cut(true);
    first.bus.publish("news", { n: 1 });
    await eventually(() => expect(second.gaps.length).toBeGreaterThan(4));
    const [noticed = 0, ...pulses] = second.gaps.slice(0, 5);
    // Every handler runs, not only the first one.
    expect(second.secondHandler.calls).toBe(second.gaps.length);
    expect(second.isBlind()).toBe(true);
    // /metrics shows this state, see R0-243.
    expect(second.bus.state()).toMatchObject({ isConnected: true, isBlind: true, peers: 1, gaps: gaps + 1 });
    expect(noticed - cutAt).toBeLessThan(1_600);
    expect((pulses.at(-1) ?? 0) - noticed).toBeGreaterThan(1_800);
    expect((pulses.at(-1) ?? 0) - noticed).toBeLessThan(3_000);
    expect(second.states.slice(-5)).not.toContain(false);
    cut(false);
    await quiet(first, second);
    expect(second.bus.state()).toMatchObject({ isBlind: false, peers: 1 });
    expect(second.states.at(-1)).toBe(false);
    first.bus.publish("news", { n: 2 });
    await eventually(() => expect(second.seen).toContainEqual({ n: 2 }));
  });

  it("R0-229 a process that starts in a partition detects by the register that it does not hear all others", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const { second, cut } = await link(true);
    await eventually(() => expect(second.isBlind()).toBe(true));
    await eventually(() => expect(second.gaps.length).toBeGreaterThan(2));
    cut(false);
    await quiet(second);
  });

  it("R0-227 a process reloads once after a message that is too large for a packet", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const { first, second } = await link(false);
    await settle(first, second);
    first.bus.publish("news", { text: "x".repeat(70_000) });
    first.bus.publish("news", { n: 2 });
    await eventually(() => expect(second.gaps).toHaveLength(1));
    await eventually(() => expect(second.seen).toEqual([{ n: 2 }]));
    await quiet(first, second);
  });
});

it("a single process sends no heartbeats, and stops expecting a process that has ended", async () => {
  const first = await startProcess(postgresDriver(database.appUrl));
  const second = await startProcess(postgresDriver(database.appUrl));
  await settle(first, second);
  await second.bus.stop();
  await quiet(first);
  const listener = new pg.Client({ connectionString: database.appUrl });
  let notifications = 0;
  listener.on("notification", () => (notifications += 1));
  await listener.connect();
  endings.push(() => listener.end());
  await listener.query(`listen ${notificationChannel}`);
  await quiet(first);
  expect(notifications).toBe(0);
  expect(await database.query("select from process")).toHaveLength(1);
});

it("a killed process is no longer expected after some seconds", async () => {
  const killed = randomUUID();
  await database.query("insert into process (id, beat_at) values ($1, now() - interval '3 seconds')", [
    killed,
  ]);
  const first = await startProcess(postgresDriver(database.appUrl));
  await eventually(() => expect(first.isBlind()).toBe(true));
  await settle(first);
});
