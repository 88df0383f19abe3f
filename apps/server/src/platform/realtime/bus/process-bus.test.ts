import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import pg from "pg";
import { createTestDatabase, quietLog, type TestDatabase } from "../../../../test/background-database.ts";
import { decodePacket } from "./packets.ts";
import { openBus } from "./open-bus.ts";
import type { ProcessBus } from "./process-bus.ts";

let database: TestDatabase;
const buses: ProcessBus[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.stop()));
});

async function startBus(batchMs = 5) {
  const bus = openBus({ url: database.appUrl, log: quietLog(), reconnectMs: 20, batchMs });
  buses.push(bus);
  await bus.start();
  return bus;
}

function collect(bus: ProcessBus, channel = "news") {
  const seen: unknown[] = [];
  bus.subscribe(channel, (payload) => seen.push(payload));
  return seen;
}

/** Listens to the database and collects the notifications that contain messages. */
async function listen() {
  const client = new pg.Client({ connectionString: database.appUrl });
  client.on("error", () => undefined);
  const payloads: string[] = [];
  client.on("notification", ({ payload }) => {
    if ((decodePacket(payload)?.messages.length ?? 0) > 0) payloads.push(payload ?? "");
  });
  await client.connect();
  await client.query("listen praxisportal");
  return { payloads, end: () => client.end() };
}

describe("bus over LISTEN and NOTIFY", () => {
  it("delivers once, to local subscribers immediately and to those of other processes soon after", async () => {
    const [here, there] = [await startBus(), await startBus()];
    const seenHere = collect(here);
    const seenThere = collect(there);
    here.publish("news", { id: 1 });
    expect(seenHere).toEqual([{ id: 1 }]);
    await eventually(() => expect(seenThere).toEqual([{ id: 1 }]));
    // An echo of the first message would arrive before this second one.
    there.publish("news", { id: 2 });
    await eventually(() => expect(seenHere).toEqual([{ id: 1 }, { id: 2 }]));
    expect(seenThere).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("delivers a message with an id once to each process if it is published again", async () => {
    const [here, there] = [await startBus(), await startBus()];
    const [seenHere, seenThere] = [collect(here), collect(there)];
    here.publish("news", { n: 1 }, "row.1");
    await here.sent();
    await eventually(() => expect(seenThere).toEqual([{ n: 1 }]));
    // The other process repeats the received message, and then publishes a new one.
    there.publish("news", { n: 1 }, "row.1");
    here.publish("news", { n: 1 }, "row.1");
    there.publish("news", { n: 2 }, "row.2");
    await eventually(() => expect(seenHere).toEqual([{ n: 1 }, { n: 2 }]));
    expect(seenThere).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("sends a repeated message to the others if only this process has delivered it", async () => {
    const there = await startBus();
    const here = openBus({ url: database.appUrl, log: quietLog(), reconnectMs: 20 });
    buses.push(here);
    const [seenHere, seenThere] = [collect(here), collect(there)];
    // The bus is not connected yet, so the message waits.
    here.publish("news", { n: 1 }, "row.1");
    here.publish("news", { n: 1 }, "row.1");
    await here.start();
    await here.sent();
    await eventually(() => expect(seenThere).toEqual([{ n: 1 }]));
    expect(seenHere).toEqual([{ n: 1 }]);
  });

  it("separates channels, and stops calling subscribers that have unsubscribed", async () => {
    const bus = await startBus();
    const otherEvents = collect(bus, "other");
    const seen: unknown[] = [];
    const unsubscribe = bus.subscribe("news", (payload) => seen.push(payload));
    bus.publish("news", { id: 1 });
    unsubscribe();
    bus.publish("news", { id: 2 });
    expect(seen).toEqual([{ id: 1 }]);
    expect(otherEvents).toEqual([]);
  });

  it("delivers 3,000 messages in order, up to 20 per notification", async () => {
    const listener = await listen();
    const [here, there] = [await startBus(), await startBus()];
    const seen = collect(there);
    const sent = Array.from({ length: 3_000 }, (_, id) => ({ id }));
    for (const message of sent) here.publish("news", message);
    await eventually(() => expect(seen).toHaveLength(3_000));
    expect(seen).toEqual(sent);
    await eventually(() => expect(listener.payloads).toHaveLength(150));
    await listener.end();
  });

  it("sends equal waiting messages once", async () => {
    const [here, there] = [await startBus(), await startBus()];
    const seen = collect(there);
    for (let n = 0; n < 50; n += 1) here.publish("news", { id: "same" });
    here.publish("news", { id: "last" });
    await eventually(() => expect(seen.at(-1)).toEqual({ id: "last" }));
    expect(seen).toEqual([{ id: "same" }, { id: "last" }]);
  });

  it("continues with the other subscribers if one throws", async () => {
    const bus = await startBus();
    bus.subscribe("news", () => {
      throw new Error("broken subscriber");
    });
    const seen = collect(bus);
    bus.publish("news", { id: 1 });
    expect(seen).toEqual([{ id: 1 }]);
  });

  it("reconnects after a database outage, sends queued messages and reports a possible gap", async () => {
    const [here, there] = [await startBus(), await startBus()];
    const seen = collect(there);
    let gaps = 0;
    there.onGap(() => (gaps += 1));
    await database.refuseConnections();
    here.publish("news", { id: "while away" });
    await database.allowConnections();
    await eventually(() => expect(gaps).toBe(1));
    // Both connections recover by themselves, so messages published from now on must arrive.
    await vi.waitFor(
      () => {
        here.publish("news", { id: "after" });
        expect(seen).toContainEqual({ id: "after" });
      },
      { timeout: 10_000, interval: 100 },
    );
  });

  it("sends waiting messages before it stops", async () => {
    const [here, there] = [await startBus(1_000_000), await startBus()];
    const seen = collect(there);
    for (let id = 0; id < 100; id += 1) here.publish("news", { id });
    await here.stop();
    await eventually(() => expect(seen).toHaveLength(100));
  });

  it("ignores messages that another program writes to the channel", async () => {
    const bus = await startBus();
    const seen = collect(bus);
    await database.query("select pg_notify('praxisportal', 'not json')");
    await database.query(`select pg_notify('praxisportal', '{"from":"x","messages":[["news",{"id":7}]]}')`);
    await eventually(() => expect(seen).toEqual([{ id: 7 }]));
  });
});
