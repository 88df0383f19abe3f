import { changeTenantPlan, getTenantBilling } from "@praxisportal/contract/tenants/tenants.endpoints";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookCall, makeProviders } from "../../../../test/ai/ai-calls.ts";
import { queryRows } from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { addDays, addMonths, daysBetween, monthOf } from "../../../directory/plan-charges/days.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
});
afterAll(() => testApp.stop());

/** Makes an organization in a time zone that has had the plan Basic for two months. */
async function withBasic(timezone: string) {
  const { client, organization, member } = await organizationWith(testApp);
  const { id } = organization;
  const today = dateInTimeZone(timezone, new Date());
  await queryRows(
    testApp,
    "update organization set plan = 'basic', time_zone = $2 where organization_id = $1",
    [id, timezone],
  );
  await queryRows(
    testApp,
    "delete from subscription where organization_id = $1 and valid_until is not null",
    [id],
  );
  await queryRows(
    testApp,
    `update subscription set valid_from = ($2::date + time '12:00') at time zone $3::text
     where organization_id = $1`,
    [id, addMonths(today, -2), timezone],
  );
  const book = (localDay: string, costMicros: bigint) =>
    bookCall(testApp, { organizationId: id, personId: member.personId }, { localDay, costMicros });
  const ai = async () => (await client.call(getTenantBilling, { params: { id } })).result.ai;
  return { id, client, today, month: monthOf(today), book, ai };
}

it("R0-152 the AI overage of a month is its booked costs minus the included amount, to the millionth, in each time zone", async () => {
  for (const timezone of ["Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const { id, today, month, book, ai } = await withBasic(timezone);
    await book(today, 9_999_999n);
    expect(await ai()).toMatchObject({ costMicros: 9_999_999, overageMicros: 0 });
    for (let index = 1; index <= 20; index += 1)
      await book(index % 2 === 0 ? today : month, BigInt(index * 100_003));
    // The last day of another month belongs to that month.
    await book(addDays(month, -1), 77_000_000n);
    const [ledger] = await queryRows<{ cost: string }>(
      testApp,
      "select sum(cost_micro) as cost from ai_usage_event where organization_id = $1 and local_day >= $2",
      [id, month],
    );
    const expected = {
      costMicros: Number(ledger?.cost),
      includedMicros: 10_000_000,
      overageMicros: Number(ledger?.cost) - 10_000_000,
      unpricedCalls: 0,
    };
    expect(expected.costMicros).toBe(9_999_999 + 210 * 100_003);
    expect(await ai()).toMatchObject(expected);
    // The costs are those at the time of the call.
    await queryRows(testApp, "update ai_price set input_micro = input_micro * 7");
    expect(await ai()).toMatchObject(expected);
  }
});

it("R0-153 a change of plan keeps the metered AI costs and includes the daily shares of both plans", async () => {
  const { id, client, today, month, book, ai } = await withBasic("Europe/Berlin");
  await book(today, 31_234_567n);
  const events = () =>
    queryRows(testApp, "select id, cost_micro from ai_usage_event where organization_id = $1", [id]);
  const before = await events();
  const body = { plan: "professional" } as const;
  expect((await client.call(changeTenantPlan, { params: { id }, body })).status).toBe(200);
  expect(await events()).toEqual(before);
  const [used, count] = [daysBetween(month, today), daysBetween(month, addMonths(today, 1))];
  const share = (micros: number) => Math.floor((2 * micros * used + count) / (2 * count));
  const includedMicros = share(10_000_000) + 25_000_000 - share(25_000_000);
  expect(await ai()).toMatchObject({
    costMicros: 31_234_567,
    includedMicros,
    overageMicros: 31_234_567 - includedMicros,
  });
});
