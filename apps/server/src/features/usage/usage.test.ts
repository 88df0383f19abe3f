import {
  getUsage,
  getUsageHistory,
  getPersonUsage,
  getOrganizationAiUsage,
  getProviderUsage,
} from "@praxisportal/contract/usage/usage.endpoints";
import { getBillingHistory, getCosts, getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import type { ExportedCall } from "@praxisportal/contract/billing/billing.schema";
import { createSite } from "@praxisportal/contract/sites/sites.endpoints";
import { dateInTimeZone, periodRange } from "@praxisportal/contract/usage/usage.rules";
import {
  getOrganizationStatistics,
  getOrganizationUsage,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { getUserUsage } from "@praxisportal/contract/users/users.endpoints";
import { getTenant, getTenantBilling } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookCall, makeProviders } from "../../../test/ai/ai-calls.ts";
import { makeMember, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe", "zweite");
});
afterAll(() => testApp.stop());

const today = dateInTimeZone("Europe/Berlin", new Date());
const before = periodRange("month", today);

/** Returns a generator of integers below a bound, which is deterministic for a seed. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Creates an organization whose two members used two providers, one of them last month as well. */
async function usedOrganization() {
  const { client, organization, member } = await organizationWith(testApp);
  const colleague = await makeMember(testApp, organization.id, "viewer", {
    firstName: "Uta",
    lastName: "Probe",
  });
  const ownUsage = { organizationId: organization.id, personId: member.personId };
  const colleagueOwner = { organizationId: organization.id, personId: colleague.personId };
  await bookCall(testApp, ownUsage, {
    localDay: today,
    inputTokens: 100,
    outputTokens: 40,
    costMicros: 700n,
  });
  await bookCall(testApp, ownUsage, {
    localDay: today,
    model: "probe-2",
    inputTokens: 7,
    outputTokens: 3,
    costMicros: 50n,
  });
  await bookCall(testApp, colleagueOwner, {
    localDay: today,
    provider: "zweite",
    model: "z",
    costMicros: 900n,
    isEstimated: true,
  });
  await bookCall(testApp, colleagueOwner, {
    localDay: today,
    kind: "audio",
    audioSeconds: 61,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: null,
  });
  await bookCall(testApp, colleagueOwner, { localDay: before.endDate, costMicros: 10n });
  return { client, organization, member, colleague };
}

