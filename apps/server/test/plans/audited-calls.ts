import { addPlan } from "@praxisportal/contract/tenants/tenants.endpoints";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** Returns a plan that can be added. */
export const laterPlan = (validFrom: string, monthlyCents = 5_900, yearlyCents: number | null = null) => ({
  name: "basic" as const,
  validFrom,
  maxUsers: 25,
  monthlyTokens: 1_000_000,
  storageGB: 10,
  prices: {
    EUR: { monthlyCents, yearlyCents, includedAiMicros: 5_000_000 },
    CHF: {
      monthlyCents: monthlyCents + 400,
      yearlyCents: yearlyCents === null ? null : yearlyCents + 4_000,
      includedAiMicros: 6_000_000,
    },
  },
});

/** Returns a successful example of each audited call of plans. */
export function planExamples(
  testApp: () => TestApp,
  signedIn: () => Promise<{ client: TestClient; organizationId: string }>,
  operator: () => Promise<TestClient>,
) {
  // Each call adds a different plan.
  let addedPlans = 0;
  return {
    "tenants.changePlan": async () => {
      const { client, organizationId } = await signedIn();
      return { client, params: { id: organizationId }, body: { plan: "professional" } };
    },
    "tenants.keepPlan": async () => {
      const { client, organizationId } = await signedIn();
      await queryRows(
        testApp(),
        `insert into planned_plan (organization_id, plan, term, starts_on)
         values ($1, 'basic', 'month', '2099-01-01')`,
        [organizationId],
      );
      return { client, params: { id: organizationId } };
    },
    "tenants.addPlan": async () => ({
      client: await operator(),
      body: laterPlan(`2098-01-0${++addedPlans}`),
    }),
    "tenants.removePlan": async () => {
      const client = await operator();
      await client.call(addPlan, { body: laterPlan("2099-01-01") });
      return { client, params: { planId: "basic-2099-01-01" } };
    },
  };
}
