import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import {
  approve,
  completeProvider,
  changePolicy,
  platformClient,
  organizationWithAi,
  testKey,
} from "../../../../test/ai/ai.ts";
import { queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import type { TestClient } from "../../../../test/test-client.ts";
import { deriveKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { Bus, BusHandler } from "../../../platform/realtime/bus.ts";
import { openBus } from "../../../platform/realtime/bus/open-bus.ts";
import { assertUsable, type ModelEligibility } from "./eligibility-rules.ts";
import { ModelEligibilityService } from "./model-eligibility.ts";

let testApp: TestApp;
let operator: TestClient;
/** Another process of the installation, with its own caches. */
let neighbor: Bus;
let eligibility: ModelEligibilityService;
let owner: TestClient;
let organizationId: string;
let ownerId: string;
const logLines: string[] = [];
const log = pino({}, { write: (line) => void logLines.push(line) });
const { sealing } = deriveKeys(Buffer.alloc(32, 7));

beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
  neighbor = openBus({ url: testApp.urls.app, log });
  await neighbor.start();
});
beforeEach(async () => {
  eligibility = new ModelEligibilityService({
    db: testApp.app.identityDb,
    clock: testApp.clock,
    sealingKeys: sealing,
    bus: neighbor,
    log,
  });
  await completeProvider(operator, "mistral");
  const organization = await organizationWithAi(testApp);
  ({ owner, ownerId } = organization);
  organizationId = organization.organization.id;
  await approve(owner, "mistral");
});
afterAll(async () => {
  await neighbor.stop();
  await testApp.stop();
});

const check = (change: { model?: string; provider?: string; service?: ModelEligibilityService } = {}) =>
  (change.service ?? eligibility).check({
    db: testApp.app.identityDb.organization(organizationId),
    personId: ownerId,
    provider: change.provider ?? "mistral",
    model: change.model ?? "probe-1",
  });
const refusal = (modelEligibility: ModelEligibility) => {
  try {
    assertUsable(modelEligibility);
    return null;
  } catch (error) {
    const { code, options } = error as { code: string; options: { members?: unknown } };
    return [code, options.members];
  }
};

describe("the eligibility of a model", () => {
  it("see R7a-16 consists of address, decrypted key, model and price if nothing is missing", async () => {
    const decision = await check();
    expect(decision).toMatchObject({
      provider: "mistral",
      target: { baseUrl: "https://api.eu.mistral.ai/v1", key: testKey },
      model: "probe-1",
      kind: "chat",
      maxOutputTokens: 1_000,
      currency: "EUR",
      timeZone: "Europe/Berlin",
      missing: [],
      stopped: null,
      isMoneyLimited: false,
    });
    expect(decision.price).toMatchObject({
      currency: "EUR",
      inputMicro: 1_000_000n,
      reasoningMicro: 2_000_000n,
    });
    expect(refusal(decision)).toBeNull();
  });

  it("see R7a-16 names everything that is missing", async () => {
    await approve(owner, "mistral", { professionalSecrecyAgreedOn: null });
    await completeProvider(operator, "mistral", { c5: null });
    const service = new ModelEligibilityService({
      db: testApp.app.identityDb,
      clock: testApp.clock,
      sealingKeys: sealing,
      bus: neighbor,
      log,
    });
    expect(refusal(await check({ service }))).toEqual([
      "AI_PROVIDER_NOT_READY",
      { missing: ["c5Missing", "secrecyMissing"] },
    ]);
    expect(refusal(await check({ service, model: "nirgends" }))).toEqual([
      "AI_PROVIDER_NOT_READY",
      { missing: ["modelUnknown", "c5Missing", "secrecyMissing"] },
    ]);
    await expect(check({ service, provider: "nirgends" })).rejects.toThrow("NOT_FOUND");
  });

  it("see R7a-16 requires the provider's address and key", async () => {
    const decision = await check({ provider: "azure" });
    expect(decision.target).toBeNull();
    expect(refusal(decision)?.[0]).toBe("AI_PROVIDER_NOT_READY");
    expect((await check({ provider: "openai" })).target).toBeNull();
  });

  it("see R7a-10 does not open a key that was sealed for another row, and reports it", async () => {
    await queryRows(
      testApp,
      `update ai_provider set api_key = (select api_key from ai_provider where key = 'mistral'),
         api_key_last4 = 'xxxx' where key = 'openai'`,
    );
    const decision = await check({ provider: "openai" });
    expect([decision.target, decision.missing.includes("keyMissing")]).toEqual([null, true]);
    expect(logLines.some((line) => line.includes("cannot be opened") && line.includes("openai"))).toBe(true);
    expect(logLines.join("")).not.toContain(testKey);
    await queryRows(
      testApp,
      "update ai_provider set api_key = null, api_key_last4 = null where key = 'openai'",
    );
  });

  it("see R7b-08 requires a price only if a cost limit applies", async () => {
    const models = [{ model: "probe-1", kind: "chat", prices: { EUR: null } }];
    await completeProvider(operator, "mistral", { models });
    await eventually(async () => expect((await check()).price).toBeNull());
    expect(refusal(await check())).toBeNull();
    const limits: readonly [string, readonly unknown[]][] = [
      ["update ai_policy set limit_micro = 5 where organization_id = $1", [organizationId]],
      ["update ai_policy set person_limit_micro = 5 where organization_id = $1", [organizationId]],
      [
        "insert into ai_person_limit (organization_id, person_id, limit_micro) values ($1, $2, 5)",
        [organizationId, ownerId],
      ],
    ];
    for (const [text, values] of limits) {
      await queryRows(testApp, "delete from ai_policy where organization_id = $1", [organizationId]);
      await queryRows(testApp, "insert into ai_policy (organization_id) values ($1)", [organizationId]);
      await queryRows(testApp, text, values);
      neighbor.publish("ai.changed", { organizationId });
      expect(refusal(await check())).toEqual(["AI_MODEL_UNPRICED", undefined]);
    }
  });
});

