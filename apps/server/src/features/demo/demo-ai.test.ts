import * as ai from "@praxisportal/contract/ai/ai.endpoints";
import * as billing from "@praxisportal/contract/billing/billing.endpoints";
import * as usage from "@praxisportal/contract/usage/usage.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { organizationWithAi } from "../../../test/ai/ai.ts";
import { bookCall } from "../../../test/ai/ai-calls.ts";
import { queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { aiChangedChannel } from "../ai/ai-invalidations.ts";
import { openBus } from "../../platform/realtime/bus/open-bus.ts";
import { findDifferences } from "../usage/usage-check.platform-queries.ts";
import { demoPassword } from "./demo-people.ts";
import { removeDemo } from "./remove-demo.ts";

const first = { url: "http://127.0.0.1:41001/v1", key: "demo-schluessel-eins-a1b2" };
const second = { url: "http://127.0.0.1:41002/v1", key: "demo-schluessel-zwei-c3d4" };

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ DEMO: "on" });
  await testApp.app.demo.seed();
  await testApp.app.demoAi.register(first);
  await queryRows(testApp, "update demo_season set done_days = 45");
  await testApp.app.demoSeason.run(new AbortController().signal, 0);
});
afterAll(() => testApp.stop());

async function signInAccount(username: string) {
  const client = new TestClient(testApp);
  await client.signIn({ username, password: demoPassword });
  return client;
}

describe("the demonstration's AI provider", () => {
  it.each(["inhaberin", "aerztin", "ordination", "probeweg", "testallee"])(
    "see R7a-01 may be used by %s, and its name says that it is not a real AI",
    async (username) => {
      const client = await signInAccount(username);
      const params = { p: "demo" };
      const { result } = await client.call(ai.getAiProvider, { params });
      expect(result).toMatchObject({
        name: "Demonstration (keine echte KI)",
        isDemo: true,
        enabled: true,
        organization: { missing: [], usable: true },
      });
      const { data } = (await client.call(ai.listAiModels, { params })).result;
      expect(data.map(({ model, kind }) => [model, kind])).toEqual([
        ["demo-denkend", "chat"],
        ["demo-diktat", "audio"],
        ["demo-standard", "chat"],
      ]);
    },
  );

  it("see R7a-01 has another address at every start, while its state and its usage stay", async () => {
    const operator = await signInAccount("plattform");
    const params = { p: "demo" };
    await operator.call(ai.updateAiProvider, { params, body: { enabled: false } });
    const before = await queryRows(testApp, "select count(*)::int from ai_usage_event");
    await testApp.app.demoAi.register(second);
    const { result } = await operator.call(ai.getAiProvider, { params });
    expect(result).toMatchObject({
      enabled: false,
      credentials: { lastFour: "c3d4" },
      platform: { baseUrl: second.url },
    });
    expect(await queryRows(testApp, "select count(*)::int from ai_usage_event")).toEqual(before);
    await operator.call(ai.updateAiProvider, { params, body: { enabled: true } });
    await testApp.app.demoAi.register(first);
  });

  it("see R7b-01 has usage that is booked like any other: calls, days and balances agree", async () => {
    const [row] = await queryRows<{ calls: number; people: number; currencies: string[] }>(
      testApp,
      `select count(*)::int as calls, count(distinct person_id)::int as people,
         array_agg(distinct currency order by currency) as currencies from ai_usage_event`,
    );
    expect(row?.calls).toBeGreaterThan(200);
    expect(row?.people).toBeGreaterThan(4);
    expect(row?.currencies).toEqual(["CHF", "EUR"]);
    const since = new Date(testApp.clock.now().getTime() - 100 * 86_400_000).toISOString().slice(0, 10);
    expect((await findDifferences(testApp.app.platformDb, since)).differences).toEqual([]);
    expect(await queryRows(testApp, "select id from ai_call")).toEqual([]);
    expect(await queryRows(testApp, "select id from ai_usage_event where occurred_at > now()")).toEqual([]);
  });

  it("see R7b-06 has organizations with limits and a healthy ledger", async () => {
    const owner = await signInAccount("inhaberin");
    const { result } = await owner.call(billing.getQuota, { query: { ledger: "true" } });
    expect(result.limit).toBe(2_000_000);
    expect(result.used).toBeLessThan(result.limit ?? 0);
    expect(result.ledger).toMatchObject({ isHealthy: true, openCalls: 0 });
    const { result: used } = await owner.call(usage.getUsage);
    expect(Object.keys(used.byProvider).filter((key) => key !== "demo")).toEqual([]);
  });

  it("see R7a-01 is approved by other organizations on request", async () => {
    const { organization, owner } = await organizationWithAi(testApp);
    const readProvider = () => owner.call(ai.getAiProvider, { params: { p: "demo" } });
    expect((await readProvider()).result.organization?.missing).toContain("notApproved");
    await testApp.app.demoAi.approve([organization.id]);
    expect((await readProvider()).result.organization?.missing).toEqual([]);
  });

  it("see R7a-01 notifies every process of its address and of the organizations that approve it", async () => {
    const neighbor = openBus({ url: testApp.urls.app, log: testApp.app.server.log });
    const receivedEvents: unknown[] = [];
    neighbor.subscribe(aiChangedChannel, (payload) => receivedEvents.push(payload));
    await neighbor.start();
    const { organization } = await organizationWithAi(testApp);
    await testApp.app.demoAi.register(first);
    await testApp.app.demoAi.approve([organization.id]);
    await expect.poll(() => receivedEvents).toEqual([{}, { organizationId: organization.id }]);
    await neighbor.stop();
  });

  it("is removed with the demonstration; usage by real organizations stays booked", async () => {
    const { organization, ownerId } = await organizationWithAi(testApp);
    await testApp.app.demoAi.approve([organization.id]);
    const [price] = await queryRows<{ id: string }>(testApp, "select id from ai_price limit 1");
    const usageOwner = { organizationId: organization.id, personId: ownerId };
    const id = await bookCall(testApp, usageOwner, {
      provider: "demo",
      model: "demo-standard",
      costMicros: 70n,
    });
    await queryRows(testApp, "update ai_usage_event set price_id = $2 where id = $1", [id, price?.id]);
    await removeDemo(testApp.app.platformDb);
    expect(await queryRows(testApp, "select key from ai_provider where is_demo")).toEqual([]);
    expect(await queryRows(testApp, "select id from ai_price")).toEqual([]);
    expect(await queryRows(testApp, "select id, cost_micro::int from ai_usage_event")).toEqual([
      { id, cost_micro: 70 },
    ]);
    expect(
      await queryRows(
        testApp,
        "select sum(used_tokens)::int as used, sum(held_tokens)::int as held from ai_platform_balance",
      ),
    ).toEqual([{ used: 15, held: 0 }]);
  });
});
