import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  approve,
  completeApproval,
  completeProvider,
  changePolicy,
  platformClient,
  organizationWithAi,
} from "../../../../test/ai/ai.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import type { TestClient } from "../../../../test/test-client.ts";

const stepUpMs = 10 * 60_000;

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
  await completeProvider(operator, "mistral");
});
afterAll(() => testApp.stop());

const params = { p: "mistral" };
const organizationView = async (client: TestClient) =>
  (await client.call(endpoints.getAiProvider, { params })).result.organization;
const missingOf = async (client: TestClient) => (await organizationView(client))?.missing;
const putApproval = (client: TestClient, body: object, version?: number) =>
  client.call(endpoints.updateAiApproval, {
    params,
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const putPolicy = (client: TestClient, body: object, version?: number) =>
  client.call(endpoints.updateAiPolicy, {
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });

async function expireProof(personId: string): Promise<void> {
  await queryRows(
    testApp,
    `update session set authenticated_at = authenticated_at - make_interval(secs => ${stepUpMs / 1000})
     where person_id = $1`,
    [personId],
  );
  testApp.app.callers.cache.forgetPerson(personId);
}

describe("reasons why an organization may not use a provider", () => {
  it("see R7a-16 are none once record and approval satisfy the strictest policy", async () => {
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "mistral");
    expect(await organizationView(owner)).toMatchObject({ missing: [], stopped: null, usable: true });
    const { data } = (await owner.call(endpoints.listAiModels, { params })).result;
    expect(data[0]?.organization).toEqual({ missing: [], stopped: null, usable: true });
  });

  it.each([
    ["disabled", { enabled: false }],
    ["keyMissing", { apiKey: null }],
    ["regionUnknown", { region: null }],
    ["regionRefused", { region: "us" }],
    ["establishmentMissing", { establishment: "none" }],
    ["c5Missing", { c5: { type: "type1", validUntil: "2099-12-31" } }],
    ["c5Expired", { c5: { type: "type2", validUntil: "2020-12-31" } }],
    ["retentionUnknown", { retentionDays: null }],
    ["retentionTooLong", { retentionDays: 30 }],
    ["trainingUnknown", { trainsOnData: null }],
    ["trainsOnData", { trainsOnData: true }],
  ])("see R7a-16 include %s in the record of the platform", async (fault, change) => {
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "mistral");
    await completeProvider(operator, "mistral", change);
    // A new region also withdraws the approval.
    expect(await missingOf(owner)).toEqual("region" in change ? [fault, "notApproved"] : [fault]);
    await completeProvider(operator, "mistral");
    if ("region" in change) await approve(owner, "mistral");
    expect(await missingOf(owner)).toEqual([]);
  });

  it("see R7a-16 include a stopped provider", async () => {
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "mistral");
    const body = { stopped: true, reason: "Schlüssel verloren" };
    await operator.call(endpoints.switchAiProvider, { params, body });
    expect(await organizationView(owner)).toMatchObject({
      missing: ["stopped"],
      stopped: "provider",
      usable: false,
    });
    await operator.call(endpoints.switchAiProvider, { params, body: { stopped: false } });
    expect(await missingOf(owner)).toEqual([]);
  });

  it.each([
    ["notApproved", { approved: false }],
    ["secrecyMissing", { professionalSecrecyAgreedOn: null }],
    ["processingMissing", { processingAgreement: null }],
  ])("see R7a-16 include %s in the approval of the organization", async (fault, change) => {
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "mistral", change);
    expect(await missingOf(owner)).toEqual([fault]);
  });

  it("see R7a-16 include a model that was not approved or is switched off", async () => {
    await completeProvider(operator, "mistral", {
      models: [
        { model: "probe-1", kind: "chat" },
        { model: "probe-2", kind: "chat" },
        { model: "probe-3", kind: "audio", enabled: false },
      ],
    });
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "mistral", { models: ["probe-1", "probe-3"] });
    const { data } = (await owner.call(endpoints.listAiModels, { params })).result;
    expect(data.map((model) => [model.model, model.organization?.missing])).toEqual([
      ["probe-1", []],
      ["probe-2", ["modelNotApproved"]],
      ["probe-3", ["modelUnknown"]],
    ]);
    await completeProvider(operator, "mistral");
  });

  it("see R7a-16 follow the organization's requirements", async () => {
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "mistral");
    await changePolicy(owner, { regions: ["ch"] });
    expect(await missingOf(owner)).toEqual(["regionRefused"]);
    await changePolicy(owner, { regions: ["ch", "de"] });
    await completeProvider(operator, "mistral", { retentionDays: 30, c5: null, trainsOnData: true });
    await changePolicy(owner, { maxRetentionDays: 30, requiresC5: false, allowsTraining: true });
    expect(await missingOf(owner)).toEqual([]);
    await approve(owner, "mistral", { professionalSecrecyAgreedOn: null, processingAgreement: null });
    await changePolicy(owner, { requiresSecrecy: false, requiresProcessing: false });
    expect(await missingOf(owner)).toEqual([]);
    await completeProvider(operator, "mistral");
  });

  it("see R7a-16 do not include a missing key for a local server", async () => {
    await completeProvider(operator, "ollama", {
      apiKey: null,
      baseUrl: "http://127.0.0.1:11434/v1",
      region: "local",
      c5: null,
      establishment: null,
    });
    const { owner } = await organizationWithAi(testApp);
    await approve(owner, "ollama");
    const response = await owner.call(endpoints.getAiProvider, { params: { p: "ollama" } });
    expect(response.result.organization?.missing).toEqual([]);
  });
});

