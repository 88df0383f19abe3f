import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/background-database.ts";
import { inTime } from "../../../../test/in-time.ts";
import { Database } from "../../../platform/db/database.ts";
import { IdentityDb, type OrganizationDb } from "../../../platform/db/handles.ts";
import { PreparedQuery } from "../../../platform/db/prepared.ts";
import { insertOrganization, insertPerson } from "../../../directory/provision.queries.ts";
import { bookLost, type Hold, type HoldRefusal, type Settlement } from "./holds.queries.ts";
import { UsageBatcher } from "./usage-batcher.ts";
import { orphanedCallsJob } from "./orphaned-calls.worker.ts";
import { renewLeases } from "./open-calls.platform-queries.ts";

const usageBatcher = new UsageBatcher();
const period = "2026-11-01";
const nilPersonId = "00000000-0000-0000-0000-000000000000";
const priceId = "00000000-0000-7000-8000-0000000000aa";

let testDatabase: TestDatabase;
/** The second process of an installation. */
let neighbor: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  neighbor = new Database({ url: testDatabase.appUrl, maxConnections: 12, applicationName: "neighbor" });
  await testDatabase.query(
    "insert into ai_provider (key, name, wire, enabled) values ('probe', 'Probe', 'openai', true)",
  );
  await testDatabase.query(
    `insert into ai_price (id, provider_key, model, currency, valid_from, input_micro, output_micro, cached_micro,
       reasoning_micro, audio_hour_micro)
     values ($1, 'probe', 'probe-1', 'EUR', now(), 1000000, 1000000, 1000000, 1000000, 0)`,
    [priceId],
  );
});
afterAll(async () => {
  await neighbor.close();
  await testDatabase.close();
});

type World = { db: OrganizationDb; organizationId: string; people: string[] };

async function makeOrganization(limits: Readonly<Record<string, number>> = {}): Promise<World> {
  const createdWorld = await testDatabase.platformDb.write(async (tx) => {
    const { id } = await insertOrganization(tx, { name: `Praxis ${randomUUID()}`, country: "DE" });
    const people = [];
    for (let n = 0; n < 3; n += 1) {
      const email = `${randomUUID()}@example.org`;
      people.push(await insertPerson(tx, { firstName: "Mia", lastName: "Probe", email, passwordHash: "-" }));
    }
    return { id, people };
  });
  const names = Object.keys(limits);
  await testDatabase.query(
    `insert into ai_policy (${["organization_id", ...names].join(", ")})
     values (${["$1", ...names.map((_, index) => `$${index + 2}`)].join(", ")})`,
    [createdWorld.id, ...Object.values(limits)],
  );
  return {
    db: testDatabase.identityDb.organization(createdWorld.id),
    organizationId: createdWorld.id,
    people: createdWorld.people,
  };
}

function holdFor(personId: string, tokens: number, costMicros = 0n): Hold {
  return {
    id: randomUUID(),
    personId,
    tokenId: null,
    provider: "probe",
    model: "probe-1",
    kind: "chat",
    period,
    tokens,
    costMicros,
    inputTokens: 0,
    audioSeconds: 0,
    priceId,
    currency: "EUR",
  };
}

/** Returns a row of `ai_call` as the database receives it. */
function callFor(personId: string) {
  const { provider, tokens, costMicros, inputTokens, audioSeconds, ...hold } = holdFor(personId, 10);
  return {
    person_id: personId,
    token_id: null,
    provider_key: provider,
    model: hold.model,
    kind: hold.kind,
    period,
    hold_tokens: tokens,
    hold_micro: String(costMicros),
    input_tokens: inputTokens,
    audio_seconds: audioSeconds,
    price_id: priceId,
    currency: hold.currency,
  };
}

/** Returns two organizations whose calls are held in the same row of the platform, or in different ones. */
async function inSlots(which: "same" | "different"): Promise<[World, World]> {
  const slotOf = async ({ organizationId }: World) =>
    (await testDatabase.query<{ slot: number }>("select ai_platform_slot($1) as slot", [organizationId]))[0]
      ?.slot;
  const world = await makeOrganization();
  for (;;) {
    const otherOrganization = await makeOrganization();
    const isSame = (await slotOf(otherOrganization)) === (await slotOf(world));
    if (isSame === (which === "same")) return [world, otherOrganization];
  }
}

