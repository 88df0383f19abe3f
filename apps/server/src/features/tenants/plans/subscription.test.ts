import { getBillingProfile } from "@praxisportal/contract/invoices/invoices.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  addPlan,
  changeTenantPlan,
  getTenantBilling,
  getTenantLimits,
  keepTenantPlan,
  listPlans,
  previewTenantPlan,
  removePlan,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import { dateInTimeZone, lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { bookCall, makeProviders } from "../../../../test/ai/ai-calls.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { laterPlan } from "../../../../test/plans/audited-calls.ts";
import { openSocket } from "../../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { addDays, addMonths, daysBetween, monthOf } from "../../../directory/plan-charges/days.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof platformClient>>;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
  operator = await platformClient(testApp);
});
afterAll(() => testApp.stop());

const today = dateInTimeZone("Europe/Berlin", new Date());
const month = monthOf(today);
const nextMonth = addMonths(today, 1);
const refusalOf = ({ status, problem }: { status: number; problem: Record<string, unknown> }) => [
  status,
  problem["code"],
];

/** Gives an organization a plan that began on the first day of a month. */
async function withPlan(plan: string, term = "month", since = addMonths(today, -2)) {
  const organizationSetup = await organizationWith(testApp);
  const { id } = organizationSetup.organization;
  await queryRows(testApp, "update organization set plan = $2, plan_term = $3 where organization_id = $1", [
    id,
    plan,
    term,
  ]);
  await queryRows(
    testApp,
    "delete from subscription where organization_id = $1 and valid_until is not null",
    [id],
  );
  await queryRows(
    testApp,
    "update subscription set valid_from = ($2::date + time '12:00') at time zone 'Europe/Berlin' where organization_id = $1",
    [id, since],
  );
  return { ...organizationSetup, params: { id } };
}

/** Copies a plan that begins later. The first day of the copy is an SQL expression. */
async function copyPlan(day: string, validFrom: string): Promise<void> {
  await queryRows(
    testApp,
    `insert into plan (name, valid_from, max_users, monthly_tokens, storage_bytes)
     select name, ${day}, max_users, monthly_tokens, storage_bytes from plan where valid_from = $1`,
    [validFrom],
  );
  await queryRows(
    testApp,
    `insert into plan_price (name, valid_from, currency, monthly_micro, yearly_micro, included_ai_micro)
     select name, ${day}, currency, monthly_micro, yearly_micro, included_ai_micro from plan_price
     where valid_from = $1`,
    [validFrom],
  );
}

async function deletePlans(day: string): Promise<void> {
  await queryRows(testApp, `delete from plan_price where valid_from = ${day}`);
  await queryRows(testApp, `delete from plan where valid_from = ${day}`);
}

async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "planned-plan");
  await job?.run(new AbortController().signal);
}

it("R0-146 an added plan has prices per month and year, limits and included AI in both currencies, and begins on its day", async () => {
  const validFrom = addDays(today, 40);
  const plan = laterPlan(validFrom, 5_900, 59_000);
  const addition = await operator.call(addPlan, { body: plan });
  expect([addition.status, addition.result]).toEqual([
    201,
    {
      id: `basic-${validFrom}`,
      name: "basic",
      validFrom,
      maxUsers: 25,
      monthlyTokens: 1_000_000,
      storageGB: 10,
      prices: [
        { currency: "EUR", monthly: 59_000_000, yearly: 590_000_000 },
        { currency: "CHF", monthly: 63_000_000, yearly: 630_000_000 },
      ],
      includedAi: [
        { currency: "EUR", monthly: 5_000_000 },
        { currency: "CHF", monthly: 6_000_000 },
      ],
    },
  ]);
  expect(refusalOf(await operator.call(addPlan, { body: plan }))).toEqual([409, "CONFLICT"]);
  const otherPlan = laterPlan(addDays(today, 41));
  const { EUR, CHF } = otherPlan.prices;
  for (const body of [
    laterPlan(dateInTimeZone("UTC", new Date())),
    laterPlan(addDays(today, 41), 59.5),
    { ...otherPlan, prices: { EUR } },
    { ...otherPlan, prices: { EUR, CHF, USD: EUR } },
    { ...otherPlan, prices: { EUR, CHF: { ...CHF, includedAiMicros: 0.5 } } },
  ])
    expect((await operator.call(addPlan, { body })).status).toBe(400);
  const basic = async () =>
    (await operator.call(listPlans)).result.data.find(({ name }) => name === "basic")?.id;
  expect((await operator.call(listPlans)).result.upcoming).toEqual([addition.result]);
  expect(await basic()).toBe("basic-2020-01-01");

  // An organization keeps the price of the day on which it chose the plan.
  const { client, params } = await withPlan("basic");
  await copyPlan("current_date", validFrom);
  expect(await basic()).toBe(`basic-${dateInTimeZone("UTC", new Date())}`);
  expect((await client.call(getTenantBilling, { params })).result.priceMicros).toBe(49_000_000);
  const currentPlan = { params: { planId: await basic() } } as { params: { planId: string } };
  expect(refusalOf(await operator.call(removePlan, currentPlan))).toEqual([409, "CONFLICT"]);
  await deletePlans("current_date");
  expect(refusalOf(await operator.call(removePlan, currentPlan))).toEqual([404, "NOT_FOUND"]);

  await operator.call(removePlan, { params: { planId: `basic-${validFrom}` } });
  const planId = `basic-${addDays(today, 50)}`;
  await operator.call(addPlan, { body: laterPlan(addDays(today, 50)) });
  expect((await operator.call(removePlan, { params: { planId } })).status).toBe(204);
  expect((await operator.call(listPlans)).result.upcoming).toEqual([]);
});

