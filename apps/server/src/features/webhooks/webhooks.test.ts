import * as endpoints from "@praxisportal/contract/webhooks/webhooks.endpoints";
import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import { deleteUser, transferUser } from "@praxisportal/contract/users/users.endpoints";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { withSlowWrites } from "../../../test/slow-writes.ts";
import { tally } from "../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { openOrganizationWithWebhooks } from "../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  type ReceivedWebhook,
  startReceiver,
  type WebhookReceiver,
} from "../../../test/webhooks/webhook-receiver.ts";

let testApp: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  testApp = await createTestApp(reachesThisMachine);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await testApp.stop();
});

const address = "https://labor.example.org/eingang";

describe("webhooks", () => {
  it("R7n-12 see R7o-11 are listed by name with their health, only for the administrators of their organization", async () => {
    const [webhooks, stranger] = [
      await openOrganizationWithWebhooks(testApp),
      await openOrganizationWithWebhooks(testApp),
    ];
    await stranger.add(address, { name: "Fremd" });
    await webhooks.add(address, { name: "Labor" });
    const headers = [{ name: "X-Labor", value: "Kennung" }];
    await webhooks.add(address, { name: "Ärztekasse", eventTypes: ["site.created"], headers });
    const [first, second, ...others] = await webhooks.list();
    expect([first?.name, second?.name, ...others]).toEqual(["Ärztekasse", "Labor"]);
    expect(first).toMatchObject({
      url: address,
      eventTypes: ["site.created"],
      owner: { userId: webhooks.member.personId, name: "Mia Muster-Probe" },
      headerNames: ["X-Labor"],
      enabled: true,
      disabledReason: null,
      apiVersion: "2026-11-01",
      health: { state: "new", failures: 0, failingSince: null, lastStatus: null },
    });
    const foreign = await stranger.client.call(endpoints.listWebhooks, { params: webhooks.params });
    expect(foreign.status).toBe(404);
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, webhooks.organization.id, "viewer"));
    expect((await viewer.call(endpoints.listWebhooks, { params: webhooks.params })).status).toBe(403);
  });

  it("R3-38 are identified by _id", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { _id, id } = await webhooks.add(address);
    const [listed] = await webhooks.list();
    const change = await webhooks.update(id, { name: "Neu" });
    expect([_id, listed?._id, change.result._id]).toEqual([id, id, id]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("R7n-13 are created with the current version of the bodies and an audit entry without the path", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { status, result } = await webhooks.create({
      url: "https://labor.example.org/eingang?token=geheim",
      eventTypes: ["site.created", "department.created"],
      headers: [{ name: "X-Labor", value: "Kennung" }],
    });
    expect(status).toBe(201);
    const { secret, ...created } = result;
    expect(secret).toMatch(/^whsec_/);
    expect(created).toMatchObject({
      name: "Labor",
      url: "https://labor.example.org/eingang?token=geheim",
      eventTypes: ["site.created", "department.created"],
      apiVersion: "2026-11-01",
      owner: { userId: webhooks.member.personId, name: "Mia Muster-Probe" },
      headerNames: ["X-Labor"],
      enabled: true,
    });
    expect(await webhooks.list()).toEqual([created]);
    const [entry] = await auditEntries(testApp, webhooks.organization.id, "webhook.created");
    expect(entry?.record.target).toMatchObject({ type: "webhook", id: result.id });
    expect(entry?.record.changes).toEqual({
      name: [null, "Labor"],
      url: [null, "https://labor.example.org"],
    });
  });

  it.each([
    ["no event type", { eventTypes: [] }, "eventTypes"],
    ["an unknown event type", { eventTypes: ["session.ended"] }, "eventTypes.0"],
    ["an event type twice", { eventTypes: ["site.created", "site.created"] }, "eventTypes"],
    ["no name", { name: " " }, "name"],
  ])("see R7n-13 are refused with %s", async (_case, body, path) => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { status, problem } = await webhooks.create({ url: address, ...body });
    expect([status, problem.errors?.map((error) => error.path)]).toEqual([400, [path]]);
    expect(await webhooks.list()).toEqual([]);
  });

  it("R7n-14 are changed with a check of their version, and audited", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id, version } = await webhooks.add(address);
    const update = (body: object, ifMatch: number) =>
      webhooks.client.call(endpoints.updateWebhook, {
        params: { ...webhooks.params, webhookId: id },
        body,
        headers: { "if-match": `"${ifMatch}"` },
      });
    expect((await update({ name: "Neu" }, version + 1)).status).toBe(412);
    const body = {
      name: "Neu",
      url: "https://neu.example.org/eingang",
      eventTypes: ["site.created"],
      headers: [{ name: "X-Neu", value: "Kennung" }],
      enabled: false,
    };
    const change = await update(body, version);
    expect(change.result).toMatchObject({
      name: "Neu",
      url: "https://neu.example.org/eingang",
      eventTypes: ["site.created"],
      headerNames: ["X-Neu"],
      enabled: false,
      disabledReason: "manual",
      version: version + 1,
    });
    expect(await webhooks.list()).toEqual([change.result]);
    expect((await webhooks.update(id, { enabled: true })).result).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
    });
    const [entry] = await auditEntries(testApp, webhooks.organization.id, "webhook.updated");
    expect(entry?.record.changes).toEqual({
      name: ["Labor", "Neu"],
      url: ["https://labor.example.org", "https://neu.example.org"],
      event_types: ["department.created", "site.created"],
      headers: [null, "X-Neu"],
      enabled: [true, false],
    });
    expect((await webhooks.update("00000000-0000-4000-8000-000000000000", { name: "x" })).status).toBe(404);
  });

  it.each([
    [
      "removed",
      (client: TestClient, id: string, userId: string) =>
        client.call(removeMember, { params: { id, userId } }),
    ],
    [
      "transferred to another practice",
      async (client: TestClient, _id: string, userId: string) => {
        const { id: organizationId } = await makeOrganization(testApp);
        return client.call(transferUser, { params: { id: userId }, body: { organizationId } });
      },
    ],
    [
      "deleted",
      (client: TestClient, _id: string, userId: string) =>
        client.call(deleteUser, { params: { id: userId } }),
    ],
  ])(
    "see R1-11 continue without an owner if their owner is %s, until an administrator takes them over",
    async (_how, leave) => {
      const webhooks = await openOrganizationWithWebhooks(testApp);
      const { organization, member, params } = webhooks;
      const { id } = await webhooks.add(address);
      const colleague = await makeMember(testApp, organization.id, "org_admin");
      const operator = new TestClient(testApp);
      operator.headers = { "x-organization-id": organization.id };
      await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
      const [before] = await webhooks.list();
      expect(before?.owner).toEqual({ userId: member.personId, name: "Mia Muster-Probe" });

      expect((await leave(operator, organization.id, member.personId)).status).toBeLessThan(300);
      const list = async () => (await operator.call(endpoints.listWebhooks, { params })).result.data;
      expect(await list()).toMatchObject([{ id, owner: null, enabled: true, disabledReason: null }]);
      expect(await queryRows(testApp, "select owner_id from webhook where id = $1", [id])).toEqual([
        { owner_id: null },
      ]);
      const changes = async () =>
        (await auditEntries(testApp, organization.id, "webhook.updated")).map(({ record }) => record.changes);
      expect(await changes()).toEqual([{ owner: [member.personId, null] }]);

      const takeOver = (client: TestClient) =>
        client.call(endpoints.updateWebhook, {
          params: { ...params, webhookId: id },
          body: { takeOver: true },
        });
      // A platform account is not a member, so the webhook would still have no owner in the organization.
      expect((await takeOver(operator)).status).toBe(403);
      const client = new TestClient(testApp);
      await client.signIn(colleague);
      expect((await takeOver(client)).result.owner?.userId).toBe(colleague.personId);
      expect(await changes()).toHaveLength(2);
      await takeOver(client);
      expect(await changes()).toHaveLength(2);
    },
  );

  it("R7n-15 are deleted with an audit entry", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const kept = await webhooks.add(address, { name: "Bleibt" });
    const { id } = await webhooks.add(address);
    const call = { params: { ...webhooks.params, webhookId: id } };
    const stranger = await openOrganizationWithWebhooks(testApp);
    expect((await stranger.client.call(endpoints.removeWebhook, call)).status).toBe(404);
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, webhooks.organization.id, "viewer"));
    expect((await viewer.call(endpoints.removeWebhook, call)).status).toBe(403);
    expect(await webhooks.list()).toHaveLength(2);
    expect((await webhooks.client.call(endpoints.removeWebhook, call)).status).toBe(204);
    expect((await webhooks.list()).map((webhook) => webhook.id)).toEqual([kept.id]);
    expect((await webhooks.client.call(endpoints.removeWebhook, call)).status).toBe(404);
    expect(await auditEntries(testApp, webhooks.organization.id, "webhook.deleted")).toHaveLength(1);
  });

  it("see R0-139 are at most ten per organization, even if two are added at once", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    for (let count = 0; count < 9; count += 1) await webhooks.add(address);
    const responses = await withSlowWrites(testApp, "webhook", () =>
      Promise.all([1, 2].map(() => webhooks.create({ url: address }))),
    );
    expect(tally(responses)).toEqual({ 201: 1, 409: 1 });
    expect((await webhooks.create({ url: address })).problem.code).toBe("CONFLICT");
    expect(await webhooks.list()).toHaveLength(10);
  });

  it.each([
    "http://labor.example.org/",
    "https://10.0.0.5/",
    "https://172.16.0.5/",
    "https://172.31.255.5/",
    "https://192.168.0.5/",
    "https://100.64.0.5/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[fd00::5]/",
    "https://[::ffff:10.0.0.5]/",
    "https://0x0a000005/",
    "https://169.254.169.254/latest/meta-data/",
    "https://localhost/",
    "https://labor.example.org:22/",
  ])("R7n-18 are rejected when saved with the address %s", async (url) => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const created = await webhooks.create({ url });
    expect([created.status, created.problem.errors?.map((error) => [error.path, error.code])]).toEqual([
      400,
      [["url", "url"]],
    ]);
    const { id } = await webhooks.add(address);
    expect((await webhooks.update(id, { url })).status).toBe(400);
    expect((await webhooks.list()).map((webhook) => webhook.url)).toEqual([address]);
  });

  it("have public event types with an example of the body", async () => {
    const { client, params } = await openOrganizationWithWebhooks(testApp);
    const { data, apiVersion } = (await client.call(endpoints.listWebhookEventTypes, { params })).result;
    const created = data.find(({ type }) => type === "department.created");
    expect(created).toMatchObject({
      subject: "department",
      ids: ["departmentId"],
      example: { type: "department.created", apiVersion, data: { departmentId: expect.any(String) } },
    });
    expect(data.map(({ type }) => type)).not.toContain("session.ended");
  });
});