describe("usage of an organization", () => {
  it("R7b-01 R3-54 R7x-09 is returned for this month by provider, model, day and person, with totals, costs and currency", async () => {
    const { client, organization, member, colleague } = await usedOrganization();
    const { result } = await client.call(getUsage);
    expect(result).toMatchObject({
      organizationId: organization.id,
      period: "current",
      startDate: `${today.slice(0, 7)}-01`,
      endDate: today,
      timezone: "Europe/Berlin",
      currency: "EUR",
      total: 4,
      totals: {
        count: 4,
        inputTokens: 117,
        outputTokens: 48,
        audioSeconds: 61,
        costMicros: 1_650,
        estimatedCount: 1,
        unpricedCount: 1,
      },
      estimatedShare: 0.25,
      people: 2,
      otherCurrencies: [],
    });
    expect(
      Object.entries(result.byProvider).map(([key, stats]) => [
        key,
        stats.name,
        stats.count,
        stats.costMicros,
      ]),
    ).toEqual([
      ["zweite", "Anbieter zweite", 1, 900],
      ["probe", "Anbieter probe", 3, 750],
    ]);
    const { byModel } = result;
    expect(byModel.map((stats) => [stats.model, stats.count, stats.costMicros, stats.unpricedCount])).toEqual(
      [
        ["z", 1, 900, 0],
        ["probe-1", 2, 700, 1],
        ["probe-2", 1, 50, 0],
      ],
    );
    expect(result.byPerson.map((stats) => [stats.userId, stats.name, stats.count, stats.costMicros])).toEqual(
      [
        [colleague.personId, "Uta Probe", 2, 900],
        [member.personId, "Mia Muster-Probe", 2, 750],
      ],
    );
    expect(result.byDay).toHaveLength(Number(today.slice(8)));
    expect(result.byDay.at(-1)).toEqual({ date: today, ...result.totals });
    expect(result.byDayAndProvider.map((stats) => [stats.date, stats.provider, stats.count])).toEqual([
      [today, "probe", 3],
      [today, "zweite", 1],
    ]);
  });

  it("adds up to the same total by provider, model, person, site and day, and in both files", async () => {
    const { client, organization, member } = await organizationWith(testApp);
    const sites = ["Hauptpraxis", "Zweigpraxis"];
    const siteIds: string[] = [];
    for (const name of sites) {
      const response = await client.call(createSite, { params: { id: organization.id }, body: { name } });
      siteIds.push(response.result.id);
    }
    const people = [member.personId];
    for (let n = 0; n < 5; n += 1)
      people.push((await makeMember(testApp, organization.id, "viewer")).personId);
    for (const [n, personId] of people.entries())
      await queryRows(
        testApp,
        "update membership set site_id = $3 where organization_id = $1 and person_id = $2",
        [organization.id, personId, [...siteIds, null][n % 3]],
      );
    const seed = Math.floor(Math.random() * 1_000_000);
    const random = randomFrom(seed);
    for (let n = 0; n < 60; n += 1) {
      const owner = { organizationId: organization.id, personId: people[random(people.length)] ?? "" };
      await bookCall(testApp, owner, {
        localDay: today,
        provider: random(2) === 0 ? "probe" : "zweite",
        model: `model-${random(3)}`,
        inputTokens: random(10_000),
        costMicros: random(10) === 0 ? null : BigInt(random(99_999_999)),
      });
    }
    const { result } = await client.call(getUsage);
    const groupings = {
      provider: Object.values(result.byProvider),
      model: result.byModel,
      person: result.byPerson,
      site: result.bySite,
      day: result.byDay,
    };
    for (const [name, rows] of Object.entries(groupings))
      for (const field of ["count", "inputTokens", "costMicros", "unpricedCount"] as const)
        expect([seed, name, field, rows.reduce((sum, row) => sum + row[field], 0)]).toEqual([
          seed,
          name,
          field,
          result.totals[field],
        ]);
    expect(new Set(result.bySite.map(({ name }) => name))).toEqual(new Set([...sites, null]));
    expect(result.bySite.at(-1)?.siteId).toBeNull();

    const file = async (format: string) =>
      client.fetch(`/api/billing/export?format=${format}`, { headers: { "accept-language": "de" } });
    const calls = (await (await file("json")).json()) as ExportedCall[];
    const lines = (await (await file("csv")).text()).trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(60);
    for (const { name, costMicros } of result.bySite) {
      const siteCalls = calls.filter(({ site }) => site === name);
      expect([seed, name, siteCalls.reduce((sum, call) => sum + (call.costMicros ?? 0), 0)]).toEqual([
        seed,
        name,
        costMicros,
      ]);
      expect(lines.filter((line) => line.endsWith(`;${name ?? ""}`))).toHaveLength(siteCalls.length);
    }
  });

  it("R9-39 R7b-01 is returned for exactly the previous month", async () => {
    const { client, organization, colleague } = await usedOrganization();
    const callsOf = (period: string) => {
      const query = { period };
      return Promise.all([
        client.call(getUsage, { query }),
        client.call(getCosts, { query }),
        client.call(getProviderUsage, { params: { p: "probe" }, query }),
        client.call(getPersonUsage, { params: { id: colleague.personId }, query }),
        client.call(getOrganizationAiUsage, { params: { id: organization.id }, query }),
      ]);
    };
    const query = { period: "month" };
    for (const response of await callsOf("month"))
      expect(response.result).toMatchObject({ ...query, ...before });
    const current = { period: "current", startDate: `${today.slice(0, 7)}-01`, endDate: today };
    for (const response of await callsOf("current")) expect(response.result).toMatchObject(current);
    for (const period of ["7d", "previous", "day", ""])
      expect(
        (await callsOf(period)).map(({ status }) => status),
        period,
      ).toEqual(Array(5).fill(400));
    const { result } = await client.call(getUsage, { query });
    expect([result.startDate, result.endDate, result.total]).toEqual([before.startDate, before.endDate, 1]);
    expect(result.byDay.at(-1)?.costMicros).toBe(10);
  });

  it("R7b-02 is returned by day for a range, including its first and last day", async () => {
    const { client } = await usedOrganization();
    const query = { startDate: before.endDate, endDate: today };
    const { result } = await client.call(getUsageHistory, { query });
    expect(result).toMatchObject({ ...query, timezone: "Europe/Berlin", currency: "EUR" });
    const days = result.data.map(({ date }) => date);
    expect(days).toEqual(days.toSorted());
    expect(new Set(days).size).toBe(Number(today.slice(8)) + 1);
    expect(result.data[0]).toMatchObject({ date: before.endDate, count: 1, costMicros: 10 });
    expect([result.data.at(-1)?.date, result.total, result.totals.costMicros]).toEqual([today, 5, 1_660]);
    // A range that ends before today.
    const earlier = (await client.call(getUsageHistory, { query: before })).result;
    expect(earlier).toMatchObject({ ...before, total: 1 });
    expect(earlier.data.at(-1)?.date).toBe(before.endDate);
    const inverse = { startDate: today, endDate: before.endDate };
    expect((await client.call(getUsageHistory, { query: inverse })).status).toBe(400);
  });

  it("R7b-03 is returned for one provider in a period, and with 404 for an unknown provider", async () => {
    const { client } = await usedOrganization();
    const month = { params: { p: "probe" }, query: { period: "month" } };
    expect((await client.call(getProviderUsage, month)).result).toMatchObject({
      period: "month",
      startDate: before.startDate,
      total: 1,
      totals: { costMicros: 10 },
    });
    const { result } = await client.call(getProviderUsage, { params: { p: "probe" } });
    expect([result.provider, result.name, result.total, result.totals.costMicros]).toEqual([
      "probe",
      "Anbieter probe",
      3,
      750,
    ]);
    expect(result.byDay.at(-1)?.count).toBe(3);
    expect(result.byModel.map((stats) => [stats.model, stats.count, stats.costMicros])).toEqual([
      ["probe-1", 2, 700],
      ["probe-2", 1, 50],
    ]);
    const otherProvider = (await client.call(getProviderUsage, { params: { p: "zweite" } })).result;
    expect([otherProvider.total, otherProvider.totals.costMicros]).toEqual([1, 900]);
    expect((await client.call(getProviderUsage, { params: { p: "keiner" } })).status).toBe(404);
  });

  it("R7b-04 N04 is returned for one person in a period, to that person and to users of the organization who may read costs", async () => {
    const { client, colleague, member } = await usedOrganization();
    const otherOrganization = await usedOrganization();
    const params = { id: colleague.personId };
    const { result } = await client.call(getPersonUsage, { params });
    expect([result.name, result.total, result.totals.costMicros]).toEqual(["Uta Probe", 2, 900]);
    const month = await client.call(getPersonUsage, { params, query: { period: "month" } });
    expect(month.result).toMatchObject({ period: "month", total: 1, totals: { costMicros: 10 } });
    const memberClient = new TestClient(testApp);
    await memberClient.signIn(colleague);
    expect((await memberClient.call(getPersonUsage, { params })).result.total).toBe(2);
    expect((await memberClient.call(getPersonUsage, { params: { id: member.personId } })).status).toBe(403);
    expect(
      (await client.call(getPersonUsage, { params: { id: otherOrganization.colleague.personId } })).status,
    ).toBe(404);
  });

  it("R7b-05 N04 is returned for a period, and only for the organization in the path", async () => {
    const { client, organization } = await usedOrganization();
    const { result } = await client.call(getOrganizationAiUsage, { params: { id: organization.id } });
    expect(result).toMatchObject({ organizationId: organization.id, period: "current", total: 4 });
    const query = { period: "month" };
    const month = await client.call(getOrganizationAiUsage, { params: { id: organization.id }, query });
    expect(month.result).toMatchObject({ period: "month", total: 1, totals: { costMicros: 10 } });
    const otherOrganization = await organizationWith(testApp);
    expect(
      (await otherOrganization.client.call(getOrganizationAiUsage, { params: { id: organization.id } }))
        .status,
    ).toBe(404);
    expect((await otherOrganization.client.call(getUsage)).result).toMatchObject({
      total: 0,
      byProvider: {},
      people: 0,
    });
  });

  it("R7x-09 uses the organization's currency and time zone, from the next request after a change", async () => {
    const { client, organization, member } = await usedOrganization();
    expect((await client.call(getUsage)).result).toMatchObject({
      currency: "EUR",
      timezone: "Europe/Berlin",
    });
    const shift =
      "update organization set currency = 'CHF', time_zone = 'Europe/Zurich' where organization_id = $1";
    await queryRows(testApp, shift, [organization.id]);
    for (let turn = 0; turn < 2; turn += 1) {
      const { result } = await client.call(getUsage);
      expect(result).toMatchObject({ currency: "CHF", timezone: "Europe/Zurich", total: 4 });
      expect(result.totals.costMicros).toBe(0);
      expect(result.otherCurrencies).toEqual([{ currency: "EUR", costMicros: 1_650 }]);
    }
    const params = { id: organization.id };
    const person = { params: { id: member.personId } };
    const month = { query: { startDate: today, endDate: today } };
    const answers = {
      costs: await client.call(getCosts),
      quota: await client.call(getQuota),
      person: await client.call(getPersonUsage, person),
      user: await client.call(getUserUsage, person),
      provider: await client.call(getProviderUsage, { params: { p: "probe" } }),
      organization: await client.call(getOrganizationAiUsage, { params }),
      days: await client.call(getOrganizationUsage, { params, ...month }),
      subscription: await client.call(getTenantBilling, { params }),
    };
    for (const [call, answer] of Object.entries(answers))
      expect([call, answer.result]).toEqual([call, expect.objectContaining({ currency: "CHF" })]);
    // Amounts booked in the former currency keep it.
    const { data } = (await client.call(getBillingHistory)).result;
    expect(data.map(({ currency }) => currency)).toEqual(["EUR", "EUR"]);
  });

  it("see R7x-09 never converts amounts in another currency or adds them to those in the organization's currency", async () => {
    const { client, organization, member } = await usedOrganization();
    const usageOwner = { organizationId: organization.id, personId: member.personId };
    await bookCall(testApp, usageOwner, { localDay: today, costMicros: 5_000n, currency: "CHF" });
    const { result } = await client.call(getUsage);
    expect([result.total, result.totals.costMicros]).toEqual([5, 1_650]);
    expect(result.otherCurrencies).toEqual([{ currency: "CHF", costMicros: 5_000 }]);
    const ownResponse = await client.call(getPersonUsage, { params: { id: member.personId } });
    expect([ownResponse.result.totals.costMicros, ownResponse.result.otherCurrencies]).toEqual([
      750,
      [{ currency: "CHF", costMicros: 5_000 }],
    ]);
  });
});

