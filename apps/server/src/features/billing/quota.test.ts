import { changeQuota, getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { bookCall, holdCall, makeProviders } from "../../../test/ai/ai-calls.ts";
import { auditEntries, makeMember, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { longestTransaction } from "../../../test/round-trips.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { aiChangedChannel } from "../ai/ai-invalidations.ts";
import { openBus } from "../../platform/realtime/bus/open-bus.ts";

const stepUpMs = 10 * 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
});
afterAll(() => testApp.stop());

const today = dateInTimeZone("Europe/Berlin", new Date());
const period = `${today.slice(0, 7)}-01`;

async function setUpOrganization() {
  const { client, organization, member } = await organizationWith(testApp);
  const doctor = await makeMember(testApp, organization.id, "editor", {
    firstName: "Dora",
    lastName: "Probe",
    permissions: ["ai:use"],
  });
  const doctorUser = { organizationId: organization.id, personId: doctor.personId };
  const ownUsage = { organizationId: organization.id, personId: member.personId };
  const change = async (body: object, headers: Record<string, string> = {}, query = {}) =>
    client.call(changeQuota, { body, headers, query });
  const readQuota = async () => (await client.call(getQuota, { query: { ledger: "true" } })).result;
  return { client, organization, member, doctor, doctorUser, own: ownUsage, change, read: readQuota };
}

describe("GET /billing/quota", () => {
  it("R7b-06 R3-55 returns limit, used, held and remaining of the organization and of the caller; unset means no limit", async () => {
    const { read, change, doctorUser, own } = await setUpOrganization();
    expect(await read()).toMatchObject({
      limit: null,
      left: null,
      used: 0,
      held: 0,
      state: "free",
      // The limit of its plan applies as well.
      planLimit: 2_000_000,
      version: 0,
    });
    await change({ limit: 1_000, limitMicros: 500, personLimit: 100 });
    await bookCall(testApp, doctorUser, {
      localDay: today,
      inputTokens: 60,
      outputTokens: 25,
      costMicros: 40n,
    });
    await holdCall(testApp, own, { period, tokens: 30, costMicros: 7n });
    expect(await read()).toMatchObject({
      month: today.slice(0, 7),
      currency: "EUR",
      limit: 1_000,
      used: 85,
      held: 30,
      left: 885,
      limitMicros: 500,
      usedMicros: 40,
      heldMicros: 7,
      leftMicros: 453,
      state: "free",
      own: { limit: 100, used: 0, held: 30, left: 70, limitMicros: null, leftMicros: null },
      people: [
        {
          userId: doctorUser.personId,
          name: "Dora Probe",
          limit: 100,
          used: 85,
          left: 15,
          state: "near",
          hasOwnLimit: false,
        },
        { userId: own.personId, limit: 100, held: 30, state: "free" },
      ],
      version: 1,
    });
  });

  it("see R7b-06 shows a user without cost permission their own budget and the organization's, not others' usage", async () => {
    const { doctor, doctorUser, own } = await setUpOrganization();
    await bookCall(testApp, doctorUser, { localDay: today, inputTokens: 1, outputTokens: 0 });
    await bookCall(testApp, own, { localDay: today, inputTokens: 2, outputTokens: 0 });
    const client = new TestClient(testApp);
    await client.signIn(doctor);
    const { result } = await client.call(getQuota, { query: { ledger: "true" } });
    expect(result).toMatchObject({ used: 3, own: { used: 1 }, people: null, ledger: null });
    const outsider = new TestClient(testApp);
    await outsider.signIn(await makeMember(testApp, doctorUser.organizationId, "editor"));
    expect((await outsider.call(getQuota)).status).toBe(403);
  });

  it("see R7b-08 computes the health of the ledger from the calls and detects each possible fault", async () => {
    const { client, read, doctorUser, organization } = await setUpOrganization();
    await bookCall(testApp, doctorUser, { localDay: today, inputTokens: 5, costMicros: 3n });
    expect((await client.call(getQuota)).result).toEqual({ ...(await read()), ledger: null });
    const id = await holdCall(testApp, doctorUser, { period, tokens: 30, costMicros: 7n });
    const sums = { openTokens: 30, openMicros: 7, bookedTokens: 10, bookedMicros: 3 };
    const checkedLedger = { ...sums, checkedAt: expect.any(String) as string };
    const healthy = {
      isHealthy: true,
      heldMatches: true,
      usedMatches: true,
      staleCalls: 0,
      openCalls: 1,
      ...checkedLedger,
    };
    expect((await read()).ledger).toEqual(healthy);
    const corrupt = async (text: string, ...values: unknown[]) => {
      await queryRows(testApp, text, [organization.id, ...values]);
      return (await read()).ledger;
    };
    const ownRow = "where organization_id = $1 and person_id = $2";
    const nilPersonId = "00000000-0000-0000-0000-000000000000";
    for (const person of [doctorUser.personId, nilPersonId]) {
      for (const [column, flag] of [
        ["held_tokens", "heldMatches"],
        ["held_micro", "heldMatches"],
        ["used_tokens", "usedMatches"],
        ["used_micro", "usedMatches"],
      ]) {
        const bad = await corrupt(`update ai_balance set ${column} = ${column} + 1 ${ownRow}`, person);
        expect([column, bad]).toEqual([column, { ...healthy, isHealthy: false, [String(flag)]: false }]);
        expect(await corrupt(`update ai_balance set ${column} = ${column} - 1 ${ownRow}`, person)).toEqual(
          healthy,
        );
      }
    }
    const late =
      "update ai_call set leased_until = now() - interval '2 minutes' where organization_id = $1 and id = $2";
    expect(await corrupt(late, id)).toEqual({ ...healthy, isHealthy: false, staleCalls: 1 });
  });
});

