import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { platformClient, organizationWithAi } from "../../../../test/ai/ai.ts";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import type { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { aiChangedChannel, aiStoppedChannel } from "../ai-invalidations.ts";
import type { Bus } from "../../../platform/realtime/bus.ts";
import { openBus } from "../../../platform/realtime/bus/open-bus.ts";

const stepUpMs = 10 * 60_000;

let testApp: TestApp;
let operator: TestClient;
/** Another process of the installation. */
let neighbor: Bus;
const receivedEvents: [string, unknown][] = [];
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
  const quiet = vi.fn<() => void>();
  const log = { info: quiet, warn: quiet, error: quiet };
  neighbor = openBus({ url: testApp.urls.app, log });
  for (const channel of [aiChangedChannel, aiStoppedChannel]) {
    neighbor.subscribe(channel, (payload) => receivedEvents.push([channel, payload]));
  }
  await neighbor.start();
});
beforeEach(() => void receivedEvents.splice(0));
afterAll(async () => {
  await neighbor.stop();
  await testApp.stop();
});

const stop = { stopped: true, reason: "Verdacht auf Missbrauch" };
const resume = { stopped: false };

describe("the switches", () => {
  it("see R7b-08 let only the operator stop platform and provider", async () => {
    const admin = await platformClient(testApp, "admin");
    const { owner } = await organizationWithAi(testApp);
    for (const client of [admin, owner]) {
      const responses = [
        await client.call(endpoints.switchAiPlatform, { body: stop }),
        await client.call(endpoints.switchAiProvider, { params: { p: "mistral" }, body: stop }),
      ];
      expect(responses.map(({ problem }) => problem.code)).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    }
    const rows = await queryRows(
      testApp,
      "select key from ai_provider where stopped_at is not null union all select 'all' from ai_platform where stopped_at is not null",
    );
    expect(rows).toEqual([]);
  });

  it("see R7b-08 let users who manage the organization's AI stop organization and person", async () => {
    const { as, ownerId } = await organizationWithAi(testApp);
    const { client } = await as("viewer", ["ai:read", "ai:use"]);
    const responses = [
      await client.call(endpoints.switchAiOrganization, { body: stop }),
      await client.call(endpoints.switchAiPerson, { params: { userId: ownerId }, body: stop }),
    ];
    expect(responses.map(({ problem }) => problem.code)).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    const { client: manager } = await as("viewer", ["ai:manage"]);
    const { result } = await manager.call(endpoints.switchAiOrganization, { body: stop });
    expect(result.stopped).toEqual({ at: expect.any(String), reason: stop.reason });
  });

  it("see R7b-08 require a reason for a stop", async () => {
    const { owner } = await organizationWithAi(testApp);
    const response = await owner.call(endpoints.switchAiOrganization, { body: { stopped: true } });
    expect(response.problem.errors).toMatchObject([{ path: "reason", code: "required" }]);
    expect((await owner.call(endpoints.switchAiOrganization, { body: resume })).result.stopped).toBeNull();
  });

  it("see R7b-08 stop at once, and resume only after a fresh proof of identity", async () => {
    const { owner, ownerId } = await organizationWithAi(testApp);
    await queryRows(
      testApp,
      `update session set authenticated_at = authenticated_at - make_interval(secs => ${stepUpMs / 1000})
       where person_id = $1`,
      [ownerId],
    );
    testApp.app.callers.cache.forgetPerson(ownerId);
    const person = { params: { userId: ownerId } };
    expect((await owner.call(endpoints.switchAiOrganization, { body: stop })).status).toBe(200);
    expect((await owner.call(endpoints.switchAiPerson, { ...person, body: stop })).status).toBe(200);
    const responses = [
      await owner.call(endpoints.switchAiOrganization, { body: resume }),
      await owner.call(endpoints.switchAiPerson, { ...person, body: resume }),
    ];
    expect(responses.map(({ problem }) => problem.code)).toEqual(["STEP_UP_REQUIRED", "STEP_UP_REQUIRED"]);
    const { result } = await owner.call(endpoints.getAiSwitches);
    expect([result.organization?.reason, result.people.length]).toEqual([stop.reason, 1]);
  });

  it("see R1-01 N02 accept only members of the organization", async () => {
    const { owner, as } = await organizationWithAi(testApp);
    const elsewhere = (await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer")).personId;
    const { member: removed } = await as("viewer");
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      removed.personId,
    ]);
    for (const userId of [elsewhere, removed.personId]) {
      expect((await owner.call(endpoints.switchAiPerson, { params: { userId }, body: stop })).status).toBe(
        404,
      );
    }
    const rows = await queryRows(testApp, "select from ai_person_limit where person_id = any($1)", [
      [elsewhere, removed.personId],
    ]);
    expect(rows).toEqual([]);
  });

  it("see R7b-08 are published to every process after the commit, each with its scope", async () => {
    const { owner, organization, ownerId } = await organizationWithAi(testApp);
    const organizationId = organization.id;
    const switches = [
      (body: object) => operator.call(endpoints.switchAiPlatform, { body }),
      (body: object) => operator.call(endpoints.switchAiProvider, { params: { p: "ionos" }, body }),
      (body: object) => owner.call(endpoints.switchAiOrganization, { body }),
      (body: object) => owner.call(endpoints.switchAiPerson, { params: { userId: ownerId }, body }),
    ];
    for (const switchCall of switches) expect((await switchCall(stop)).status).toBe(200);
    await eventually(() =>
      expect(receivedEvents.filter(([channel]) => channel === aiStoppedChannel)).toHaveLength(4),
    );
    expect(
      receivedEvents.filter(([channel]) => channel === aiStoppedChannel).map(([, payload]) => payload),
    ).toEqual([
      { scope: "platform" },
      { scope: "provider", provider: "ionos" },
      { scope: "organization", organizationId },
      { scope: "person", organizationId, personId: ownerId },
    ]);
    receivedEvents.splice(0);
    for (const switchCall of switches) expect((await switchCall(resume)).result.stopped).toBeNull();
    await eventually(() => expect(receivedEvents).toContainEqual([aiChangedChannel, { organizationId }]));
    expect(receivedEvents.filter(([channel]) => channel === aiStoppedChannel)).toEqual([]);
  });

  it("see R7b-08 are audited with their reason, each change once", async () => {
    const { owner, organization, ownerId } = await organizationWithAi(testApp);
    const person = { params: { userId: ownerId } };
    await owner.call(endpoints.switchAiOrganization, { body: stop });
    await owner.call(endpoints.switchAiOrganization, { body: stop });
    await owner.call(endpoints.switchAiOrganization, { body: { stopped: true, reason: "Anderer Grund" } });
    await owner.call(endpoints.switchAiOrganization, { body: resume });
    await owner.call(endpoints.switchAiOrganization, { body: resume });
    await owner.call(endpoints.switchAiPerson, { ...person, body: stop });
    const stopEntries = await auditEntries(testApp, organization.id, "ai.stopped");
    expect(stopEntries.map(({ target_id, record }) => [target_id, record.reason])).toEqual([
      [organization.id, stop.reason],
      [organization.id, "Anderer Grund"],
      [ownerId, stop.reason],
    ]);
    expect(await auditEntries(testApp, organization.id, "ai.resumed")).toHaveLength(1);
    const [row] = await queryRows<{ id: string }>(testApp, "select id from ai_provider where key = 'ionos'");
    await operator.call(endpoints.switchAiProvider, { params: { p: "ionos" }, body: stop });
    await operator.call(endpoints.switchAiProvider, { params: { p: "ionos" }, body: resume });
    const platform = await auditEntries(testApp, platformChainId, "ai.resumed");
    expect(platform.at(-1)?.target_id).toBe(row?.id);
  });

  it("see R7b-08 are shown to the users they stop; others are visible only to users who manage the AI", async () => {
    const { owner, as } = await organizationWithAi(testApp);
    const { client, member } = await as("viewer", ["ai:use"]);
    const { member: other } = await as("viewer", ["ai:use"]);
    await operator.call(endpoints.switchAiPlatform, { body: stop });
    for (const userId of [member.personId, other.personId]) {
      await owner.call(endpoints.switchAiPerson, { params: { userId }, body: stop });
    }
    const memberSwitches = (await client.call(endpoints.getAiSwitches)).result;
    expect(memberSwitches.platform?.reason).toBe(stop.reason);
    expect([memberSwitches.organization, memberSwitches.people.map(({ userId }) => userId)]).toEqual([
      null,
      [member.personId],
    ]);
    await queryRows(
      testApp,
      "update membership set first_name = 'Lia', last_name = 'Muster' where person_id = $1",
      [member.personId],
    );
    const people = async () => (await owner.call(endpoints.getAiSwitches)).result.people;
    expect(await people()).toHaveLength(2);
    // A removed member cannot be resumed, so they are not listed.
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      other.personId,
    ]);
    expect(await people()).toMatchObject([
      { userId: member.personId, name: "Lia Muster", stopped: { reason: stop.reason } },
    ]);
    const { result } = await client.call(endpoints.listAiProviders);
    expect([result.stopped?.reason, result.data[0]?.organization?.stopped]).toEqual([
      stop.reason,
      "platform",
    ]);
    await operator.call(endpoints.switchAiPlatform, { body: resume });
    const after = await client.call(endpoints.listAiProviders);
    expect(after.result.data[0]?.organization?.stopped).toBe("person");
  });
});