it("R0-147 an upgrade applies at once; its preview charges the rest of the month by day and credits the paid days", async () => {
  const { client, params } = await withPlan("basic");
  const query = { plan: "professional" } as const;
  const preview = (await client.call(previewTenantPlan, { params, query })).result;
  const count = daysBetween(month, nextMonth);
  const usedDays = daysBetween(month, today);
  const roundShare = (cents: number, days: number) => Math.floor((2 * cents * days + count) / (2 * count));
  const [credit, charge] = [roundShare(4_900, usedDays) - 4_900, 12_900 - roundShare(12_900, usedDays)];
  const days = { from: today, to: lastDayOfMonth(today) };
  expect(preview).toEqual({
    plan: "professional",
    term: "month",
    applies: "now",
    startsOn: today,
    currency: "EUR",
    priceCents: 12_900,
    lines: [
      usedDays === 0
        ? { kind: "credit", plan: "basic", term: "month", ...days, cents: -4_900 }
        : { kind: "credit", plan: "basic", term: "month", ...days, cents: credit },
      { kind: "plan", plan: "professional", term: "month", ...days, cents: charge },
    ],
    totalCents: credit + charge,
    // The operator has not entered a country.
    taxes: [],
    grossCents: null,
    taxMissing: ["operator.country"],
  });
  const change = await client.call(changeTenantPlan, { params, body: query });
  expect(change.result).toMatchObject({ plan: "professional", term: "month", next: null });
  expect((await client.call(getTenantLimits, { params })).result.monthlyTokens).toBe(50_000_000);
  const { result } = await client.call(getTenantBilling, { params });
  expect([result.priceMicros, result.currentTerm]).toEqual([
    129_000_000,
    { from: today, to: lastDayOfMonth(today) },
  ]);
});

it("the billing contains the limits and the billing profile only if they are requested", async () => {
  const { client, organization, params } = await withPlan("basic");
  const { result } = await client.call(getTenantBilling, { params, query: { details: "true" } });
  expect(result.details).toEqual({
    limits: (await client.call(getTenantLimits, { params })).result,
    profile: (await client.call(getBillingProfile)).result,
  });
  expect(result.details?.profile.defaults.name).toBe(organization.name);
  expect((await client.call(getTenantBilling, { params })).result).not.toHaveProperty("details");
});

it("R0-148 a smaller plan begins when the current term ends, even when the portal did not run on that day", async () => {
  const { client, organization, params } = await withPlan("professional");
  const { id } = organization;
  const socket = await openSocket(testApp, client);
  const body = { plan: "basic" } as const;
  const next = { plan: "basic", term: "month", startsOn: nextMonth };
  const preview = (await client.call(previewTenantPlan, { params, query: body })).result;
  expect(preview).toMatchObject({ applies: "atTermEnd", startsOn: nextMonth, totalCents: 4_900 });
  const planned = await client.call(changeTenantPlan, { params, body });
  expect(planned.result).toMatchObject({ plan: "professional", next });
  expect(await socket.next("billingEvent")).toMatchObject({
    type: "subscription.changed",
    kind: "subscriptionChanged",
  });
  socket.close();
  await runJob();
  expect((await client.call(getTenantBilling, { params })).result).toMatchObject({
    plan: "professional",
    next,
  });

  const cancellation = await client.call(keepTenantPlan, { params });
  expect(cancellation.result).toMatchObject({ plan: "professional", next: null });
  expect(refusalOf(await client.call(keepTenantPlan, { params }))).toEqual([409, "CONFLICT"]);

  await client.call(changeTenantPlan, { params, body });
  const due = addDays(today, -3);
  await queryRows(testApp, "update planned_plan set starts_on = $2 where organization_id = $1", [id, due]);
  await runJob();
  await runJob();
  const { result } = await client.call(getTenantBilling, { params });
  expect(result).toMatchObject({ plan: "basic", next: null, priceMicros: 49_000_000 });
  expect(dateInTimeZone("Europe/Berlin", new Date(result.since))).toBe(due);
  expect((await client.call(getTenantLimits, { params })).result.monthlyTokens).toBe(10_000_000);
  const changes = async (action: string) =>
    (await auditEntries(testApp, id, action)).map(({ record }) => record.changes);
  expect(await changes("subscription.changed")).toEqual([
    { nextPlan: [null, "basic"], nextTerm: [null, "month"] },
    { nextPlan: ["basic", null], nextTerm: ["month", null] },
    { nextPlan: [null, "basic"], nextTerm: [null, "month"] },
  ]);
  expect(await changes("organization.plan_changed")).toEqual([{ plan: ["professional", "basic"] }]);
});

