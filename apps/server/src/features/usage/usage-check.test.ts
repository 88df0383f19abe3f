import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/background-database.ts";
import type { Hold } from "../ai/metering/holds.queries.ts";
import { UsageBatcher } from "../ai/metering/usage-batcher.ts";
import { insertOrganization, insertPerson } from "../../directory/provision.queries.ts";
import { systemClock } from "../../platform/clock/clock.ts";
import { findDifferences } from "./usage-check.platform-queries.ts";
import { usageCheckJob } from "./usage-check.worker.ts";
import { readUsage, type SumRow } from "./usage.queries.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.query(
    "insert into ai_provider (key, name, wire, enabled) values ('a', 'A', 'openai', true), ('b', 'B', 'openai', true)",
  );
});
afterAll(() => testDatabase.close());

async function makeOrganization(people: number) {
  return testDatabase.platformDb.write(async (tx) => {
    const { id } = await insertOrganization(tx, { name: `Praxis ${randomUUID()}`, country: "DE" });
    const personIds = [];
    for (let n = 0; n < people; n += 1) {
      const email = `${randomUUID()}@example.org`;
      personIds.push(
        await insertPerson(tx, { firstName: "Mia", lastName: "Probe", email, passwordHash: "-" }),
      );
    }
    return { id, personIds };
  });
}

const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = { startDate: dayOf(40), endDate: dayOf(0) };

const callArbitrary = fc.record({
  person: fc.nat({ max: 2 }),
  provider: fc.constantFrom("a", "b"),
  model: fc.constantFrom("klein", "gross"),
  currency: fc.constantFrom("EUR", "EUR", "CHF"),
  /**
   * Number of days since the call was held and since it was booked. The two are independent, so that calls cross the
   * ends of months in both directions.
   */
  heldAgo: fc.nat({ max: 35 }),
  bookedAgo: fc.nat({ max: 35 }),
  inputTokens: fc.nat({ max: 100_000 }),
  outputTokens: fc.nat({ max: 100_000 }),
  audioSeconds: fc.nat({ max: 3_600 }),
  costMicros: fc.option(fc.bigInt({ min: 0n, max: 9_999_999_999n })),
  isEstimated: fc.boolean(),
  outcome: fc.constantFrom("done", "aborted", "failed", "lost"),
  /** Number of settlements of the call, and its place in the order of all settlements. */
  times: fc.integer({ min: 1, max: 3 }),
  order: fc.nat(),
});
type Call = typeof callArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