describe("PUT /billing/quota", () => {
  it("R7b-07 changes limits of the organization and of people under their version, with one audit entry each", async () => {
    const { change, read, organization, doctor, client } = await setUpOrganization();
    const first = await change({ limit: 5_000, personLimit: 900 }, { "if-match": '"0"' });
    expect(first.result).toMatchObject({
      limit: 5_000,
      personLimit: 900,
      limitMicros: null,
      version: 1,
      dryRun: false,
    });
    expect((await change({ limit: 1 }, { "if-match": '"0"' })).status).toBe(412);
    const people = [{ userId: doctor.personId, limit: 700, limitMicros: 30 }];
    expect((await change({ limitMicros: 60, people }, { "if-match": '"1"' })).result).toMatchObject({
      limit: 5_000,
      limitMicros: 60,
      version: 2,
      people: [{ userId: doctor.personId, limit: 700, limitMicros: 30, hasOwnLimit: true }],
    });
    // An unchanged value is not a change.
    expect((await change({ limit: 5_000, people })).result.version).toBe(2);
    await change({ personLimitMicros: 20 });
    // Each limit is stored, and a change of another one keeps it.
    expect(await read()).toMatchObject({
      limit: 5_000,
      limitMicros: 60,
      personLimit: 900,
      personLimitMicros: 20,
      own: { limit: 900, limitMicros: 20 },
      people: [{ userId: doctor.personId, limit: 700, limitMicros: 30, hasOwnLimit: true }],
    });
    const none = [{ userId: doctor.personId, limit: null, limitMicros: null }];
    expect((await change({ people: none })).result.people).toMatchObject([
      { limit: 900, limitMicros: 20, hasOwnLimit: false },
    ]);
    expect((await read()).people).toEqual([]);
    const entries = await auditEntries(testApp, organization.id, "billing.quota_changed");
    expect(entries.map((entry) => [entry.target_id, entry.record.changes])).toEqual([
      [organization.id, { limit: [null, 5_000], personLimit: [null, 900] }],
      [organization.id, { limitMicros: [null, 60] }],
      [doctor.personId, { limit: [null, 700], limitMicros: [null, 30] }],
      [organization.id, { personLimitMicros: [null, 20] }],
      [doctor.personId, { limit: [700, null], limitMicros: [30, null] }],
    ]);
    for (const body of [{ limit: -1 }, { limit: 1.5 }, { limit: 10 ** 15 }, { people: [{ userId: "x" }] }]) {
      expect((await client.call(changeQuota, { body })).status).toBe(400);
    }
  });

  it("R7b-07 stores the limits of many people with one statement", async () => {
    const { change, organization, doctor } = await setUpOrganization();
    const otherMembers = await Promise.all(
      Array.from({ length: 12 }, () => makeMember(testApp, organization.id, "editor")),
    );
    const limitsOf = (people: readonly { personId: string }[], limit: number) =>
      longestTransaction(async () => {
        const body = { people: people.map(({ personId }) => ({ userId: personId, limit })) };
        expect((await change(body)).result.people).toHaveLength(people.length);
      });
    const forOne = await limitsOf([doctor], 700);
    expect(forOne).toBeGreaterThan(1);
    // The audit log needs one statement for each further entry.
    expect(await limitsOf([doctor, ...otherMembers], 800)).toBeLessThanOrEqual(forOne + otherMembers.length);
  });

  it("see R7b-08 a new limit applies to the next call", async () => {
    const { change, doctorUser } = await setUpOrganization();
    await change({ limit: 100, people: [{ userId: doctorUser.personId, limit: 20 }] });
    await expect(holdCall(testApp, doctorUser, { period, tokens: 21 })).rejects.toThrow("person_limit");
    await change({ people: [{ userId: doctorUser.personId, limit: null }] });
    await expect(holdCall(testApp, doctorUser, { period, tokens: 101 })).rejects.toThrow(
      "organization_limit",
    );
    await holdCall(testApp, doctorUser, { period, tokens: 100 });
  });

  it("see R7b-07 a dry run returns the affected budgets and changes nothing", async () => {
    const { change, read, doctorUser, own, organization } = await setUpOrganization();
    await change({ limit: 10_000 });
    await bookCall(testApp, doctorUser, { localDay: today, inputTokens: 90, outputTokens: 0 });
    await bookCall(testApp, own, { localDay: today, inputTokens: 50, outputTokens: 0 });
    const before = await read();
    const { result } = await change({ limit: 150, personLimit: 100 }, {}, { dryRun: "true" });
    expect(result).toMatchObject({ dryRun: true, limit: 150, left: 10, state: "near", version: 1 });
    expect(result.affected).toEqual([
      { userId: null, name: null, before: "free", after: "near" },
      { userId: doctorUser.personId, name: "Dora Probe", before: "free", after: "near" },
    ]);
    const low = (await change({ personLimit: 50 }, {}, { dryRun: "true" })).result.affected;
    expect(low.map((budget) => [budget.userId, budget.after])).toEqual([
      [doctorUser.personId, "reached"],
      [own.personId, "reached"],
    ]);
    const checkedAt: unknown = expect.any(String);
    expect(await read()).toEqual({ ...before, ledger: { ...before.ledger, checkedAt } });
    expect(await auditEntries(testApp, organization.id, "billing.quota_changed")).toHaveLength(1);
  });

  it("see R7b-07 raising a limit needs a fresh proof of identity, lowering does not", async () => {
    const { change, member } = await setUpOrganization();
    await change({ limit: 1_000 });
    await queryRows(
      testApp,
      "update session set authenticated_at = now() - $2 * interval '1 ms' where person_id = $1",
      [member.personId, stepUpMs + 1],
    );
    testApp.app.callers.cache.forgetPerson(member.personId);
    const raisedLimits = [
      { limit: 1_001 },
      { limit: null },
      { personLimit: 3, limitMicros: null, limit: 1_002 },
    ];
    for (const body of raisedLimits) expect((await change(body)).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await change({ limit: 2_000 }, {}, { dryRun: "true" })).result.limit).toBe(2_000);
    expect((await change({ limit: 500, personLimit: 100 })).result).toMatchObject({ limit: 500, version: 2 });
    expect((await change({ personLimit: 101 })).problem.code).toBe("STEP_UP_REQUIRED");
  });

  it("see R7b-07 N02 requires the permission to change costs, and applies to members of the organization", async () => {
    const { change, doctor, read } = await setUpOrganization();
    const otherSetup = await setUpOrganization();
    const people = [{ userId: otherSetup.doctor.personId, limit: 1 }];
    expect((await change({ limit: 9, people })).status).toBe(404);
    expect((await read()).limit).toBeNull();
    const client = new TestClient(testApp);
    await client.signIn(doctor);
    expect((await client.call(changeQuota, { body: { limit: 1 } })).status).toBe(403);
  });

  it("see R7b-07 every process drops its cached data: with a cost limit a price becomes required", async () => {
    const { change, organization } = await setUpOrganization();
    const quiet = vi.fn<() => void>();
    const bus = openBus({ url: testApp.urls.app, log: { info: quiet, warn: quiet, error: quiet } });
    await bus.start();
    try {
      const receivedEvents: unknown[] = [];
      bus.subscribe(aiChangedChannel, (payload) => receivedEvents.push(payload));
      await change({ limitMicros: 5 });
      await eventually(() => expect(receivedEvents).toEqual([{ organizationId: organization.id }]));
    } finally {
      await bus.stop();
    }
  });

  it("see R7b-07 concurrent changes run one after the other: of the same version only one succeeds", async () => {
    const { change, read } = await setUpOrganization();
    const responses = await Promise.all(
      [1, 2, 3, 4].map((limit) => change({ limit: limit * 100 }, { "if-match": '"0"' })),
    );
    const statuses = responses.map((response) => response.status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, 412, 412, 412]);
    expect((await read()).version).toBe(1);
  });
});