describe("the secret of a webhook", () => {
  it("R0-119 is stored sealed and shown only once", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id, secret } = await webhooks.add(address);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
    const rows = await queryRows<{ secret: Buffer }>(
      testApp,
      "select secret from webhook_secret where webhook_id = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.secret.includes(bytes)).toBe(false);
    expect(rows[0]?.secret.includes(secret)).toBe(false);
    const renamed = await webhooks.update(id, { name: "Neu" });
    const tried = await webhooks.client.call(endpoints.testWebhook, {
      params: { ...webhooks.params, webhookId: id },
    });
    for (const response of [await webhooks.list(), renamed.result, tried.result]) {
      expect(JSON.stringify(response)).not.toContain("whsec_");
      expect(JSON.stringify(response)).not.toContain(secret.slice("whsec_".length));
    }
    const { result } = await webhooks.client.call(endpoints.rotateWebhookSecret, {
      params: { ...webhooks.params, webhookId: id },
      body: {},
    });
    const rotated = Buffer.from(result.secret.slice("whsec_".length), "base64");
    const sealed = await queryRows<{ secret: Buffer }>(
      testApp,
      "select secret from webhook_secret where webhook_id = $1",
      [id],
    );
    expect(sealed.map(({ secret: stored }) => stored.includes(bytes) || stored.includes(rotated))).toEqual([
      false,
      false,
    ]);
    expect(JSON.stringify(await webhooks.list())).not.toContain("whsec_");
  });

  it("R0-120 still signs in addition to the new one for 24 hours or the chosen time, even after two consecutive rotations", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id, secret: first } = await webhooks.add(receiver.url);
    const rotate = async (body: object) => {
      const call = { params: { ...webhooks.params, webhookId: id }, body };
      return (await webhooks.client.call(endpoints.rotateWebhookSecret, call)).result.secret;
    };
    const signers = async (secrets: readonly string[]) => {
      const { headers, body } = await sendTest(webhooks, id);
      return secrets.map((secret) => isVerified(secret, headers, body));
    };
    const pass = async (ms: number) => {
      testApp.clock.advance(ms);
      await webhooks.client.signIn(webhooks.member);
    };
    const second = await rotate({});
    const third = await rotate({});
    expect(await signers([first, second, third])).toEqual([true, true, true]);
    await pass(24 * 3_600_000 - 60_000);
    expect(await signers([first, second, third])).toEqual([true, true, true]);
    await pass(120_000);
    expect(await signers([first, second, third])).toEqual([false, false, true]);
    const fourth = await rotate({ overlapHours: 168 });
    await pass(168 * 3_600_000 - 60_000);
    expect(await signers([third, fourth])).toEqual([true, true]);
    const fifth = await rotate({ overlapHours: 0 });
    expect(await signers([third, fourth, fifth])).toEqual([false, false, true]);
    const sixth = await rotate({ overlapHours: 1 });
    await pass(3_600_000 - 60_000);
    expect(await signers([fifth, sixth])).toEqual([true, true]);
    await pass(120_000);
    expect(await signers([fifth, sixth])).toEqual([false, true]);
    for (const overlapHours of [169, -1, 0.5]) {
      const call = { params: { ...webhooks.params, webhookId: id }, body: { overlapHours } };
      expect((await webhooks.client.call(endpoints.rotateWebhookSecret, call)).status).toBe(400);
    }
    expect(await auditEntries(testApp, webhooks.organization.id, "webhook.secret_rotated")).toHaveLength(5);
  });
});