function endOf(id: string, tokens: number, costMicros = 0n): Settlement {
  return {
    id,
    outcome: "done",
    localDay: "2026-11-21",
    inputTokens: 0,
    outputTokens: tokens,
    cachedTokens: 0,
    reasoningTokens: 0,
    audioSeconds: 0,
    tokens,
    costMicros,
    isEstimated: false,
  };
}

async function balanceOf({ organizationId }: World, personId = nilPersonId) {
  const [row] = await testDatabase.query<
    Record<"used_tokens" | "held_tokens" | "used_micro" | "held_micro", string>
  >(
    `select used_tokens, held_tokens, used_micro, held_micro from ai_balance
     where organization_id = $1 and person_id = $2 and period = $3`,
    [organizationId, personId, period],
  );
  return row && Object.values(row).map(Number);
}

it("R7b-08 128 concurrent calls from two processes never hold more than is left, and the ledger is exact", async () => {
  const limit = 20_000;
  const world = await makeOrganization({ limit_tokens: limit });
  const neighborDb = new IdentityDb(neighbor).organization(world.organizationId);
  const neighbors = new UsageBatcher();
  let largest = 0;
  let spent = 0;
  const caller = async (index: number) => {
    const [db, books] = index % 2 === 0 ? [world.db, usageBatcher] : [neighborDb, neighbors];
    for (let turn = 1; ; turn += 1) {
      // Deterministic, slightly different amounts for the hold and the actual usage.
      const maxTokens = 150 + ((index * 37 + turn * 11) % 100);
      const hold = holdFor(world.people[index % 3] ?? "", maxTokens);
      const refusal = await books.reserve(db, hold);
      if (refusal !== null) return refusal;
      const [, held = 0] = (await balanceOf(world)) ?? [];
      largest = Math.max(largest, held);
      const usedTokens = Math.floor(maxTokens * 0.6);
      expect(await books.settle(db, endOf(hold.id, usedTokens))).toBe(true);
      spent += usedTokens;
    }
  };
  const refusals = await Promise.all(Array.from({ length: 128 }, (_, index) => caller(index)));
  expect(new Set(refusals)).toEqual(new Set(["organization_limit"]));
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(limit);
  const [usedTotal, heldTotal] = (await balanceOf(world)) ?? [];
  expect({ used: usedTotal, held: heldTotal }).toEqual({ used: spent, held: 0 });
  expect(spent).toBeLessThanOrEqual(limit);
  expect(
    await testDatabase.query("select id from ai_call where organization_id = $1", [world.organizationId]),
  ).toEqual([]);
  const [sums] = await testDatabase.query<{ events: string; days: string; people: string; balances: string }>(
    `select (select sum(output_tokens) from ai_usage_event where organization_id = $1) as events,
       (select sum(output_tokens) from ai_usage_day where organization_id = $1) as days,
       (select sum(output_tokens) from ai_usage_person_day where organization_id = $1) as people,
       (select sum(used_tokens) from ai_balance where organization_id = $1 and person_id <> $2) as balances`,
    [world.organizationId, nilPersonId],
  );
  expect(Object.values(sums ?? {}).map(Number)).toEqual([spent, spent, spent, spent]);
});

it.each([
  ["tokens per person", { person_limit_tokens: 50 }, "person_limit"],
  ["cost per person", { person_limit_micro: 100 }, "person_limit"],
  ["tokens", { limit_tokens: 50 }, "organization_limit"],
  ["cost", { limit_micro: 100 }, "organization_limit"],
  ["tokens of the platform", {}, "platform_limit"],
] as const)(
  "see R7b-08 a call waits for a hold of another process, whose commit uses up the limit of %s",
  async (_name, limits, expected) => {
    const world = await makeOrganization(limits);
    const isOfPlatform = expected === "platform_limit";
    const [holder, waiter] = isOfPlatform ? await inSlots("different") : [world, world];
    const client = new pg.Client({ connectionString: testDatabase.appUrl });
    await client.connect();
    try {
      if (isOfPlatform)
        await testDatabase.query(
          `update ai_platform set limit_tokens = 50 +
             (select coalesce(sum(used_tokens + held_tokens), 0) from ai_platform_balance where period = $1)`,
          [period],
        );
      await client.query("begin");
      await client.query("select set_config('app.organization_id', $1, true)", [holder.organizationId]);
      const call = {
        ...callFor(holder.people[0] ?? ""),
        hold_tokens: 50,
        hold_micro: "100",
        id: randomUUID(),
      };
      await client.query("select ai_reserve($1, $2, '1 minute')", [
        holder.organizationId,
        JSON.stringify([call]),
      ]);
      const refusal = usageBatcher.reserve(waiter.db, holdFor(waiter.people[0] ?? "", 50, 100n));
      const waits = `select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`;
      await expect.poll(async () => (await client.query(waits)).rows.length).toBe(1);
      await client.query("commit");
      expect(await refusal).toBe(expected);
    } finally {
      await client.end();
      await testDatabase.query("update ai_platform set limit_tokens = null");
    }
  },
);

