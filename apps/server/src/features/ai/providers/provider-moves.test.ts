import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  approve,
  completeProvider,
  platformClient,
  organizationWithAi,
  testKey,
} from "../../../../test/ai/ai.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import type { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  operator = await platformClient(testApp);
  await completeProvider(operator, "mistral", { baseUrl: home });
});
afterAll(() => testApp.stop());

const home = "https://api.eu.mistral.ai/v1";
const elsewhere = "https://listener.example.org/v1";
const params = { p: "mistral" };
const putProvider = (body: object, client = operator) =>
  client.call(endpoints.updateAiProvider, { params, body });
const organizationView = async (client: TestClient) =>
  (await client.call(endpoints.getAiProvider, { params })).result.organization;
const sendPrompt = (client: TestClient) =>
  client.call(endpoints.proxyPrompt, {
    body: { provider: "mistral", model: "probe-1", prompt: "Guten Tag" },
  });

it.each([
  ["host", elsewhere],
  ["port", "https://api.eu.mistral.ai:8443/v1"],
])("N60 another %s drops the stored key, and changing back does not restore it", async (_what, baseUrl) => {
  expect((await putProvider({ baseUrl })).result.credentials).toMatchObject({ set: false, lastFour: null });
  expect((await putProvider({ baseUrl: home })).result.credentials).toMatchObject({
    set: false,
    lastFour: null,
  });
  const changes = (await auditEntries(testApp, platformChainId, "ai.provider_updated")).slice(-2);
  expect(changes.map(({ record }) => record.changes)).toEqual([
    { baseUrl: [home, baseUrl], apiKey: ["•", null] },
    { baseUrl: [baseUrl, home] },
  ]);
});

it("N60 the test call sends no key to an origin other than that of the key", async () => {
  await putProvider({ baseUrl: elsewhere });
  const { result } = await operator.call(endpoints.testAiProvider, { params, body: {} });
  expect(result.failure?.kind).toBe("keyMissing");
});

it("N60 a key sent along with the new origin is kept, and so is the old one on another path", async () => {
  const atNewOrigin = await putProvider({ baseUrl: elsewhere, apiKey: `${testKey}-neu9` });
  expect(atNewOrigin.result.credentials).toMatchObject({ set: true, lastFour: "neu9" });
  const renamed = await putProvider({ baseUrl: "https://listener.example.org/v2" });
  expect(renamed.result.credentials).toMatchObject({ set: true, lastFour: "neu9" });
});

it.each([
  ["host", { baseUrl: elsewhere, apiKey: testKey }],
  ["region", { region: "eu" }],
])(
  "N60 another %s withdraws approvals, refuses calls and notifies owners until approved again",
  async (_what, change) => {
    const { owner, ownerId, organization, as } = await organizationWithAi(testApp);
    const { client: user } = await as("viewer", ["ai:use"]);
    await approve(owner, "mistral");
    expect((await organizationView(owner))?.usable).toBe(true);

    await putProvider(change);
    expect(await organizationView(owner)).toMatchObject({
      approval: { approved: false },
      missing: ["notApproved"],
    });
    const refusal = await sendPrompt(user);
    expect(refusal.problem.code).toBe("AI_PROVIDER_NOT_READY");
    const entries = await auditEntries(testApp, organization.id, "ai.approval_changed");
    expect(entries.at(-1)?.record.changes).toEqual({ approved: [true, false] });
    const notifiedRows = await queryRows<{ person_id: string }>(
      testApp,
      "select person_id from notification where kind = 'aiApprovalWithdrawn' and organization_id = $1",
      [organization.id],
    );
    expect(notifiedRows).toEqual([{ person_id: ownerId }]);

    await approve(owner, "mistral");
    expect((await organizationView(owner))?.usable).toBe(true);
  },
);

it("N60 a change that keeps origin and region keeps the approvals", async () => {
  const { owner } = await organizationWithAi(testApp);
  await approve(owner, "mistral");
  await putProvider({ baseUrl: `${home}/chat`, retentionDays: 0, apiKey: `${testKey}-2` });
  expect((await organizationView(owner))?.usable).toBe(true);
});

it.each([
  ["origin", "approved_origin = 'https://api.example.org'"],
  ["region", "approved_region = 'us'"],
])("N60 an approval given for another %s counts as none and can be given again", async (_what, change) => {
  const { owner } = await organizationWithAi(testApp);
  await approve(owner, "mistral");
  // As after an approval that was saved while the provider moved.
  await queryRows(testApp, `update ai_approval set ${change}`);
  expect((await organizationView(owner))?.missing).toEqual(["notApproved"]);
  await approve(owner, "mistral");
  expect((await organizationView(owner))?.usable).toBe(true);
});