describe("own headers of a webhook", () => {
  it("R0-138 are limited to five, sealed, and cannot have a name from the deny-list", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const headers = Array.from({ length: 5 }, (_, index) => ({
      name: `X-Labor-${index}`,
      value: `Kanarienvogel-${index}`,
    }));
    const { id, headerNames } = await webhooks.add(receiver.url, { headers });
    expect(headerNames).toEqual(headers.map(({ name }) => name));
    const [row] = await queryRows<{ headers: Buffer }>(testApp, "select headers from webhook where id = $1", [
      id,
    ]);
    expect(row?.headers.includes("Kanarienvogel")).toBe(false);
    expect((await sendTest(webhooks, id)).headers).toMatchObject({ "x-labor-4": "Kanarienvogel-4" });
    const refusalOf = async (list: object[]) =>
      (await webhooks.create({ url: address, headers: list })).problem.errors?.map(({ path }) => path);
    const six = [...headers, { name: "X-Labor-5", value: "sechs" }];
    expect(await refusalOf(six)).toEqual(["headers"]);
    for (const [list, path] of [
      [six, "headers"],
      [[{ name: "Webhook-Id", value: "1" }], "headers.0.name"],
    ] as const)
      expect(
        (await webhooks.update(id, { headers: list })).problem.errors?.map((error) => error.path),
      ).toEqual([path]);
    for (const name of [
      "Accept-Encoding",
      "Connection",
      "Content-Encoding",
      "content-length",
      "Content-Type",
      "Cookie",
      "Date",
      "Expect",
      "Forwarded",
      "Host",
      "HTTP2-Settings",
      "Keep-Alive",
      "Origin",
      "Referer",
      "Set-Cookie",
      "TE",
      "Trailer",
      "Transfer-Encoding",
      "Upgrade",
      "User-Agent",
      "Via",
      "Webhook-Signature",
      "Proxy-Authorization",
      "Sec-Fetch-Site",
      "X-Forwarded-For",
      "X-Real-IP",
    ]) {
      expect([name, await refusalOf([{ name, value: "1" }])]).toEqual([name, ["headers.0.name"]]);
    }
    expect(await refusalOf([{ name: "X-A", value: "a\r\nHost: b" }])).toEqual(["headers.0.value"]);
  });

  it("see R0-138 keep their values on a change, but not for another origin", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url, {
      headers: [{ name: "Authorization", value: "Basic abc" }],
    });
    const change = await webhooks.update(id, {
      headers: [{ name: "Authorization" }, { name: "X-Neu", value: "1" }],
    });
    expect(change.result.headerNames).toEqual(["Authorization", "X-Neu"]);
    expect((await sendTest(webhooks, id)).headers["authorization"]).toBe("Basic abc");
    const missing = await webhooks.update(id, { headers: [{ name: "X-Andere" }] });
    expect(missing.problem.errors?.map(({ path }) => path)).toEqual(["headers.0.value"]);
    const stolen = await webhooks.update(id, { url: address, headers: [{ name: "Authorization" }] });
    expect(stolen.status).toBe(400);
    expect((await webhooks.update(id, { url: address })).result.headerNames).toEqual([]);
  });
});