it("R0-148 the same plan by the year applies at once if it is sold by the year; by the month it applies after the year", async () => {
  const { client, params } = await withPlan("basic");
  const body = { plan: "basic", term: "year" } as const;
  expect(refusalOf(await client.call(changeTenantPlan, { params, body }))).toEqual([409, "CONFLICT"]);
  expect(refusalOf(await client.call(previewTenantPlan, { params, query: body }))).toEqual([409, "CONFLICT"]);
  const validFrom = addDays(today, 60);
  await operator.call(addPlan, { body: laterPlan(validFrom, 4_900, 49_000) });
  await copyPlan("date '2020-06-01'", validFrom);
  expect((await client.call(changeTenantPlan, { params, body })).result).toMatchObject({ term: "year" });
  const { result } = await client.call(getTenantBilling, { params });
  expect(result.priceMicros).toBe(490_000_000);
  // A year from a leap day ends on 28 February.
  const yearLater = `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace("-02-29", "-02-28")}`;
  const monthly = { plan: "basic", term: "month" } as const;
  expect((await client.call(changeTenantPlan, { params, body: monthly })).result.next).toEqual({
    ...monthly,
    startsOn: yearLater,
  });
  await deletePlans("date '2020-06-01'");
  await operator.call(removePlan, { params: { planId: `basic-${validFrom}` } });
});

it("R7n-09 the billing of a tenant contains its plan, the current term and the AI costs beyond the plan", async () => {
  const { client, organization, member, params } = await withPlan("basic", "month", addDays(month, -40));
  const owner = { organizationId: organization.id, personId: member.personId };
  await bookCall(testApp, owner, { localDay: today, costMicros: 10_500_001n });
  await bookCall(testApp, owner, { localDay: addDays(month, -1), costMicros: 99n });
  const { result } = await client.call(getTenantBilling, { params });
  expect(result).toMatchObject({
    plan: "basic",
    term: "month",
    next: null,
    currency: "EUR",
    priceMicros: 49_000_000,
    currentTerm: { from: month, to: lastDayOfMonth(today) },
    trialEndsAt: null,
    ai: {
      month: { from: month, to: lastDayOfMonth(today) },
      costMicros: 10_500_001,
      includedMicros: 10_000_000,
      overageMicros: 500_001,
      unpricedCalls: 0,
    },
  });
  // A planned plan is shown in addition to the current one.
  const changing = await withPlan("professional");
  await changing.client.call(changeTenantPlan, { params: changing.params, body: { plan: "basic" } });
  const planned = (await changing.client.call(getTenantBilling, { params: changing.params })).result;
  expect([planned.plan, planned.next?.plan]).toEqual(["professional", "basic"]);
  const stranger = await organizationWith(testApp);
  expect((await stranger.client.call(getTenantBilling, { params })).status).toBe(404);
});

it("see R0-295 the days of a trial belong to no plan, and a plan chosen during the trial applies at once", async () => {
  const { client, organization, member, params } = await withPlan("enterprise");
  const { id } = organization;
  await queryRows(
    testApp,
    "update organization set status = 'trial', trial_ends_at = now() where organization_id = $1",
    [id],
  );
  await queryRows(testApp, "update subscription set is_trial = true where organization_id = $1", [id]);
  testApp.app.callers.cache.forgetAll();
  const owner = { organizationId: id, personId: member.personId };
  const before = (await client.call(getTenantBilling, { params })).result;
  expect([before.priceMicros, before.currentTerm, before.ai.includedMicros]).toEqual([0, null, 0]);
  expect(before.trialEndsAt).not.toBeNull();
  if (today !== month)
    await bookCall(testApp, owner, { localDay: addDays(today, -1), costMicros: 90_000_000n });
  const body = { plan: "basic" } as const;
  const preview = (await client.call(previewTenantPlan, { params, query: body })).result;
  expect([preview.applies, preview.lines.map(({ kind, from }) => [kind, from])]).toEqual([
    "now",
    [["plan", today]],
  ]);
  await client.call(changeTenantPlan, { params, body });
  const { result } = await client.call(getTenantBilling, { params });
  expect(result).toMatchObject({ plan: "basic", trialEndsAt: null, ai: { costMicros: 0 } });
  expect(result.currentTerm?.from).toBe(today);
  const rows = await queryRows<{ plan: string; is_trial: boolean }>(
    testApp,
    "select plan, is_trial from subscription where organization_id = $1 order by valid_from",
    [id],
  );
  expect(rows).toEqual([
    { plan: "enterprise", is_trial: true },
    { plan: "basic", is_trial: false },
  ]);
});

it("see R0-148 the operator corrects a plan at once", async () => {
  const { client, params } = await withPlan("professional");
  const body = { billing: { plan: "basic" } } as const;
  expect((await operator.call(updateOrganization, { params, body })).status).toBe(200);
  expect((await client.call(getTenantBilling, { params })).result).toMatchObject({
    plan: "basic",
    next: null,
  });
});
