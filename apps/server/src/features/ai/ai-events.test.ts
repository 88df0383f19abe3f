import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, changePolicy, platformClient, organizationWithAi } from "../../../test/ai/ai.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import type { TestClient } from "../../../test/test-client.ts";
import type { LiveEvent } from "../../platform/realtime/live-events.ts";

let testApp: TestApp;
let operator: TestClient;
const publishedEvents: LiveEvent[] = [];
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
  testApp.app.live.subscribe((event) => event.event === "aiEvent" && publishedEvents.push(event));
});
beforeEach(() => void publishedEvents.splice(0));
afterAll(() => testApp.stop());

const params = { p: "mistral" };
const reason = "Probe";

describe("changes of the AI configuration", () => {
  it("see R0-11 R7w-13 of a provider are published to all users with its name and without secrets", async () => {
    const apiKey = "sk-probe-0123456789abcdef-live";
    await operator.call(endpoints.updateAiProvider, { params, body: { apiKey, region: "eu" } });
    await operator.call(endpoints.updateAiProvider, { params, body: { region: "eu" } });
    expect(publishedEvents).toEqual([
      {
        event: "aiEvent",
        broadcast: true,
        data: { type: "ai.provider_updated", cause: "provider_updated", provider: "mistral" },
      },
    ]);
  });

  it("see R7w-13 of an organization's requirements and approvals are published to that organization", async () => {
    const { owner, organization } = await organizationWithAi(testApp);
    await changePolicy(owner, { maxRetentionDays: 30 });
    await changePolicy(owner, { maxRetentionDays: 30 });
    await approve(owner, "mistral");
    const organizationId = organization.id;
    const event = { event: "aiEvent", organizationId };
    expect(publishedEvents).toEqual([
      { ...event, data: { type: "ai.policy_changed", organizationId, cause: "policy_changed" } },
      { ...event, data: { type: "ai.approval_changed", organizationId, cause: "approval_changed" } },
    ]);
  });

  it("see R7w-13 of the switches are published to the affected users, without a name or a reason", async () => {
    const { owner, organization, ownerId } = await organizationWithAi(testApp);
    const stop = { stopped: true, reason };
    const resume = { stopped: false };
    for (const body of [stop, resume]) {
      await operator.call(endpoints.switchAiPlatform, { body });
      await operator.call(endpoints.switchAiProvider, { params, body });
      await owner.call(endpoints.switchAiOrganization, { body });
      await owner.call(endpoints.switchAiPerson, { params: { userId: ownerId }, body });
    }
    const scopes = ["platform", "provider", "organization", "person"];
    const expected = [
      { broadcast: true },
      { broadcast: true },
      { organizationId: organization.id },
      { organizationId: organization.id },
    ];
    expect(publishedEvents).toEqual(
      ["stopped", "resumed"].flatMap((cause) =>
        scopes.map((scope, index) => ({
          event: "aiEvent",
          ...expected[index],
          data: { type: `ai.${cause}`, cause, scope, ...(scope === "provider" && { provider: params.p }) },
        })),
      ),
    );
  });
});