describe("usage figures elsewhere", () => {
  it("R7o-12 R7o-17 R7u-17 see R2.4-09 for organization, person and dashboard match the booked calls", async () => {
    const { client, organization, colleague } = await usedOrganization();
    const params = { id: organization.id };
    const usage = (await client.call(getOrganizationUsage, { params })).result;
    expect(usage.totals).toEqual({ requests: 4, inputTokens: 117, outputTokens: 48, costMicros: 1_650 });
    expect(usage.days.at(-1)).toEqual({ date: today, ...usage.totals });
    const query = { startDate: before.endDate, endDate: before.endDate };
    const range = (await client.call(getOrganizationUsage, { params, query })).result;
    expect(range.days).toEqual([expect.objectContaining({ date: before.endDate, costMicros: 10 })]);
    expect(range.totals).toMatchObject({ requests: 1, costMicros: 10 });
    const person = await client.call(getUserUsage, { params: { id: colleague.personId } });
    expect(person.result.totals).toEqual({ requests: 2, inputTokens: 10, outputTokens: 5, costMicros: 900 });
    const month = { params: { id: colleague.personId }, query: { period: "month" } };
    expect((await client.call(getUserUsage, month)).result.totals.costMicros).toBe(10);
    // Each of the 61 seconds of the recording counts as ten tokens, the same as against the limit.
    expect((await client.call(getOrganizationStatistics, { params })).result.monthlyTokens).toBe(775);
    expect((await client.call(getTenant, { params })).result.usage.tokensUsed).toBe(775);
    await queryRows(testApp, "delete from ai_balance where organization_id = $1 and period >= $2", [
      organization.id,
      `${today.slice(0, 7)}-01`,
    ]);
    // The AI was used before, but not this month.
    expect((await client.call(getOrganizationStatistics, { params })).result.monthlyTokens).toBe(0);
  });
});
