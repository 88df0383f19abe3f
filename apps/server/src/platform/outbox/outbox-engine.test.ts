import { uuidV7 } from "@praxisportal/contract/identifiers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OutboxEngine, type OutboxEngineOptions } from "./outbox-engine.ts";
import { type OutboxHandler, type OutboxMessage, UnretryableError } from "./outbox-message.ts";
import { createTestDatabase, quietLog, type TestDatabase } from "../../../test/background-database.ts";

let database: TestDatabase;
const engines: OutboxEngine[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.query("delete from outbox"));
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});

function makeEngine(
  handler: OutboxHandler | OutboxHandler["handle"],
  options: Partial<OutboxEngineOptions> = {},
) {
  const engine = new OutboxEngine({
    db: database.platformDb,
    handlers: { test: typeof handler === "function" ? { handle: handler } : handler },
    log: quietLog(),
    pollMs: 50,
    ...options,
  });
  engines.push(engine);
  return engine;
}

async function emit(payloads: readonly Record<string, unknown>[], topic = "test") {
  await database.identityDb.write(async (tx) => {
    for (const payload of payloads) tx.emit(topic, payload, uuidV7());
  });
}

const rows = () =>
  database.query<{
    payload: Record<string, unknown>;
    attempts: number;
    last_error: string | null;
    parked: boolean;
    leased: boolean;
  }>(
    `select payload, attempts, last_error, available_at = 'infinity' as parked, leased_until is not null as leased
     from outbox order by id`,
  );
const eventually = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 });
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