describe("cached data in another process", () => {
  it("see R7a-16 follows changes of platform and organization", async () => {
    expect((await check()).missing).toEqual([]);
    await completeProvider(operator, "mistral", { region: "us" });
    await vi.waitFor(async () => expect((await check()).missing).toEqual(["regionRefused", "notApproved"]), {
      timeout: 2_000,
    });
    await changePolicy(owner, { regions: ["us"] });
    await approve(owner, "mistral");
    await vi.waitFor(async () => expect((await check()).missing).toEqual([]), { timeout: 2_000 });
    await approve(owner, "mistral", { approved: false });
    await vi.waitFor(async () => expect((await check()).missing).toEqual(["notApproved"]), {
      timeout: 2_000,
    });
  });

  it("see R7x-09 follows a changed time zone of an organization", async () => {
    const service = new ModelEligibilityService({
      db: testApp.app.identityDb,
      clock: testApp.clock,
      sealingKeys: sealing,
      bus: neighbor,
      log,
      maxAgeMs: 3_600_000,
    });
    expect((await check({ service })).timeZone).toBe("Europe/Berlin");
    const body = { timezone: "Europe/Zurich" };
    expect((await owner.call(updateOrganization, { params: { id: organizationId }, body })).status).toBe(200);
    await vi.waitFor(async () => expect((await check({ service })).timeZone).toBe("Europe/Zurich"), {
      timeout: 2_000,
    });
  });

  it("see R7b-08 follows every switch and reports the widest", async () => {
    const body = { stopped: true, reason: "Probe" };
    const resume = { stopped: false };
    const params = { p: "mistral" };
    const person = { params: { userId: ownerId } };
    const expectStopScope = (scope: string | null) =>
      vi.waitFor(async () => expect((await check()).stopped).toBe(scope), { timeout: 2_000 });
    await owner.call(endpoints.switchAiPerson, { ...person, body });
    await expectStopScope("person");
    await owner.call(endpoints.switchAiOrganization, { body });
    await expectStopScope("organization");
    await operator.call(endpoints.switchAiProvider, { params, body });
    await expectStopScope("provider");
    await operator.call(endpoints.switchAiPlatform, { body });
    await expectStopScope("platform");
    expect(refusal(await check())).toEqual(["AI_STOPPED", { scope: "platform" }]);
    await operator.call(endpoints.switchAiPlatform, { body: resume });
    await expectStopScope("provider");
    await operator.call(endpoints.switchAiProvider, { params, body: resume });
    await owner.call(endpoints.switchAiOrganization, { body: resume });
    await owner.call(endpoints.switchAiPerson, { ...person, body: resume });
    await expectStopScope(null);
  });
});

describe("cached data in a process that receives no notifications", () => {
  const withoutNotifications = () => {
    const gaps: (() => void)[] = [];
    const bus = {
      subscribe: (_channel: string, _handler: BusHandler) => () => undefined,
      onGap: (handler: () => void) => {
        gaps.push(handler);
        return () => undefined;
      },
    };
    const service = new ModelEligibilityService({
      db: testApp.app.identityDb,
      clock: testApp.clock,
      sealingKeys: sealing,
      bus,
      log,
      maxAgeMs: 3_600_000,
    });
    return { service, gap: () => gaps.forEach((handler) => handler()) };
  };

  it("see R7a-16 R0-228 is reused, and read again after a gap in the bus", async () => {
    const { service, gap } = withoutNotifications();
    expect((await check({ service })).missing).toEqual([]);
    await approve(owner, "mistral", { approved: false });
    await completeProvider(operator, "mistral", { region: "us" });
    expect((await check({ service })).missing).toEqual([]);
    gap();
    expect((await check({ service })).missing).toEqual(["regionRefused", "notApproved"]);
  });
});