it("see R7b-08 concurrent calls can use nearly all of a budget", async () => {
  const limit = 100_000;
  const world = await makeOrganization({ limit_tokens: limit });
  const caller = async (index: number) => {
    for (;;) {
      const hold = holdFor(world.people[index % 3] ?? "", 40);
      if ((await usageBatcher.reserve(world.db, hold)) !== null) return;
      await usageBatcher.settle(world.db, endOf(hold.id, 30));
    }
  };
  await Promise.all(Array.from({ length: 128 }, (_, index) => caller(index)));
  const [usedTotal = 0] = (await balanceOf(world)) ?? [];
  expect(usedTotal).toBeLessThanOrEqual(limit);
  expect(usedTotal).toBeGreaterThanOrEqual(limit * 0.95);
});

it("see R7b-08 without a limit of the platform, calls of different organizations do not wait for each other", async () => {
  const [firstWorld, secondWorld] = await inSlots("different");
  const client = new pg.Client({ connectionString: testDatabase.appUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.organization_id', $1, true)", [firstWorld.organizationId]);
    const call = { ...callFor(firstWorld.people[0] ?? ""), id: randomUUID() };
    await client.query("select ai_reserve($1, $2, '1 minute')", [
      firstWorld.organizationId,
      JSON.stringify([call]),
    ]);
    const hold = holdFor(secondWorld.people[0] ?? "", 10);
    expect(await inTime(usageBatcher.reserve(secondWorld.db, hold), "a concurrent hold")).toBeNull();
    expect(await usageBatcher.settle(secondWorld.db, endOf(hold.id, 5))).toBe(true);
  } finally {
    await client.end();
  }
});

it("see R7b-08 with a limit of the platform, a call does not wait for settlements that are still being written", async () => {
  const [firstWorld, secondWorld] = await inSlots("same");
  const hold = holdFor(firstWorld.people[0] ?? "", 10);
  expect(await usageBatcher.reserve(firstWorld.db, hold)).toBeNull();
  const ending = { id: hold.id, outcome: "done", local_day: "2026-11-21", budget_tokens: 5 };
  const counts = { input_tokens: 0, output_tokens: 5, cached_tokens: 0, reasoning_tokens: 0 };
  const ends = JSON.stringify([
    { ...ending, ...counts, audio_seconds: 0, cost_micro: 0, is_estimated: false },
  ]);
  const client = new pg.Client({ connectionString: testDatabase.appUrl });
  await client.connect();
  await testDatabase.query("update ai_platform set limit_tokens = 1000000000");
  try {
    await client.query("begin");
    await client.query("select set_config('app.organization_id', $1, true)", [firstWorld.organizationId]);
    await client.query("select ai_settle($1, $2)", [firstWorld.organizationId, ends]);
    expect(await usageBatcher.reserve(secondWorld.db, holdFor(secondWorld.people[0] ?? "", 10))).toBeNull();
  } finally {
    await client.end();
    await testDatabase.query("update ai_platform set limit_tokens = null");
  }
});

it("see R7b-08 limits per person, cost and platform apply as well; a rejected call holds nothing", async () => {
  const world = await makeOrganization({ limit_tokens: 1_000, person_limit_tokens: 300, limit_micro: 500 });
  const [first = "", second = ""] = world.people;
  expect(await usageBatcher.reserve(world.db, holdFor(first, 301))).toBe("person_limit");
  expect(await usageBatcher.reserve(world.db, holdFor(first, 300))).toBeNull();
  expect(await usageBatcher.reserve(world.db, holdFor(first, 1))).toBe("person_limit");
  expect(await usageBatcher.reserve(world.db, holdFor(second, 100, 501n))).toBe("organization_limit");
  expect(await balanceOf(world, second)).toBeUndefined();
  await testDatabase.query(
    "update ai_platform set limit_tokens = (select sum(used_tokens + held_tokens) from ai_platform_balance)",
  );
  try {
    expect(await usageBatcher.reserve(world.db, holdFor(second, 100))).toBe("platform_limit");
    expect(await balanceOf(world)).toEqual([0, 300, 0, 0]);
  } finally {
    await testDatabase.query("update ai_platform set limit_tokens = null");
  }
  expect(await usageBatcher.reserve(world.db, holdFor(second, 100, 500n))).toBeNull();
  expect(await balanceOf(world)).toEqual([0, 400, 0, 500]);
});

it("see R7b-08 calls in one batch are each refused for their own reason, and the others are held", async () => {
  const world = await makeOrganization({ limit_micro: 100, person_limit_tokens: 50 });
  const [first = "", second = "", third = ""] = world.people;
  await testDatabase.query(
    "insert into ai_person_limit (organization_id, person_id, limit_tokens) values ($1, $2, 500)",
    [world.organizationId, third],
  );
  const stoppedProvider = randomUUID();
  await testDatabase.query(
    "insert into ai_provider (key, name, wire, enabled, stopped_at) values ($1, 'Probe', 'openai', true, now())",
    [stoppedProvider],
  );
  const calls: [Hold, HoldRefusal | null][] = [
    [holdFor(first, 40, 10n), null],
    [holdFor(first, 51, 10n), "person_limit"],
    [holdFor(second, 50, 10n), null],
    [{ ...holdFor(second, 0, 10n), priceId: null }, "unpriced"],
    [holdFor(third, 300, 101n), "organization_limit"],
    [holdFor(third, 300, 80n), null],
    [{ ...holdFor(third, 1), provider: stoppedProvider }, "provider_stopped"],
    [{ ...holdFor(third, 100, 90n), period: "2026-12-01" }, null],
  ];
  const results = await Promise.all(calls.map(([hold]) => usageBatcher.reserve(world.db, hold)));
  expect(results).toEqual(calls.map(([, refusal]) => refusal));
  expect(await balanceOf(world)).toEqual([0, 390, 0, 100]);
  expect(await balanceOf(world, third)).toEqual([0, 300, 0, 80]);
  const heldCalls = calls.filter(([, refusal]) => refusal === null);
  const ends = heldCalls.map(([hold]) => endOf(hold.id, hold.tokens, hold.costMicros));
  const unknownEnd = endOf(randomUUID(), 7);
  const settlements = await Promise.all(
    [...ends, unknownEnd].map((end) => usageBatcher.settle(world.db, end)),
  );
  expect(settlements).toEqual([true, true, true, true, false]);
  expect(await balanceOf(world)).toEqual([390, 0, 100, 0]);
  expect(await balanceOf(world, third)).toEqual([300, 0, 80, 0]);
});

it("see R7b-08 a refused hold does not undo a settlement in the same batch, and vice versa", async () => {
  const world = await makeOrganization({ limit_tokens: 100 });
  const [first = ""] = world.people;
  const hold = holdFor(first, 60);
  await usageBatcher.reserve(world.db, hold);
  expect(
    await Promise.all([
      usageBatcher.settle(world.db, endOf(hold.id, 50)),
      usageBatcher.reserve(world.db, holdFor(first, 200)),
      usageBatcher.reserve(world.db, holdFor(first, 50)),
    ]),
  ).toEqual([true, "organization_limit", null]);
  expect(await balanceOf(world)).toEqual([50, 50, 0, 0]);
  const invalidEnd = { ...endOf(hold.id, 1), outcome: "unknown" as "done" };
  const otherHold = holdFor(first, 10);
  await testDatabase.query("update ai_policy set limit_tokens = null where organization_id = $1", [
    world.organizationId,
  ]);
  await usageBatcher.reserve(world.db, otherHold);
  const [refusal, accepted] = await Promise.allSettled([
    usageBatcher.settle(world.db, { ...invalidEnd, id: otherHold.id }),
    usageBatcher.reserve(world.db, holdFor(first, 7)),
  ]);
  expect([refusal.status, accepted.status]).toEqual(["rejected", "fulfilled"]);
  expect(await balanceOf(world)).toEqual([50, 67, 0, 0]);
});

it("see R7b-08 a model without a price is refused only if a cost limit applies", async () => {
  const holdWithoutPrice = (person = "") => ({ ...holdFor(person, 1), priceId: null });
  const limited = await makeOrganization({ limit_micro: 500 });
  expect(await usageBatcher.reserve(limited.db, holdWithoutPrice(limited.people[0]))).toBe("unpriced");
  const people = await makeOrganization({ person_limit_micro: 500 });
  expect(await usageBatcher.reserve(people.db, holdWithoutPrice(people.people[0]))).toBe("unpriced");
  const free = await makeOrganization({ limit_tokens: 500 });
  expect(await usageBatcher.reserve(free.db, holdWithoutPrice(free.people[0]))).toBeNull();
});

it("see R7b-08 stopping platform, provider, organization or person refuses new calls at once", async () => {
  const world = await makeOrganization();
  const [person = ""] = world.people;
  const switches = {
    platform_stopped: ["update ai_platform set stopped_at = $1"],
    provider_stopped: ["update ai_provider set stopped_at = $1"],
    organization_stopped: [
      "update ai_policy set stopped_at = $1 where organization_id = $2",
      world.organizationId,
    ],
    person_stopped: [
      `insert into ai_person_limit (organization_id, person_id, stopped_at) values ($2, $3, $1)
       on conflict (organization_id, person_id) do update set stopped_at = excluded.stopped_at`,
      world.organizationId,
      person,
    ],
  };
  for (const [reason, [text = "", ...values]] of Object.entries(switches)) {
    await testDatabase.query(text, [new Date(), ...values]);
    expect(await usageBatcher.reserve(world.db, holdFor(person, 1))).toBe(reason);
    await testDatabase.query(text, [null, ...values]);
    expect(await usageBatcher.reserve(world.db, holdFor(person, 1))).toBeNull();
  }
});

it("see R7b-08 settling a call is idempotent", async () => {
  const world = await makeOrganization();
  const hold = holdFor(world.people[0] ?? "", 100, 70n);
  await usageBatcher.reserve(world.db, hold);
  const results = await Promise.all(
    Array.from({ length: 20 }, () => usageBatcher.settle(world.db, endOf(hold.id, 40, 33n))),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(world)).toEqual([40, 0, 33, 0]);
  expect(await renewLeases(testDatabase.platformDb, [{ id: hold.id, receivedTokens: 10 }], 1_000)).toEqual([
    hold.id,
  ]);
});

it("see R7b-08 a call whose hold was lost is booked by its id, once", async () => {
  const world = await makeOrganization();
  const [personId = ""] = world.people;
  const hold = holdFor(personId, 100, 70n);
  const end = endOf(hold.id, 40, 33n);
  await usageBatcher.reserve(world.db, hold);
  // As if the commit of the hold had not survived.
  await testDatabase.query("delete from ai_call where organization_id = $1", [world.organizationId]);
  await testDatabase.query("delete from ai_balance where organization_id = $1", [world.organizationId]);
  expect(await usageBatcher.settle(world.db, end)).toBe(false);
  expect(await bookLost(world.db, hold, end)).toBe(true);
  expect(await balanceOf(world)).toEqual([40, 0, 33, 0]);
  expect(await balanceOf(world, personId)).toEqual([40, 0, 33, 0]);
  const events = () =>
    testDatabase.query("select id, cost_micro from ai_usage_event where organization_id = $1", [
      world.organizationId,
    ]);
  expect(await events()).toEqual([{ id: hold.id, cost_micro: "33" }]);

  expect(await bookLost(world.db, hold, end)).toBe(false);
  expect(await events()).toHaveLength(1);
  expect(await balanceOf(world)).toEqual([40, 0, 33, 0]);
});

it("see R7b-08 a call whose hold still exists is booked with it", async () => {
  const world = await makeOrganization();
  const hold = holdFor(world.people[0] ?? "", 100, 70n);
  await usageBatcher.reserve(world.db, hold);
  expect(await bookLost(world.db, hold, endOf(hold.id, 40, 33n))).toBe(true);
  expect(await balanceOf(world)).toEqual([40, 0, 33, 0]);
});

it("see R7b-08 calls of a dead process are booked with the usage so far; those of a running process are left alone", async () => {
  const world = await makeOrganization();
  const person = world.people[0] ?? "";
  const [dead, living] = [holdFor(person, 500, 90n), holdFor(person, 500, 90n)];
  for (const hold of [dead, living]) await usageBatcher.reserve(world.db, { ...hold, inputTokens: 20 });
  await renewLeases(testDatabase.platformDb, [{ id: dead.id, receivedTokens: 33 }], -1);
  expect(await renewLeases(testDatabase.platformDb, [{ id: living.id, receivedTokens: 5 }], 60_000)).toEqual(
    [],
  );
  const endedIds: string[] = [];
  const job = orphanedCallsJob({
    onBooked: (organizationId) => void endedIds.push(organizationId),
    platformDb: testDatabase.platformDb,
    db: testDatabase.identityDb,
    clock: { now: () => new Date("2026-11-21T12:00:00Z") },
  });
  await Promise.all([1, 2, 3].map(() => job.run(new AbortController().signal)));
  expect(endedIds).toContain(world.db.organizationId);
  expect(await balanceOf(world)).toEqual([53, 500, 53, 90]);
  const events = await testDatabase.query(
    "select id, outcome, input_tokens, output_tokens, is_estimated from ai_usage_event where organization_id = $1",
    [world.organizationId],
  );
  expect(events).toEqual([
    { id: dead.id, outcome: "lost", input_tokens: "20", output_tokens: "33", is_estimated: true },
  ]);
});

it("see R7b-08 a transcription of a dead process is booked by its estimated length", async () => {
  const world = await makeOrganization();
  const hold = holdFor(world.people[0] ?? "", 4_000, 90n);
  await usageBatcher.reserve(world.db, { ...hold, kind: "audio", inputTokens: 0, audioSeconds: 12 });
  await renewLeases(testDatabase.platformDb, [{ id: hold.id, receivedTokens: 0 }], -1);
  const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
  const dependencies = {
    onBooked: () => undefined,
    platformDb: testDatabase.platformDb,
    db: testDatabase.identityDb,
    clock,
  };
  await orphanedCallsJob(dependencies).run(new AbortController().signal);
  const events = await testDatabase.query(
    `select kind, outcome, audio_seconds::int, budget_tokens::int, is_estimated from ai_usage_event
     where organization_id = $1`,
    [world.organizationId],
  );
  expect(events).toEqual([
    { kind: "audio", outcome: "lost", audio_seconds: 12, budget_tokens: 120, is_estimated: true },
  ]);
  expect((await balanceOf(world))?.slice(0, 2)).toEqual([120, 0]);
});

it("see R7b-08 notices of 80 and 100 percent are sent once a month, regardless of parallel calls", async () => {
  const world = await makeOrganization({ limit_micro: 1_000 });
  const person = world.people[0] ?? "";
  const holds = Array.from({ length: 50 }, () => holdFor(person, 1, 20n));
  expect(await Promise.all(holds.map((hold) => usageBatcher.reserve(world.db, hold)))).toEqual(
    holds.map(() => null),
  );
  await Promise.all(holds.map((hold) => usageBatcher.settle(world.db, endOf(hold.id, 1, 20n))));
  const notifications = await testDatabase.query<{ payload: Record<string, unknown> }>(
    `select payload from outbox where topic = 'ai.threshold' and payload ->> 'organizationId' = $1
     order by payload ->> 'thresholdPercent' desc`,
    [world.organizationId],
  );
  expect(notifications.map(({ payload }) => [payload["personId"], payload["thresholdPercent"]])).toEqual([
    [nilPersonId, 80],
    [nilPersonId, 100],
  ]);
});

it("see R7b-08 a budget used to exactly 80 percent sends no notice, and one millionth more does", async () => {
  const world = await makeOrganization({ limit_micro: 1_000, limit_tokens: 1_000 });
  const person = world.people[0] ?? "";
  const thresholds = () =>
    testDatabase.query(
      `select payload ->> 'thresholdPercent' as percent from outbox
       where topic = 'ai.threshold' and payload ->> 'organizationId' = $1`,
      [world.organizationId],
    );
  const use = async (tokens: number, micros: bigint) => {
    const hold = holdFor(person, tokens, micros);
    await usageBatcher.reserve(world.db, hold);
    await usageBatcher.settle(world.db, endOf(hold.id, tokens, micros));
  };
  await use(800, 800n);
  expect(await thresholds()).toEqual([]);
  await use(0, 1n);
  expect(await thresholds()).toEqual([{ percent: "80" }]);
});

it("see R1-01 an organization neither sees nor changes balances and calls of another one", async () => {
  const [ownWorld, otherWorld] = [await makeOrganization(), await makeOrganization()];
  const hold = holdFor(otherWorld.people[0] ?? "", 100);
  await usageBatcher.reserve(otherWorld.db, hold);
  expect(await usageBatcher.settle(ownWorld.db, endOf(hold.id, 100))).toBe(false);
  expect(await ownWorld.db.read((db) => db.selectFrom("ai_balance").selectAll())).toEqual([]);
  expect(await balanceOf(otherWorld)).toEqual([0, 100, 0, 0]);
});

/** Makes calls, and returns for each whether its hold and its settlement were on disk when they were confirmed. */
async function writtenAtConfirmation(batcher: UsageBatcher) {
  const world = await makeOrganization();
  const isWritten = async (since: string) => {
    const [row] = await testDatabase.query<{ written: boolean }>(
      "select pg_current_wal_flush_lsn() > $1::pg_lsn as written",
      [since],
    );
    return row?.written;
  };
  const end = async () =>
    (await testDatabase.query<{ lsn: string }>("select pg_current_wal_insert_lsn()::text as lsn"))[0]?.lsn ??
    "";
  const durable = { holds: new Set<boolean | undefined>(), settlements: new Set<boolean | undefined>() };
  // Repeated, because the database also writes on its own five times a second.
  for (let turn = 0; turn < 30; turn += 1) {
    const hold = holdFor(world.people[0] ?? "", 10);
    const beforeHold = await end();
    expect(await batcher.reserve(world.db, hold)).toBeNull();
    durable.holds.add(await isWritten(beforeHold));
    const beforeSettlement = await end();
    await batcher.settle(world.db, endOf(hold.id, 10));
    durable.settlements.add(await isWritten(beforeSettlement));
  }
  return durable;
}

it("see R7b-08 a settlement is confirmed once it is on disk, and a hold before that", async () => {
  const { holds, settlements } = await writtenAtConfirmation(usageBatcher);
  expect(holds).toContain(false);
  expect(settlements).toEqual(new Set([true]));
});

it("see R7b-08 where a standby can replace the database, a hold is on disk before its call is made", async () => {
  const { holds, settlements } = await writtenAtConfirmation(new UsageBatcher({ flushesHolds: true }));
  expect([holds, settlements]).toEqual([new Set([true]), new Set([true])]);
});

it("see R7b-08 a call is found by its index even if its plan was made while there were few calls", async () => {
  const world = await makeOrganization();
  const hold = holdFor(world.people[0] ?? "", 100);
  // Few rows in few pages.
  await testDatabase.query("delete from ai_call");
  await testDatabase.vacuum("ai_call");
  expect(await usageBatcher.reserve(world.db, hold)).toBeNull();
  await testDatabase.vacuum("ai_call");
  const ending = { id: hold.id, outcome: "done", local_day: "2026-11-21", budget_tokens: 100 };
  const counts = { input_tokens: 0, output_tokens: 100, cached_tokens: 0, reasoning_tokens: 0 };
  const ends = JSON.stringify([
    { ...ending, ...counts, audio_seconds: 0, cost_micro: 0, is_estimated: false },
  ]);
  const settling = "select id from ai_settle($1, $2) as settled (id)";
  const scanCount = "select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'ai_call'";
  const {
    rows: [settled, scans],
  } = await world.db.changeAll<[{ id: string }, { scans: number }]>(() => [
    new PreparedQuery(settling, "probe-settle", [world.organizationId, ends]),
    new PreparedQuery(scanCount, "probe-scans", []),
  ]);
  expect(settled).toEqual([{ id: hold.id }]);
  expect(scans).toEqual([{ scans: 0 }]);
});