describe("the approval", () => {
  it("see R7a-16 can be given only by users who manage the organization's AI", async () => {
    const { owner, as } = await organizationWithAi(testApp);
    for (const permissions of [[], ["ai:use"], ["ai:read", "ai:use"]]) {
      const { client } = await as("viewer", permissions);
      expect((await putApproval(client, completeApproval)).problem.code).toBe("FORBIDDEN");
    }
    expect((await putApproval((await as("viewer", ["ai:manage"])).client, completeApproval)).status).toBe(
      200,
    );
    expect((await organizationView(owner))?.approval).toMatchObject({ approved: true, version: 1 });
  });

  it("see R1-01 belongs to one organization only", async () => {
    const [firstOrganization, secondOrganization] = [
      await organizationWithAi(testApp),
      await organizationWithAi(testApp),
    ];
    await approve(firstOrganization.owner, "mistral");
    expect((await organizationView(secondOrganization.owner))?.approval).toBeNull();
    const headers = { "x-organization-id": firstOrganization.organization.id };
    const foreign = await secondOrganization.owner.call(endpoints.updateAiApproval, {
      params,
      body: { approved: false },
      headers,
    });
    expect(foreign.status).toBe(404);
    expect((await organizationView(firstOrganization.owner))?.approval?.approved).toBe(true);
  });

  it("see R7a-16 needs a fresh proof of identity", async () => {
    const { owner, ownerId } = await organizationWithAi(testApp);
    await expireProof(ownerId);
    expect((await putApproval(owner, completeApproval)).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await organizationView(owner))?.approval).toBeNull();
  });

  it("see R7a-16 is audited in the organization's log with before and after", async () => {
    const { owner, organization } = await organizationWithAi(testApp);
    await approve(owner, "mistral");
    await putApproval(owner, { approved: true, processingAgreement: null, models: ["probe-1", "probe-1"] });
    await putApproval(owner, { approved: true });
    const entries = await auditEntries(testApp, organization.id, "ai.approval_changed");
    expect(entries.map(({ record }) => record.changes)).toEqual([
      {
        approved: [false, true],
        secrecy_agreed_on: [null, "2026-01-02"],
        processing_version: [null, "3.1"],
        processing_agreed_on: [null, "2026-01-02"],
      },
      {
        processing_version: ["3.1", null],
        processing_agreed_on: ["2026-01-02", null],
        models: [null, ["probe-1"]],
      },
    ]);
    expect((await organizationView(owner))?.approval).toMatchObject({
      professionalSecrecyAgreedOn: "2026-01-02",
      processingAgreement: null,
      models: ["probe-1"],
      version: 2,
    });
  });

  it("see R7a-16 rejects one of two changes to the same version, even for the first version", async () => {
    const { owner } = await organizationWithAi(testApp);
    for (const version of [0, 1]) {
      const responses = await Promise.all([
        putApproval(owner, { ...completeApproval, approved: version === 0 }, version),
        // Differs from the stored value, whichever request is first; otherwise it would not be a change.
        putApproval(
          owner,
          { ...completeApproval, professionalSecrecyAgreedOn: `2026-02-0${version + 1}` },
          version,
        ),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
    expect((await organizationView(owner))?.approval?.version).toBe(2);
  });

  it("see R7a-16 rejects future dates and models that the provider does not have", async () => {
    const { owner } = await organizationWithAi(testApp);
    const response = await putApproval(owner, {
      approved: true,
      professionalSecrecyAgreedOn: "2099-01-01",
      processingAgreement: { version: "1", date: "2099-01-01" },
      models: ["probe-1", "nirgends"],
    });
    expect(response.problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ["professionalSecrecyAgreedOn", "date"],
      ["processingAgreement.date", "date"],
      ["models.1", "invalidChoice"],
    ]);
    expect((await organizationView(owner))?.approval).toBeNull();
  });
});

describe("the requirements of an organization", () => {
  it("see R7a-16 are the strictest by default, and a change affects only the given fields", async () => {
    const { owner, organization } = await organizationWithAi(testApp);
    const strictest = {
      regions: ["local", "de", "eu"],
      requiresC5: true,
      requiresSecrecy: true,
      requiresProcessing: true,
      maxRetentionDays: 0,
      allowsTraining: false,
      allowsPromptInAddress: false,
      version: 0,
    };
    expect((await owner.call(endpoints.getAiPolicy)).result).toEqual(strictest);
    const policy = await changePolicy(owner, { regions: ["de", "ch"], allowsPromptInAddress: true });
    expect(policy).toEqual({
      ...strictest,
      regions: ["de", "ch"],
      allowsPromptInAddress: true,
      version: 1,
    });
    expect((await changePolicy(owner, { allowsPromptInAddress: true })).version).toBe(1);
    const entries = await auditEntries(testApp, organization.id, "ai.policy_changed");
    expect(entries.map(({ record }) => record.changes)).toEqual([
      {
        regions: [
          ["local", "de", "eu"],
          ["de", "ch"],
        ],
        allowsPromptInAddress: [false, true],
      },
    ]);
  });

  it("see R7a-16 can be read by users who read or use the AI, and changed by users who manage it", async () => {
    const { as } = await organizationWithAi(testApp);
    const statuses = async (permissions: readonly string[]) => {
      const { client } = await as("viewer", permissions);
      return [(await client.call(endpoints.getAiPolicy)).status, (await putPolicy(client, {})).status];
    };
    expect(await statuses([])).toEqual([403, 403]);
    expect(await statuses(["ai:use"])).toEqual([200, 403]);
    expect(await statuses(["ai:manage"])).toEqual([200, 200]);
  });

  it("see R7a-16 need a fresh proof of identity, and one of two changes to the same version is rejected", async () => {
    const { owner, ownerId } = await organizationWithAi(testApp);
    for (const version of [0, 1]) {
      const responses = await Promise.all([
        putPolicy(owner, { maxRetentionDays: 10 + version }, version),
        putPolicy(owner, { maxRetentionDays: 20 + version }, version),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
    await expireProof(ownerId);
    expect((await putPolicy(owner, { allowsTraining: true })).problem.code).toBe("STEP_UP_REQUIRED");
  });

  it("see R7a-16 leave limits and the switch unchanged", async () => {
    const { owner, organization } = await organizationWithAi(testApp);
    await queryRows(
      testApp,
      "insert into ai_policy (organization_id, limit_tokens, stopped_at) values ($1, 500, now())",
      [organization.id],
    );
    await changePolicy(owner, { maxRetentionDays: 5 });
    const [row] = await queryRows(
      testApp,
      "select limit_tokens, stopped_at is not null as stopped from ai_policy where organization_id = $1",
      [organization.id],
    );
    expect(row).toEqual({ limit_tokens: "500", stopped: true });
  });

  it.each([
    ["no region", { regions: [] }, "regions"],
    ["a region twice", { regions: ["de", "de"] }, "regions"],
    ["a negative number of days", { maxRetentionDays: -1 }, "maxRetentionDays"],
    ["limits, which have their own endpoint", { limitTokens: 5 }, "limitTokens"],
  ])("see R7a-16 reject %s", async (_what, body, path) => {
    const { owner } = await organizationWithAi(testApp);
    expect((await putPolicy(owner, body)).problem.errors?.map((error) => error.path)).toEqual([path]);
  });
});