/** Blocks a handler until the test opens it. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

describe("outbox engine", () => {
  it("passes each committed row to the handler of its topic and deletes completed rows", async () => {
    const handledMessages: OutboxMessage[] = [];
    await emit(numbered(250));
    makeEngine(async (message) => void handledMessages.push(message)).start();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(
      handledMessages.map((message) => message.payload["n"]).toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual(numbered(250).map(({ n }) => n));
    expect(handledMessages[0]).toMatchObject({ topic: "test", attempt: 1, createdAt: expect.any(Date) });
  });

  it("polls at once on a notification", async () => {
    const handledMessages: unknown[] = [];
    const engine = makeEngine(async (message) => void handledMessages.push(message.payload), {
      pollMs: 3_600_000,
    });
    engine.start();
    await emit([{ n: 1 }]);
    engine.requestPoll();
    await eventually(() => expect(handledMessages).toEqual([{ n: 1 }]));
  });

  it("finds rows by polling without a notification", async () => {
    const handledMessages: unknown[] = [];
    makeEngine(async (message) => void handledMessages.push(message.payload)).start();
    await emit([{ n: 1 }]);
    await eventually(() => expect(handledMessages).toEqual([{ n: 1 }]));
  });

  it("never handles the row of a transaction that was rolled back", async () => {
    const handledMessages: unknown[] = [];
    const engine = makeEngine(async (message) => void handledMessages.push(message.payload["n"]));
    engine.start();
    await expect(
      database.identityDb.write(async (tx) => {
        tx.emit("test", { n: "rolled back" }, uuidV7());
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await emit([{ n: "committed" }]);
    engine.requestPoll();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(handledMessages).toEqual(["committed"]);
  });

  it("starts the next row of a target while an outcome is stored, and keeps each row until its outcome is stored", async () => {
    const handledMessages: unknown[] = [];
    const storing = gate();
    await emit(numbered(2));
    makeEngine(
      {
        handle: async ({ payload, attempt }) => {
          handledMessages.push(payload["n"]);
          // Storing the outcome of the first row fails once.
          const isLost = payload["n"] === 0 && attempt === 1;
          return {
            stored: isLost ? storing.passed.then(() => Promise.reject(new Error("lost"))) : storing.passed,
          };
        },
        targetOf: () => "one",
        orderOf: ({ payload }) => Number(payload["n"]),
      },
      { maxPerTarget: 1, retryDelay: () => 1 },
    ).start();
    await eventually(() => expect(handledMessages).toEqual([0, 1]));
    expect(await rows()).toHaveLength(2);
    storing.open();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(handledMessages).toEqual([0, 1, 0]);
  });

  it("aborts an attempt that takes too long, and retries", async () => {
    const reasons: unknown[] = [];
    await emit([{ n: 1 }]);
    makeEngine(
      async ({ attempt }, signal) => {
        if (attempt > 1) return;
        signal.addEventListener("abort", () => reasons.push((signal.reason as Error).message));
        await new Promise(() => undefined);
      },
      { handleMs: 200, retryDelay: () => 0 },
    ).start();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(reasons).toEqual(["the handler took too long"]);
  });

  it("leaves rows of unknown topics for a process that handles them", async () => {
    await emit([{ n: 1 }], "newer-topic");
    await emit([{ n: 2 }]);
    makeEngine(async () => undefined).start();
    await eventually(async () => expect(await rows()).toHaveLength(1));
    expect(await rows()).toMatchObject([{ payload: { n: 1 }, attempts: 0, leased: false }]);
  });

  it("handles each row exactly once, in one of several engines", async () => {
    const active = new Set<string>();
    const handled = new Map<string, number>();
    let overlaps = 0;
    const handle = async (message: OutboxMessage) => {
      if (active.has(message.id)) overlaps += 1;
      active.add(message.id);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
      active.delete(message.id);
      handled.set(message.id, (handled.get(message.id) ?? 0) + 1);
    };
    await emit(numbered(1_000));
    const workers = [1, 2, 3].map(() => makeEngine(handle, { leaseMs: 600 }));
    for (const engine of workers) engine.start();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(overlaps).toBe(0);
    expect(handled.size).toBe(1_000);
    expect([...handled.values()].every((count) => count === 1)).toBe(true);
  });

  it("keeps the lease of a message that takes longer than the lease", async () => {
    const finish = gate();
    let calls = 0;
    const handle = async (_message: OutboxMessage, signal: AbortSignal) => {
      calls += 1;
      await finish.passed;
      expect(signal.aborted).toBe(false);
    };
    await emit([{ n: 1 }]);
    makeEngine(handle, { leaseMs: 1_000 }).start();
    await eventually(() => expect(calls).toBe(1));
    makeEngine(handle, { leaseMs: 1_000 }).start();
    const [first] = await database.query<{ until: Date }>("select leased_until as until from outbox");
    await eventually(async () => {
      const [now] = await database.query<{ late: boolean }>(
        "select now() > $1::timestamptz + interval '1 s' as late",
        [first?.until],
      );
      expect(now?.late).toBe(true);
    });
    finish.open();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(calls).toBe(1);
  });

  it("aborts a handler whose row was taken by another process, and leaves the row to that process", async () => {
    const signals: AbortSignal[] = [];
    await emit([{ n: 1 }]);
    const engine = makeEngine(
      async (_message, signal) => {
        signals.push(signal);
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        });
      },
      { leaseMs: 300 },
    );
    engine.start();
    await eventually(() => expect(signals).toHaveLength(1));
    await database.query("update outbox set claims = claims + 1, leased_until = now() + interval '1 hour'");
    await eventually(() => expect(signals[0]?.aborted).toBe(true));
    // The former holder stores its outcome too late.
    await engine.stop();
    expect(await rows()).toMatchObject([{ leased: true, last_error: null }]);
  });

  it("does not delay other targets behind a slow one", async () => {
    const finish = gate();
    const healthy: unknown[] = [];
    let slow = 0;
    const handler: OutboxHandler = {
      targetOf: (message) => String(message.payload["target"]),
      async handle(message) {
        if (message.payload["target"] !== "slow") return void healthy.push(message.payload["n"]);
        slow += 1;
        await finish.passed;
      },
    };
    // There are more slow rows than the engine claims at once, and all are before the healthy ones.
    await emit(numbered(600).map((payload) => ({ ...payload, target: "slow" })));
    await emit(numbered(50).map((payload) => ({ ...payload, target: `healthy ${payload.n % 5}` })));
    makeEngine(handler, { maxInFlight: 32, maxPerTarget: 4 }).start();
    await eventually(() => expect(healthy).toHaveLength(50));
    expect(slow).toBe(4);
    finish.open();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(slow).toBe(600);
  });

  it("retries after a pause, and parks the row with its error after the last attempt", async () => {
    const attempts: number[] = [];
    await emit([{ n: 1 }]);
    makeEngine(
      {
        maxAttempts: 3,
        async handle(message) {
          attempts.push(message.attempt);
          throw new Error("receiver is away");
        },
      },
      { retryDelay: () => 1 },
    ).start();
    await eventually(async () => expect(await rows()).toMatchObject([{ parked: true }]));
    expect(attempts).toEqual([1, 2, 3]);
    expect(await rows()).toMatchObject([
      { attempts: 3, last_error: "Error: receiver is away", leased: false },
    ]);
  });

  it("waits for the configured pause before the next attempt", async () => {
    await emit([{ n: 1 }]);
    makeEngine(
      async () => {
        throw new Error("away");
      },
      { retryDelay: (attempt) => attempt * 3_600_000 },
    ).start();
    await eventually(async () => expect((await rows())[0]?.last_error).toBe("Error: away"));
    const [row] = await database.query<{ minutes: number }>(
      "select extract(epoch from available_at - now())::int / 60 as minutes from outbox",
    );
    expect(row?.minutes).toBeGreaterThanOrEqual(59);
    expect(row?.minutes).toBeLessThanOrEqual(60);
  });

  it("parks and reports a row at once if a retry cannot help", async () => {
    await emit([{ n: 1 }]);
    let parkedCount = 0;
    const handler = async () => {
      throw new UnretryableError("no such mailbox");
    };
    makeEngine(handler, { onParked: () => void (parkedCount += 1) }).start();
    await eventually(async () =>
      expect(await rows()).toMatchObject([
        { parked: true, attempts: 1, last_error: "UnretryableError: no such mailbox" },
      ]),
    );
    expect(parkedCount).toBe(1);
  });

  it("parks a row whose attempts crash their process each time", async () => {
    let calls = 0;
    await emit([{ n: 1 }]);
    await database.query(
      "update outbox set attempts = 12, claims = 12, leased_until = now() - interval '1 s'",
    );
    makeEngine(async () => void (calls += 1)).start();
    await eventually(async () => expect(await rows()).toMatchObject([{ parked: true }]));
    expect(calls).toBe(0);
  });

  it("finishes messages in flight when it stops, and returns unstarted ones without counting an attempt", async () => {
    const finish = gate();
    const started: unknown[] = [];
    await emit(numbered(40));
    const engine = makeEngine(
      async (message) => {
        started.push(message.payload["n"]);
        await finish.passed;
      },
      { maxInFlight: 8 },
    );
    engine.start();
    await eventually(async () => {
      expect(started).toHaveLength(8);
      expect((await rows()).filter((row) => row.leased).length).toBeGreaterThan(8);
    });
    const stopping = engine.stop();
    await eventually(async () => expect((await rows()).filter((row) => row.leased)).toHaveLength(8));
    finish.open();
    await stopping;
    const remaining = await rows();
    expect(remaining).toHaveLength(32);
    expect(remaining.every((row) => row.attempts === 0 && !row.leased)).toBe(true);
    expect(started).toHaveLength(8);
  });

  it("aborts messages that do not end within the grace period when it stops", async () => {
    const signals: AbortSignal[] = [];
    await emit([{ n: 1 }]);
    const engine = makeEngine(
      async (_message, signal) => {
        signals.push(signal);
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        });
      },
      { stopGraceMs: 1 },
    );
    engine.start();
    await eventually(() => expect(signals).toHaveLength(1));
    await engine.stop();
    expect(signals[0]?.aborted).toBe(true);
    expect(await rows()).toMatchObject([{ leased: false, last_error: "Error: stopped" }]);
  });

  it("continues after a database outage without losing rows", async () => {
    const handled = new Set<unknown>();
    await emit(numbered(300));
    makeEngine(
      async (message) => {
        handled.add(message.payload["n"]);
        if (handled.size === 100) await database.refuseConnections();
      },
      { leaseMs: 1_000, maxInFlight: 16, retryDelay: () => 50 },
    ).start();
    await eventually(() => expect(handled.size).toBeGreaterThanOrEqual(100));
    await database.allowConnections();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(handled.size).toBe(300);
  });
});
