import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  completeProvider,
  completeRecord,
  platformClient,
  organizationWithAi,
  testKey,
} from "../../../../test/ai/ai.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import type { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import { deriveKeys, open } from "../../../platform/crypto/sealed-secrets.ts";
import { providerWires } from "../wire/provider-wires.ts";

const stepUpMs = 10 * 60_000;

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  await queryRows(testApp, "delete from ai_model");
  await queryRows(testApp, "delete from ai_price");
  await queryRows(
    testApp,
    `update ai_provider set api_key = null, api_key_last4 = null, enabled = false, region = null,
       establishment = null, c5_type = null, c5_valid_until = null, retention_days = null, trains_on_data = null`,
  );
  operator = await platformClient(testApp);
});
afterAll(() => testApp.stop());

const params = { p: "mistral" };
const putProvider = (body: object, version?: number, client = operator) =>
  client.call(endpoints.updateAiProvider, {
    params,
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const get = async (client = operator) => (await client.call(endpoints.getAiProvider, { params })).result;
const models = async (client = operator) =>
  (await client.call(endpoints.listAiModels, { params })).result.data;
const currentVersion = async () => (await get()).platform?.version;

describe("the catalogue", () => {
  it("see R7a-01 the database allows exactly the wire formats that the server supports", async () => {
    const [check] = await queryRows<{ definition: string }>(
      testApp,
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'ai_provider'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%(wire %'`,
    );
    const allowedWires = [...(check?.definition ?? "").matchAll(/'([a-z]+)'/g)].map(([, name]) => name);
    expect(new Set(allowedWires)).toEqual(new Set(Object.keys(providerWires)));
  });

  it("R7a-08 initially contains the supported providers, all disabled and without a key", async () => {
    const { data, stopped } = (await operator.call(endpoints.listAiProviders)).result;
    expect(stopped).toBeNull();
    expect(Object.fromEntries(data.map(({ key, host }) => [key, host]))).toEqual({
      anthropic: "api.anthropic.com",
      azure: null,
      ionos: "openai.inference.de-txl.ionos.com",
      mistral: "api.eu.mistral.ai",
      ollama: null,
      openai: "api.openai.com",
      stackit: "api.openai-compat.model-serving.eu01.onstackit.cloud",
      vllm: null,
    });
    expect(data.map(({ key, name, wire }) => [key, name, wire])).toEqual([
      ["anthropic", "Anthropic", "anthropic"],
      ["azure", "Azure OpenAI", "azure"],
      ["ionos", "IONOS AI Model Hub", "ionos"],
      ["mistral", "Mistral AI (EU)", "mistral"],
      ["ollama", "Ollama", "ollama"],
      ["openai", "OpenAI", "openai"],
      ["stackit", "STACKIT AI Model Serving", "stackit"],
      ["vllm", "vLLM", "vllm"],
    ]);
    for (const provider of data) {
      expect([provider.enabled, provider.credentials.set, provider.organization]).toEqual([
        false,
        false,
        null,
      ]);
    }
    expect(data.filter(({ credentials }) => !credentials.needed).map(({ key }) => key)).toEqual([
      "ollama",
      "vllm",
    ]);
  });

  it("R7a-09 R7a-08 is shown to an organization without platform data", async () => {
    await completeProvider(operator, "mistral");
    const { owner, as } = await organizationWithAi(testApp);
    const { client: user } = await as("viewer", ["ai:use"]);
    for (const client of [owner, user]) {
      const provider = await get(client);
      expect(provider).toEqual({
        key: "mistral",
        name: "Mistral AI (EU)",
        wire: "mistral",
        isDemo: false,
        enabled: true,
        stopped: null,
        host: "api.eu.mistral.ai",
        region: "de",
        establishment: "de",
        c5: { type: "type2", validUntil: "2099-12-31" },
        retentionDays: 0,
        trainsOnData: false,
        credentials: { set: true, needed: true, lastFour: null },
        organization: {
          approval: null,
          missing: ["notApproved", "secrecyMissing", "processingMissing"],
          stopped: null,
          usable: false,
        },
        platform: null,
      });
      const { data } = (await client.call(endpoints.listAiProviders)).result;
      expect(data.find(({ key }) => key === "mistral")).toEqual(provider);
      expect(data.map(({ key }) => key)).toEqual(Object.keys(providerWires).toSorted());
    }
    const operatorView = await get();
    expect(operatorView.credentials).toEqual({ set: true, needed: true, lastFour: testKey.slice(-4) });
    expect(operatorView.platform?.baseUrl).toBe("https://api.eu.mistral.ai/v1");
    for (const client of [operator, owner, user])
      expect(JSON.stringify(await get(client))).not.toContain(testKey.slice(0, 8));
    const providers = (await operator.call(endpoints.listAiProviders)).result.data;
    expect(providers.find(({ key }) => key === "mistral")).toEqual(operatorView);
  });

  it("R7a-12 contains every model of the provider, including a disabled one", async () => {
    const prices = { EUR: null };
    await completeProvider(operator, "mistral", {
      models: [
        { model: "probe-1", kind: "chat", prices },
        { model: "probe-2", kind: "chat", enabled: false, prices },
        { model: "probe-3", kind: "audio", prices },
      ],
    });
    // Models of another provider are not included.
    await completeProvider(operator, "openai", { models: [{ model: "other-1", kind: "chat", prices }] });
    const { owner } = await organizationWithAi(testApp);
    for (const client of [operator, owner]) {
      expect((await models(client)).map((row) => [row.model, row.kind, row.enabled])).toEqual([
        ["probe-1", "chat", true],
        ["probe-2", "chat", false],
        ["probe-3", "audio", true],
      ]);
    }
  });

  it("R7a-12 gives an organization the models with the price in its currency", async () => {
    await completeProvider(operator, "mistral");
    const germany = await organizationWithAi(testApp);
    const switzerland = await organizationWithAi(testApp, "CH");
    expect((await models(germany.owner))[0]?.prices.map(({ currency }) => currency)).toEqual(["EUR"]);
    expect((await models(switzerland.owner))[0]?.prices).toEqual([]);
    expect(await models()).toMatchObject([
      {
        model: "probe-1",
        kind: "chat",
        maxOutputTokens: 1_000,
        enabled: true,
        organization: null,
        prices: [
          {
            currency: "EUR",
            inputMicro: 1_000_000,
            outputMicro: 2_000_000,
            cachedMicro: 1_000_000,
            reasoningMicro: 2_000_000,
            audioHourMicro: 0,
            upliftBasisPoints: 0,
          },
        ],
      },
    ]);
  });

  it("R7a-09 contains no other provider", async () => {
    const unknownProvider = { p: "unbekannt" };
    const { owner } = await organizationWithAi(testApp);
    const responses = [
      await operator.call(endpoints.getAiProvider, { params: unknownProvider }),
      await operator.call(endpoints.listAiModels, { params: unknownProvider }),
      await operator.call(endpoints.updateAiProvider, { params: unknownProvider, body: { enabled: false } }),
      await operator.call(endpoints.testAiProvider, { params: unknownProvider, body: {} }),
      await operator.call(endpoints.switchAiProvider, {
        params: unknownProvider,
        body: { stopped: true, reason: "x" },
      }),
      await owner.call(endpoints.updateAiApproval, { params: unknownProvider, body: { approved: true } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });
});

describe("the record of a provider", () => {
  it("see R7a-10 can be set only by platform administrators", async () => {
    const admin = await platformClient(testApp, "admin");
    expect((await putProvider({ region: "eu" }, undefined, admin)).status).toBe(200);
    const { owner } = await organizationWithAi(testApp);
    expect((await putProvider({ region: "us" }, undefined, owner)).problem.code).toBe("FORBIDDEN");
    expect((await get()).region).toBe("eu");
  });

  it("see R7a-10 needs a fresh proof of identity", async () => {
    await queryRows(
      testApp,
      `update session set authenticated_at = authenticated_at - make_interval(secs => ${stepUpMs / 1000})`,
    );
    testApp.app.callers.cache.forgetAll();
    expect((await putProvider({ region: "eu" })).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await get()).region).toBeNull();
    operator = await platformClient(testApp);
    expect((await putProvider({ region: "eu" })).status).toBe(200);
  });

  it("R7a-10 keeps the key sealed for its row and shows the last four characters", async () => {
    const before = await currentVersion();
    const { result } = await putProvider({ apiKey: testKey });
    expect([result.credentials.lastFour, result.platform?.version]).toEqual(["7f3a", (before ?? 0) + 1]);
    const [row] = await queryRows<{ api_key: Buffer }>(
      testApp,
      "select api_key from ai_provider where key = 'mistral'",
    );
    const { sealing } = deriveKeys(Buffer.alloc(32, 7));
    const sealedKey = row?.api_key ?? Buffer.alloc(0);
    expect(sealedKey.includes(testKey.slice(0, 8))).toBe(false);
    const providerList = (await operator.call(endpoints.listAiProviders)).result;
    for (const response of [result, await get(), providerList])
      expect(JSON.stringify(response)).not.toContain(testKey.slice(0, 8));
    expect(testApp.logLines.join("")).not.toContain(testKey.slice(0, 8));
    expect(open(sealing, "ai_provider:mistral", sealedKey)).toBe(testKey);
    expect(() => open(sealing, "ai_provider:openai", sealedKey)).toThrow(/authenticate/);
    expect((await putProvider({ apiKey: null })).result.credentials).toMatchObject({
      set: false,
      lastFour: null,
    });
  });

  it("R7a-10 is audited in the platform's log with its changes and without the key", async () => {
    const entriesBefore = (await auditEntries(testApp, platformChainId, "ai.provider_updated")).length;
    await putProvider({ apiKey: testKey, region: "eu", c5: { type: "type2", validUntil: "2027-01-31" } });
    await putProvider({ apiKey: `${testKey}-neu`, c5: null });
    await putProvider({ apiKey: null, region: "eu" });
    await putProvider({ region: "eu" });
    const entries = (await auditEntries(testApp, platformChainId, "ai.provider_updated")).slice(
      entriesBefore,
    );
    const [id] = await queryRows<{ id: string }>(testApp, "select id from ai_provider where key = 'mistral'");
    expect(entries.map(({ target_id, record }) => [target_id, record.changes])).toEqual([
      [
        id?.id,
        {
          apiKey: [null, "•"],
          region: [null, "eu"],
          c5: [null, { type: "type2", validUntil: "2027-01-31" }],
        },
      ],
      [id?.id, { apiKey: ["•", "•"], c5: [{ type: "type2", validUntil: "2027-01-31" }, null] }],
      [id?.id, { apiKey: ["•", null] }],
    ]);
  });

  it("see R7a-10 changes only the given fields", async () => {
    await putProvider({ ...completeRecord });
    const before = await get();
    const after = (await putProvider({ retentionDays: null })).result;
    expect(after).toEqual({
      ...before,
      retentionDays: null,
      platform: {
        ...before.platform,
        version: (before.platform?.version ?? 0) + 1,
        updatedAt: expect.any(String),
      },
    });
    expect(await models()).toHaveLength(1);
  });

  it("see R7a-10 rejects one of two changes to the same version", async () => {
    const version = (await currentVersion()) ?? 0;
    const responses = await Promise.all([
      putProvider({ region: "de" }, version),
      putProvider({ region: "ch" }, version, await platformClient(testApp)),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const winner = responses.find(({ status }) => status === 200);
    expect((await get()).region).toBe(winner?.result.region);
    expect(await currentVersion()).toBe(version + 1);
  });

  it.each([
    "http://api.example.org/v1",
    "https://127.0.0.1.example.org:8081/v1",
    "https://localhost.localdomain/v1",
    "https://10.0.0.8/v1",
    "https://169.254.169.254/latest",
    "https://[fd00::1]/v1",
    "https://api.example.org/v1?key=1",
    "https://api.example.org/v1#x",
    "https://user:geheim@api.example.org/v1",
    "ftp://api.example.org/v1",
    "keine Adresse",
  ])("see R7a-10 N45 rejects the address %s", async (baseUrl) => {
    const { problem } = await putProvider({ baseUrl });
    expect([problem.code, problem.errors?.map(({ path }) => path)]).toEqual([
      "VALIDATION_FAILED",
      ["baseUrl"],
    ]);
    expect((await get()).host).toBe("api.eu.mistral.ai");
  });

  it("see R7a-10 stores an address without its trailing slash", async () => {
    const { result } = await putProvider({ baseUrl: "https://api.example.org/v1//" });
    expect([result.host, result.platform?.baseUrl]).toEqual([
      "api.example.org",
      "https://api.example.org/v1",
    ]);
    await putProvider({ baseUrl: "https://api.eu.mistral.ai/v1" });
  });

  it("see R7a-10 cannot be enabled without an address", async () => {
    const azure = { params: { p: "azure" } };
    const refusal = await operator.call(endpoints.updateAiProvider, { ...azure, body: { enabled: true } });
    expect(refusal.problem.errors).toMatchObject([{ path: "baseUrl", code: "required" }]);
    const body = { enabled: true, baseUrl: "https://praxis.openai.azure.com/openai/v1" };
    expect((await operator.call(endpoints.updateAiProvider, { ...azure, body })).result.enabled).toBe(true);
  });

  it.each([
    ["a key with a line break", { apiKey: `${testKey}\nx-evil: 1` }, "apiKey"],
    ["a key so short that its last four characters would reveal it", { apiKey: "kurz1234" }, "apiKey"],
    ["a model named twice", { models: [model("a"), model("a")] }, "models"],
    ["a model without a kind", { models: [{ model: "a", kind: "image" }] }, "models.0.kind"],
    ["a negative price", { models: [model("a", -1)] }, "models.0.prices.EUR.inputMicro"],
    ["a price that is not a whole number", { models: [model("a", 0.5)] }, "models.0.prices.EUR.inputMicro"],
    ["an attestation without an end date", { c5: { type: "type2" } }, "c5.validUntil"],
    ["a day that does not exist", { c5: { type: "type2", validUntil: "2026-02-30" } }, "c5.validUntil"],
    ["an unknown region", { region: "mars" }, "region"],
  ])("see R7a-10 rejects %s", async (_what, body, path) => {
    expect((await putProvider(body)).problem.errors?.map((error) => error.path)).toEqual([path]);
  });
});

function model(name: string, inputMicro = 100, outputMicro = 200) {
  return { model: name, kind: "chat", prices: { EUR: { inputMicro, outputMicro } } } as const;
}

describe("prices", () => {
  const rows = () =>
    queryRows<{ model: string; currency: string; input_micro: string; ended: boolean }>(
      testApp,
      `select model, currency, input_micro, valid_until is not null as ended from ai_price
       where provider_key = 'mistral' order by model, currency, valid_from`,
    );

  it("see R7a-10 are never changed, only followed by a new one that applies at once", async () => {
    await putProvider({ models: [model("a", 100)] });
    await putProvider({ models: [model("a", 100)] });
    await putProvider({ models: [model("a", 150)] });
    const priceRows = await rows();
    expect(priceRows.map(({ input_micro, ended }) => [input_micro, ended])).toEqual([
      ["100", false],
      ["150", false],
    ]);
    expect((await models())[0]?.prices.map(({ inputMicro }) => inputMicro)).toEqual([150]);
  });

  it("see R7a-10 can end without being deleted, and another one can follow", async () => {
    await putProvider({ models: [model("a", 100)] });
    await putProvider({ models: [{ model: "a", kind: "chat", prices: { EUR: null } }] });
    expect((await models())[0]?.prices).toEqual([]);
    expect((await rows()).map(({ input_micro, ended }) => [input_micro, ended])).toEqual([["100", true]]);
    await putProvider({ models: [model("a", 100)] });
    expect((await models())[0]?.prices.map(({ inputMicro }) => inputMicro)).toEqual([100]);
    expect(await rows()).toHaveLength(2);
  });

  it("see R7a-10 in one currency do not affect the other, and stay if a change omits them", async () => {
    const price = { inputMicro: 300, outputMicro: 400, cachedMicro: 30, upliftBasisPoints: 1_000 };
    await putProvider({ models: [{ ...model("a", 100), prices: { ...model("a").prices, CHF: price } }] });
    await putProvider({ models: [{ model: "a", kind: "chat", enabled: false }] });
    const [remainingModel] = await models();
    expect([remainingModel?.enabled, remainingModel?.prices.map(({ currency }) => currency)]).toEqual([
      false,
      ["CHF", "EUR"],
    ]);
    expect(remainingModel?.prices[0]).toMatchObject({
      cachedMicro: 30,
      upliftBasisPoints: 1_000,
      reasoningMicro: 400,
    });
  });

  it("see R7a-10 changed many times at once are stored as separate rows, each with its own start", async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => putProvider({ models: [model("a", 1_000 + index)] })),
    );
    expect(await rows()).toHaveLength(8);
    const [now] = await models();
    expect(now?.prices).toHaveLength(1);
  });

  const dayMs = 86_400_000;
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const pricedModel = (inputMicro: number, validFrom?: string) => ({
    model: "a",
    kind: "chat" as const,
    prices: { EUR: { inputMicro, outputMicro: 200, ...(validFrom && { validFrom }) } },
  });
  const history = async () =>
    (await models())[0]?.history?.map(({ inputMicro, validUntil }) => [inputMicro, validUntil]);

  it("see R7a-12 can be planned: until then the former one applies, and users who manage providers see all of them", async () => {
    const later = inDays(30);
    await putProvider({ models: [pricedModel(100)] });
    expect((await putProvider({ models: [pricedModel(150, later)] })).status).toBe(200);
    const [plannedModel] = await models();
    expect(plannedModel?.prices.map(({ inputMicro }) => inputMicro)).toEqual([100]);
    expect(plannedModel?.history?.map(({ validFrom }) => validFrom)[0]).toBe(later);
    expect(await history()).toEqual([
      [150, null],
      [100, later],
    ]);
    const { owner } = await organizationWithAi(testApp);
    expect((await models(owner))[0]?.history).toBeUndefined();
    // The lists show the models of all providers.
    for (const client of [operator, owner]) {
      const listModels = async (query: { models?: "true" }) =>
        (await client.call(endpoints.listAiProviders, { query })).result.data.find(
          ({ key }) => key === params.p,
        );
      const expected = (await models(client)).map(({ history: _history, ...fields }) => fields);
      expect((await listModels({ models: "true" }))?.models).toEqual(expected);
      expect(await listModels({})).not.toHaveProperty("models");
    }
    // The server's clock counts milliseconds; a fraction of one would lie in its future.
    await queryRows(
      testApp,
      "update ai_price set valid_from = date_trunc('milliseconds', now()) where valid_from > now()",
    );
    expect((await models())[0]?.prices.map(({ inputMicro }) => inputMicro)).toEqual([150]);
  });

  it("see R7a-12 planned prices are replaced by earlier ones, and removed by a change to no price", async () => {
    await putProvider({ models: [pricedModel(100)] });
    await putProvider({ models: [pricedModel(150, inDays(30))] });
    await putProvider({ models: [pricedModel(160, inDays(60))] });
    expect((await history())?.map(([amount]) => amount)).toEqual([160, 150, 100]);
    await putProvider({ models: [pricedModel(155, inDays(40))] });
    expect((await history())?.map(([amount]) => amount)).toEqual([155, 150, 100]);
    // Setting the current price again drops the planned one.
    await putProvider({ models: [pricedModel(100)] });
    expect(await history()).toEqual([[100, null]]);
    await putProvider({ models: [pricedModel(150, inDays(30))] });
    await putProvider({ models: [{ model: "a", kind: "chat", prices: { EUR: null } }] });
    expect(await history()).toEqual([[100, expect.any(String)]]);
    const entry = (await auditEntries(testApp, platformChainId, "ai.provider_updated")).at(-2);
    expect(entry?.record.changes).toMatchObject({
      "price a EUR": [{ inputMicro: 100 }, { inputMicro: 150, validFrom: expect.any(String) }],
    });
  });

  it("see R7a-12 never apply retroactively", async () => {
    await putProvider({ models: [pricedModel(100)] });
    const { problem } = await putProvider({ models: [pricedModel(1, inDays(-1))] });
    expect(problem.errors).toMatchObject([{ path: "models.0.prices.EUR.validFrom", code: "date" }]);
    expect(await history()).toEqual([[100, null]]);
  });

  it("see R7a-12 of removed models are kept, so that past costs are still known", async () => {
    await putProvider({ models: [model("a"), model("b")] });
    await putProvider({ models: [model("b")] });
    expect((await models()).map((row) => row.model)).toEqual(["b"]);
    expect((await rows()).map((row) => row.model)).toEqual(["a", "b"]);
  });
});
