import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import type { DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { approve, organizationWithAi, startUpstream } from "./ai.ts";
import { makeApplication } from "../application.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import { formBytes, openUpload, partBytes, sendUpload, wavOf } from "../upload.ts";

const aiCallsPerPerson = 6;
const uploadsPerPerson = 3;
const uploadsPerOrganization = 8;

let testApp: TestApp;
let upstream: DemoAiUpstream;
const openStreams: { leave: () => void }[] = [];
beforeAll(async () => {
  testApp = await createTestApp({ AI_CALLS_PER_ORGANIZATION: "8" });
  ({ upstream } = await startUpstream(testApp));
});
afterEach(() => {
  for (const upload of openStreams.splice(0)) upload.leave();
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

type Organization = Awaited<ReturnType<typeof organizationWithAi>>;

async function approvedOrganization(): Promise<Organization> {
  const organization = await organizationWithAi(testApp);
  await approve(organization.owner, "openai");
  return organization;
}

/** Creates an organization that uses the AI, in another portal. Returns a member who may use it. */
async function organizationUsing(other: TestApp): Promise<TestClient> {
  const { owner, as } = await organizationWithAi(other);
  await approve(owner, "openai");
  return (await as("viewer", ["ai:use"])).client;
}

const userOf = async ({ as }: Organization) => (await as("viewer", ["ai:use"])).client;

/** Creates an application of a member who may use the AI. */
async function applicationOf({ as }: Organization): Promise<TestClient> {
  const { member } = await as("viewer", ["ai:use"]);
  return (await makeApplication(testApp, member)).client;
}

const compatiblePath = endpoints.createTranscription.path;
const audio = (name: string) => ({ name, fileName: "a.wav", type: "audio/wav", content: wavOf(32_044) });
const form = formBytes([audio("audio")]);
const compatibleForm = formBytes([{ name: "model", content: "openai/demo-diktat" }, audio("file")]);

/** Starts uploads that never finish, and returns their responses. */
async function startUploads(client: TestClient, count: number, path?: string) {
  const responses = [];
  for (let index = 0; index < count; index += 1) {
    const upload = openUpload(testApp, client, path === undefined ? {} : { path });
    openStreams.push(upload);
    responses.push(upload.response);
    await upload.write(partBytes(audio(path === undefined ? "audio" : "file")).subarray(0, 40));
  }
  return responses;
}

describe("uploads", () => {
  it("N63 are rejected beyond the limit per person until another one ends", async () => {
    const client = await userOf(await approvedOrganization());
    const refusal = await Promise.any(await startUploads(client, uploadsPerPerson + 1));
    expect([refusal.status, refusal.body["code"]]).toEqual([429, "TOO_MANY_UPLOADS"]);
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    for (const upload of openStreams.splice(0)) upload.leave();
    await eventually(async () => expect((await sendUpload(testApp, client, form)).status).toBe(200));
  });

  it("N63 of an organization that fills its share do not affect another organization", async () => {
    const busyOrganization = await approvedOrganization();
    const responses = [];
    for (let uploadCount = 0; uploadCount <= uploadsPerOrganization; uploadCount += uploadsPerPerson) {
      responses.push(
        ...(await startUploads(await applicationOf(busyOrganization), uploadsPerPerson, compatiblePath)),
      );
    }
    const refusal = await Promise.any(responses);
    expect([refusal.status, refusal.body["error"]]).toMatchObject([429, { code: "TOO_MANY_UPLOADS" }]);
    const otherApplication = await applicationOf(await approvedOrganization());
    expect(
      (await sendUpload(testApp, otherApplication, compatibleForm, { path: compatiblePath })).status,
    ).toBe(200);
  });

  it("N63 are refused before they are received if the organization approved no provider", async () => {
    const organization = await organizationWithAi(testApp);
    const [response] = await startUploads(await userOf(organization), 1);
    expect((await response)?.body["code"]).toBe("AI_PROVIDER_NOT_READY");
    const [compatible] = await startUploads(await applicationOf(organization), 1, compatiblePath);
    expect((await compatible)?.body["error"]).toMatchObject({ code: "AI_PROVIDER_NOT_READY" });
  });

  it.each([
    ["organization", "00000000-0000-0000-0000-000000000000", "limit_tokens"],
    ["person", undefined, "person_limit_tokens"],
  ])(
    "N63 are refused before they are received if the quota of the %s is used up",
    async (scope, of, column) => {
      const organization = await approvedOrganization();
      const { client, member } = await organization.as("viewer", ["ai:use"]);
      const { id } = organization.organization;
      await queryRows(testApp, `insert into ai_policy (organization_id, ${column}) values ($1, 500)`, [id]);
      await queryRows(
        testApp,
        `insert into ai_balance (organization_id, person_id, period, used_tokens, held_tokens)
       values ($1, $2, date_trunc('month', now() at time zone 'Europe/Berlin'), 400, 100)`,
        [id, of ?? member.personId],
      );
      const [response] = await startUploads(client, 1);
      expect((await response)?.body).toMatchObject({ code: "QUOTA_EXCEEDED", scope });
    },
  );
});

describe("AI calls", () => {
  /** Opens a stream that continues until the client leaves. */
  async function open(
    client: TestClient,
    { baseUrl }: TestApp = testApp,
  ): Promise<{ status: number; code: unknown; leave: () => void }> {
    const stop = new AbortController();
    const response = await fetch(new URL(endpoints.streamPrompt.path, baseUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${client.accessToken ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({
        provider: "openai",
        model: "demo-standard",
        prompt: "Lang. #lang 400 #takt 50",
      }),
      signal: stop.signal,
    });
    const leave = () => stop.abort();
    openStreams.push({ leave });
    const code = response.ok ? undefined : ((await response.json()) as { code?: string }).code;
    return { status: response.status, code, leave };
  }
  const openMany = (client: TestClient, count: number, portal?: TestApp) =>
    Promise.all(Array.from({ length: count }, () => open(client, portal)));

  it("N71 of one person are limited in number, and another begins when one ends", async () => {
    const client = await userOf(await approvedOrganization());
    const opened = await openMany(client, aiCallsPerPerson + 2);
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(aiCallsPerPerson);
    expect(opened.flatMap(({ code }) => code ?? [])).toEqual(["TOO_MANY_AI_CALLS", "TOO_MANY_AI_CALLS"]);
    for (const { leave } of opened) leave();
    await eventually(async () => expect((await open(client)).status).toBe(200));
  });

  it("N71 of one organization are limited in number, and those of others can continue", async () => {
    const organization = await approvedOrganization();
    const opened = [
      ...(await openMany(await userOf(organization), 5)),
      ...(await openMany(await userOf(organization), 5)),
    ];
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(8);
    expect((await open(await userOf(await approvedOrganization()))).status).toBe(200);
  });

  it("of one process are limited in number, and another begins when one ends", async () => {
    const small = await createTestApp({ AI_CALLS_PER_PROCESS: "3" });
    const { upstream: provider } = await startUpstream(small);
    const users = await Promise.all([organizationUsing(small), organizationUsing(small)]);
    const opened = (await Promise.all(users.map((user) => openMany(user, 2, small)))).flat();
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(opened.flatMap(({ code }) => code ?? [])).toEqual(["TOO_MANY_AI_CALLS"]);
    for (const { leave } of opened) leave();
    await eventually(async () => expect((await open(users[0], small)).status).toBe(200));
    for (const { leave } of openStreams.splice(0)) leave();
    await small.stop();
    await provider.stop();
  });

  it("N71 take no slot if they are rejected", async () => {
    const organization = await approvedOrganization();
    const client = await userOf(organization);
    await queryRows(testApp, "insert into ai_policy (organization_id, limit_tokens) values ($1, 1)", [
      organization.organization.id,
    ]);
    const refusals = await openMany(client, aiCallsPerPerson);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["QUOTA_EXCEEDED"]));
    expect((await open(client)).code).toBe("QUOTA_EXCEEDED");
  });
});