it("R3-54 daily sums equal the sums of the calls, regardless of their order, days and repetitions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(callArbitrary, { maxLength: 25 }), async (calls) => {
      const { id, personIds } = await makeOrganization(3);
      const db = testDatabase.identityDb.organization(id);
      const open = calls.map((call) => ({
        ...call,
        id: randomUUID(),
        personId: personIds[call.person] ?? "",
      }));
      const usageBatcher = new UsageBatcher();
      const refusals = await Promise.all(open.map((call) => usageBatcher.reserve(db, holdOf(call))));
      expect(refusals).toEqual(open.map(() => null));
      const settling = open
        .flatMap((call) =>
          Array.from({ length: call.times }, (_, turn) => ({ call, place: call.order * (turn + 1) })),
        )
        .toSorted((left, right) => left.place - right.place);
      await Promise.all(
        settling.map(({ call }) =>
          usageBatcher.settle(db, {
            ...call,
            localDay: dayOf(call.bookedAgo),
            cachedTokens: 0,
            reasoningTokens: 0,
            tokens: tokensOf(call),
          }),
        ),
      );
      const [days, models, people] = await readUsage(db, range, "EUR");
      const sum = (rows: readonly SumRow[]) =>
        (["calls", "input", "audio", "estimated"] as const).map((name) =>
          rows.reduce((total, row) => total + BigInt(row[name]), 0n),
        );
      const real = [
        BigInt(calls.length),
        calls.reduce((total, call) => total + BigInt(call.inputTokens), 0n),
        calls.reduce((total, call) => total + BigInt(call.audioSeconds), 0n),
        BigInt(calls.filter((call) => call.isEstimated).length),
      ];
      expect([sum(days), sum(models), sum(people)]).toEqual([real, real, real]);
      const costIn = (currency: string) =>
        calls
          .filter((call) => call.currency === currency)
          .reduce((total, call) => total + (call.costMicros ?? 0n), 0n);
      const bookedIn = (currency: string) =>
        models
          .filter((row) => row.currency === currency)
          .reduce((total, row) => total + BigInt(row.cost), 0n);
      expect([bookedIn("EUR"), bookedIn("CHF")]).toEqual([costIn("EUR"), costIn("CHF")]);
      expect(days.reduce((total, row) => total + BigInt(row.cost), 0n)).toBe(costIn("EUR"));
      for (const row of days) {
        expect(Number(row.calls)).toBe(calls.filter((call) => dayOf(call.bookedAgo) === row.day).length);
      }
      const { differences } = await findDifferences(testDatabase.platformDb, range.startDate);
      expect(differences).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

const tokensOf = (call: Call) => call.inputTokens + call.outputTokens + 10 * call.audioSeconds;

function holdOf(call: Call & { id: string; personId: string }): Hold {
  return {
    ...call,
    tokenId: null,
    kind: "chat",
    period: `${dayOf(call.heldAgo).slice(0, 7)}-01`,
    tokens: tokensOf(call),
    costMicros: call.costMicros ?? 0n,
    inputTokens: 0,
    priceId: null,
  };
}

async function bookUsage() {
  const { id, personIds } = await makeOrganization(1);
  const call = {
    ...fc.sample(callArbitrary, 1)[0],
    id: randomUUID(),
    personId: personIds[0] ?? "",
  } as Call & { id: string; personId: string };
  const certain: typeof call = {
    ...call,
    heldAgo: 0,
    bookedAgo: 0,
    provider: "a",
    model: "klein",
    currency: "EUR",
    costMicros: 5n,
    inputTokens: 3,
  };
  const db = testDatabase.identityDb.organization(id);
  const usageBatcher = new UsageBatcher();
  await usageBatcher.reserve(db, holdOf(certain));
  await usageBatcher.settle(db, {
    ...certain,
    localDay: dayOf(0),
    cachedTokens: 0,
    reasoningTokens: 0,
    tokens: tokensOf(certain),
  });
  return { id, personId: certain.personId };
}

it("see R7b-01 a wrong sum is reported but not repaired, and makes the nightly run fail", async () => {
  const { id, personId } = await bookUsage();
  const job = usageCheckJob({ db: testDatabase.platformDb, clock: systemClock });
  const { signal } = new AbortController();
  await job.run(signal);
  const nilPersonId = "00000000-0000-0000-0000-000000000000";
  const month = `${dayOf(0).slice(0, 7)}-01`;
  for (const [change, back, found] of [
    [
      "ai_usage_day set calls = calls + 1",
      "ai_usage_day set calls = calls - 1",
      ["ai_usage_day", dayOf(0), "a klein EUR"],
    ],
    [
      "ai_usage_day set cost_micro = 4",
      "ai_usage_day set cost_micro = 5",
      ["ai_usage_day", dayOf(0), "a klein EUR"],
    ],
    [
      "ai_usage_person_day set input_tokens = 4",
      "ai_usage_person_day set input_tokens = 3",
      ["ai_usage_person_day", dayOf(0), `${personId} EUR`],
    ],
    [
      `ai_balance set used_micro = 6 where person_id = '${nilPersonId}' and`,
      `ai_balance set used_micro = 5 where person_id = '${nilPersonId}' and`,
      ["ai_balance", month, nilPersonId],
    ],
  ] as const) {
    const run = (text: string) =>
      testDatabase.query(`update ${text} ${text.endsWith("and") ? "" : "where"} organization_id = $1`, [id]);
    await run(change);
    const { differences } = await findDifferences(testDatabase.platformDb, dayOf(3));
    expect(
      differences.map((difference) => [
        difference.organizationId,
        difference.table,
        difference.day,
        difference.of,
      ]),
    ).toEqual([[id, ...found]]);
    await expect(job.run(signal)).rejects.toThrow(`1 sums of AI usage are wrong; ${id}`);
    await run(back);
  }
  await testDatabase.query("delete from ai_usage_day where organization_id = $1", [id]);
  expect((await findDifferences(testDatabase.platformDb, dayOf(3))).differences).toHaveLength(1);
  await testDatabase.query("delete from ai_usage_event where organization_id = $1", [id]);
  const { differences } = await findDifferences(testDatabase.platformDb, dayOf(3));
  expect(
    differences.map((difference) => difference.table).toSorted((left, right) => left.localeCompare(right)),
  ).toEqual(["ai_balance", "ai_balance", "ai_usage_person_day"]);
});