describe("a test delivery", () => {
  it("R7n-16 sends a signed test event and returns its result", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id, secret } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(200);
    const count = receiver.received.length;
    const { headers, body, json } = await sendTest(webhooks, id);
    expect(receiver.received).toHaveLength(count + 1);
    expect(isVerified(secret, headers, body)).toBe(true);
    expect(json).toMatchObject({ type: "webhook.test", data: { webhookId: id } });
    const { result } = await webhooks.client.call(endpoints.testWebhook, {
      params: { ...webhooks.params, webhookId: id },
    });
    expect(result).toEqual({
      succeeded: true,
      failure: null,
      status: 200,
      durationMs: expect.any(Number),
      request: {
        url: receiver.url,
        headers: expect.arrayContaining([{ name: "webhook-signature", value: "•" }]),
        body: receiver.received.at(-1)?.body,
      },
      answer: "Antwort",
    });
    receiver.respondWithStatus(500);
    const failed = await webhooks.client.call(endpoints.testWebhook, {
      params: { ...webhooks.params, webhookId: id },
    });
    expect([failed.status, failed.result]).toMatchObject([
      200,
      { succeeded: false, failure: "status", status: 500, answer: "Antwort" },
    ]);
    receiver.respondWithStatus(200);
  });

  it("R0-136 returns the request, the response and the duration", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWith((_received, response) => {
      setTimeout(() => response.writeHead(202).end("angenommen"), 120);
    });
    const { result } = await webhooks.client.call(endpoints.testWebhook, {
      params: { ...webhooks.params, webhookId: id },
    });
    receiver.respondWithStatus(200);
    const delivered = receiver.received.at(-1);
    expect(result).toMatchObject({ status: 202, answer: "angenommen" });
    expect(result.durationMs).toBeGreaterThanOrEqual(100);
    expect(result.request).toMatchObject({ url: receiver.url, body: delivered?.body });
    const eventId = result.request.headers.find(({ name }) => name === "webhook-id")?.value;
    expect(eventId).toBe(delivered?.headers["webhook-id"]);
  });

  it("R0-137 is refused with 429 if it is the eleventh within a minute", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const call = { params: { ...webhooks.params, webhookId: id } };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await webhooks.client.call(endpoints.testWebhook, call)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    testApp.clock.advance(45_000);
    const refusal = await webhooks.client.call(endpoints.testWebhook, call);
    expect([refusal.status, refusal.problem.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    testApp.clock.advance(16_000);
    expect((await webhooks.client.call(endpoints.testWebhook, call)).status).toBe(200);
  });

  it("R0-300 masks own headers and signatures in its result", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url, {
      headers: [{ name: "Authorization", value: "Basic geheim" }],
    });
    const { result } = await webhooks.client.call(endpoints.testWebhook, {
      params: { ...webhooks.params, webhookId: id },
    });
    const headerValues = Object.fromEntries(result.request.headers.map(({ name, value }) => [name, value]));
    expect([headerValues["Authorization"], headerValues["webhook-signature"]]).toEqual(["•", "•"]);
    expect(JSON.stringify(result)).not.toContain("geheim");
    expect(receiver.received.at(-1)?.headers["authorization"]).toBe("Basic geheim");
  });
});

/** Sends a test delivery and returns the request that the receiver got. */
async function sendTest(
  { client, params }: Awaited<ReturnType<typeof openOrganizationWithWebhooks>>,
  webhookId: string,
): Promise<ReceivedWebhook> {
  const { status } = await client.call(endpoints.testWebhook, { params: { ...params, webhookId } });
  expect(status).toBe(200);
  const received = receiver.received.at(-1);
  if (received === undefined) throw new Error("the receiver got no request");
  return received;
}

/**
 * Returns whether one of the signatures equals one computed by the package of Standard Webhooks. The package's own
 * check uses the clock of the machine, and the clock of the test is ahead.
 */
function isVerified(secret: string, headers: ReceivedWebhook["headers"], body: string): boolean {
  const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", sentAt, body);
  return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
}
