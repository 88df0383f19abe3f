import type { AddressInfo } from "node:net";
import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import type { DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { createApp } from "../../src/app.ts";
import { closeDatabases, openDatabases } from "../../src/platform/db/connect.ts";
import { openBus } from "../../src/platform/realtime/bus/open-bus.ts";
import { changePolicy, organizationThatUsesAi, startUpstream } from "./ai.ts";
import { collect, eventsOf } from "./ai-events.ts";
import { makeApplication } from "../application.ts";
import {
  joinOrganization,
  type makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
let owner: TestClient;
let ownerId: string;
let organizationId: string;
let member: Awaited<ReturnType<typeof makeMember>>;
/** API client that sends a bearer token and no cookie. */
let colleague: TestClient;
/** Web page that sends a bearer token and the device cookie. */
let browser: TestClient;

beforeAll(async () => {
  testApp = await createTestApp();
  ({ upstream } = await startUpstream(testApp));
});
beforeEach(async () => {
  ({ owner, ownerId, organizationId, colleague, member } = await organizationThatUsesAi(testApp));
  await changePolicy(owner, { allowsPromptInAddress: true });
  browser = new TestClient(testApp, "browser");
  await browser.signIn(member);
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

const path = endpoints.streamPromptFromUrl.path;
const prompt = "Ein Satz. #lang 30 #takt 0";
const fullQuery = () => ({
  prompt,
  provider: "openai",
  userId: member.personId,
  organizationId,
  model: "demo-standard",
});

function address(query: Record<string, string | undefined>): string {
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}
const open = (query: Record<string, string | undefined>, client = colleague, headers = {}) =>
  client.fetch(address(query), { headers });
/** Returns the error code of a response, or "opened" for a stream after reading it to its end. */
async function codeOf(response: Response): Promise<string> {
  const text = await response.text();
  return response.ok ? "opened" : (JSON.parse(text) as { code: string }).code;
}
const eventCount = async () =>
  (await queryRows(testApp, "select 1 from ai_usage_event where organization_id = $1", [organizationId]))
    .length;

async function ticketOf(
  client = colleague,
  body: object = { prompt, provider: "openai", model: "demo-standard" },
) {
  return (await client.call(endpoints.createStreamTicket, { body })).result;
}

/** Sends the same request as an EventSource of the page, with the device cookie and without a token. */
const openAsEventSource = (ticket: string, headers: Record<string, string> = {}, from = browser) =>
  fetch(new URL(address({ ticket }), testApp.baseUrl), {
    headers: { cookie: from.cookie ?? "", "sec-fetch-site": "same-origin", ...headers },
  });

describe("streaming a prompt from the URL", () => {
  it("R7a-02 R7x-07 R7x-10 see R7a-06 sends the same numbered events as a body stream and never reconnects automatically", async () => {
    const response = await open(fullQuery(), colleague, { "x-request-id": "strom-1" });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-request-id": "strom-1",
      "content-type": "text/event-stream; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-accel-buffering": "no",
    });
    expect(response.headers.get("cache-control")).toContain("no-store");
    const text = await response.text();
    // A client that is disconnected before the first event also reconnects with an id.
    expect(text).toMatch(/^retry: 43200000\nid: 0\n\nid: 1\ndata: /);
    const received = await collect(eventsOf(new Response(text)));
    expect(received.map(({ id }) => id)).toEqual(received.map((_, index) => String(index + 1)));
    expect(received.at(-1)).toMatchObject({
      name: "done",
      data: { finishReason: "stop", bill: { outputTokens: 30, estimated: false } },
    });
    const body = { prompt, provider: "openai", model: "demo-standard" };
    const posted = await colleague.fetch(endpoints.streamPrompt.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const textOf = (events: typeof received) =>
      events.map(({ data }) => (typeof data["text"] === "string" ? data["text"] : "")).join("");
    expect(textOf(await collect(eventsOf(posted)))).toBe(textOf(received));
    // The provider and the model are those of the query.
    for (const otherQuery of [{ provider: "mistral" }, { model: "demo-fremd" }]) {
      const fromBody = await colleague.fetch(endpoints.streamPrompt.path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...body, ...otherQuery }),
      });
      const fromAddress = await open({ ...fullQuery(), ...otherQuery });
      expect([otherQuery, await codeOf(fromAddress), await codeOf(fromBody)]).toEqual([
        otherQuery,
        "AI_PROVIDER_NOT_READY",
        "AI_PROVIDER_NOT_READY",
      ]);
    }
  });

  it("R7a-04 returns no content to a reconnecting EventSource, and does not call the provider again", async () => {
    const text = await (await open(fullQuery())).text();
    // The id precedes all events, so that a client that is disconnected before the first one is recognized as well.
    expect(text.split("\n\n").at(0)).toBe("retry: 43200000\nid: 0");
    expect(await eventCount()).toBe(1);
    for (const id of ["0", "3", ""]) {
      const again = await open(fullQuery(), colleague, { "last-event-id": id });
      expect([again.status, await again.text()]).toEqual([204, ""]);
    }
    const { ticket } = await ticketOf(browser);
    expect((await openAsEventSource(ticket, { "last-event-id": "2" })).status).toBe(204);
    expect(await eventCount()).toBe(1);
  });

  it("R7a-03 N04 accepts only the ids of the session", async () => {
    const otherOrganizationId = (await makeOrganization(testApp)).id;
    const second = (await makeOrganization(testApp)).id;
    expect(await codeOf(await open({ ...fullQuery(), userId: ownerId }))).toBe("FORBIDDEN");
    expect(await codeOf(await open({ ...fullQuery(), organizationId: otherOrganizationId }))).toBe(
      "NOT_FOUND",
    );
    await joinOrganization(testApp, second, member.personId, "viewer");
    testApp.app.callers.cache.forgetAll();
    const inFirst = { "x-organization-id": organizationId };
    const otherStream = await open({ ...fullQuery(), organizationId: second }, colleague, inFirst);
    expect(await codeOf(otherStream)).toBe("ORGANIZATION_MISMATCH");
    // The URL does not choose the organization either.
    expect(await codeOf(await open(fullQuery()))).toBe("ORGANIZATION_REQUIRED");
    expect((await open(fullQuery(), colleague, inFirst)).status).toBe(200);
    expect(
      (await open({ ...fullQuery(), userId: member.personId.toUpperCase() }, colleague, inFirst)).status,
    ).toBe(200);
  });

  it.each(["prompt", "provider", "userId", "organizationId", "model"])(
    "R7a-02 requires %s, and rejects other parameters",
    async (name) => {
      const without = await colleague.call(endpoints.streamPromptFromUrl, {
        query: withoutField(fullQuery(), name),
      });
      expect(without.problem).toMatchObject({
        code: "VALIDATION_FAILED",
        errors: [{ path: name, code: "required" }],
      });
      const addition = await colleague.call(endpoints.streamPromptFromUrl, {
        query: { ...fullQuery(), maxTokens: "5" },
      });
      expect(addition.problem).toMatchObject({ errors: [{ path: "maxTokens", code: "unknownField" }] });
    },
  );

  it("R7a-03 is refused unless the organization allows prompts in URLs, except by a ticket", async () => {
    const expectRefusal = async () => {
      const { status, problem } = await colleague.call(endpoints.streamPromptFromUrl, { query: fullQuery() });
      expect([status, problem.code]).toEqual([403, "AI_PROMPT_IN_URL_NOT_ALLOWED"]);
      expect(problem.message).toBe("Ihre Praxis nimmt keine Texte in der Adresse einer Anfrage an");
    };
    await changePolicy(owner, { allowsPromptInAddress: false });
    await expectRefusal();
    // The organization has not decided about prompts in URLs, with and without other AI settings.
    await queryRows(testApp, "delete from ai_policy where organization_id = $1", [organizationId]);
    await expectRefusal();
    await queryRows(testApp, "insert into ai_policy (organization_id, limit_tokens) values ($1, 90000)", [
      organizationId,
    ]);
    await expectRefusal();
    const { ticket } = await ticketOf();
    expect((await open({ ticket })).status).toBe(200);
  });

  it("see R7a-02 reports that the URL is too long", async () => {
    const { status, problem } = await colleague.call(endpoints.streamPromptFromUrl, {
      query: { ...fullQuery(), prompt: "ä".repeat(2_000) },
    });
    expect([status, problem.code]).toEqual([414, "URI_TOO_LONG"]);
    expect(problem.message).toBe("Die Adresse der Anfrage ist zu lang");
  });

  it("R7a-03 N40 cannot be opened by another page, a link or a prefetch", async () => {
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://boese.example" },
      { origin: "null" },
      { origin: testApp.origin, "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      const refusal = await open(fullQuery(), colleague, headers);
      expect([refusal.status, await codeOf(refusal)], JSON.stringify(headers)).toEqual([
        403,
        "CROSS_SITE_REQUEST",
      ]);
    }
    const { ticket } = await ticketOf(browser);
    const withCookie = { cookie: browser.cookie ?? "" };
    for (const headers of [withCookie, { ...withCookie, "sec-fetch-site": "none" }]) {
      const withoutCookie = await fetch(new URL(address({ ticket }), testApp.baseUrl), { headers });
      expect(await codeOf(withoutCookie)).toBe("CROSS_SITE_REQUEST");
    }
    const head = await colleague.fetch(address(fullQuery()), { method: "HEAD" });
    expect(head.status).toBe(405);
    expect(await eventCount()).toBe(0);
  });

  it("see R1-01 N48 is refused without cost for an application that may only read", async () => {
    const application = await makeApplication(testApp, member, { scope: ["read"] });
    const readOnlyClient = new TestClient(testApp);
    readOnlyClient.accessToken = application.pair.accessToken;
    expect(await codeOf(await open(fullQuery(), readOnlyClient))).toBe("FORBIDDEN");
    const fullClient = new TestClient(testApp);
    fullClient.accessToken = (await makeApplication(testApp, member)).pair.accessToken;
    expect((await open(fullQuery(), fullClient)).status).toBe(200);
  });

  it("see R1-01 N21 is refused without cost in a suspended organization, where administrators may still read", async () => {
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      organizationId,
    ]);
    testApp.app.callers.cache.forgetAll();
    expect(await codeOf(await open({ ...fullQuery(), userId: ownerId }, owner))).toBe(
      "ORGANIZATION_SUSPENDED",
    );
    const platform = new TestClient(testApp);
    const account = await makePlatformAccount(testApp, "super_admin");
    await platform.signIn(account);
    const response = open({ ...fullQuery(), userId: account.personId }, platform, {
      "x-organization-id": organizationId,
    });
    expect(await codeOf(await response)).toBe("ORGANIZATION_SUSPENDED");
  });

  it("R7a-05 leaves no part of its query in logs, metrics, audit entries or tables", async () => {
    const mark = `Kanarienfrage${Date.now()}`;
    const query = { ...fullQuery(), prompt: `${mark} #lang 20 #takt 0` };
    await (await open(query)).text();
    for (const invalid of [
      { ...query, userId: ownerId },
      { ...query, model: undefined },
      { ...query, provider: mark.toLowerCase() },
      { ...query, prompt: mark.repeat(600) },
      { ...query, prompt: `${mark} #fehler 500` },
    ]) {
      await (await open(invalid)).text();
    }
    await (await open(query, colleague, { origin: "https://boese.example" })).text();
    await fetch(new URL(address(query), testApp.baseUrl));
    const { ticket } = await ticketOf(colleague, { ...query, userId: undefined, organizationId: undefined });
    await (await open({ ticket })).text();
    const log = testApp.logLines.join("");
    expect(log).toContain(`"route":"${path}"`);
    const metrics = await testApp.app.server.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    const tables = await queryRows(testApp, "select tablename from pg_tables where schemaname = 'public'");
    const rows = await Promise.all(
      tables.map(({ tablename }) =>
        queryRows(testApp, `select t::text as row from "${String(tablename)}" t`),
      ),
    );
    const stored = rows
      .flat()
      .map(({ row }) => String(row))
      .join("\n");
    for (const word of [mark, mark.toLowerCase(), ticket]) {
      for (const location of [log, metrics.body, stored]) expect(location).not.toContain(word);
    }
  });
});

describe("a ticket", () => {
  it("R7a-07 opens the stream of its prompt for an EventSource, which sends no token", async () => {
    const { ticket, expiresAt } = await ticketOf(browser);
    expect(new Date(expiresAt).getTime() - testApp.clock.now().getTime()).toBeGreaterThan(50_000);
    expect(new Date(expiresAt).getTime() - testApp.clock.now().getTime()).toBeLessThanOrEqual(60_000);
    const response = await openAsEventSource(ticket);
    expect(response.status).toBe(200);
    expect((await collect(eventsOf(response))).at(-1)).toMatchObject({ name: "done" });
  });

  it("R7a-07 N17 is accepted once in fifty parallel attempts", async () => {
    const { ticket } = await ticketOf();
    const responses = await Promise.all(Array.from({ length: 50 }, () => open({ ticket })));
    const statuses = await Promise.all(responses.map(codeOf));
    expect(statuses.filter((status) => status === "opened")).toHaveLength(1);
    expect(statuses.filter((status) => status === "TICKET_INVALID")).toHaveLength(49);
    expect(await eventCount()).toBe(1);
    expect(
      await queryRows(testApp, "select 1 from ai_stream_ticket where organization_id = $1", [organizationId]),
    ).toEqual([]);
  });

  it("R7a-07 N17 is bound to its user, its session and its cookie", async () => {
    const { ticket } = await ticketOf(browser);
    expect(await codeOf(await open({ ticket }, owner))).toBe("TICKET_INVALID");
    // The same person is signed in on another device.
    expect(await codeOf(await open({ ticket }, colleague))).toBe("TICKET_INVALID");
    const elsewhere = new TestClient(testApp, "browser");
    await elsewhere.signIn(member);
    expect(await codeOf(await openAsEventSource(ticket, {}, elsewhere))).toBe("NOT_AUTHENTICATED");
    expect(await codeOf(await openAsEventSource(ticket, { cookie: "" }))).toBe("NOT_AUTHENTICATED");
    // An API client has no cookie to bind the ticket to, so it must send its token.
    const { ticket: clientTicket } = await ticketOf(colleague);
    expect(await codeOf(await openAsEventSource(clientTicket, { cookie: "" }))).toBe("NOT_AUTHENTICATED");
    expect((await open({ ticket: clientTicket })).status).toBe(200);
    // Failed attempts did not consume the ticket.
    expect((await openAsEventSource(ticket)).status).toBe(200);
  });

  it("see R7a-07 N24 is invalid after its session has ended", async () => {
    const { ticket } = await ticketOf(browser);
    await browser.copy().fetch("/api/v1/auth/logout", { method: "POST" });
    expect(await codeOf(await openAsEventSource(ticket))).toBe("NOT_AUTHENTICATED");
  });

  it("see R7a-07 N17 is invalid after a minute, with other parameters, and in other calls", async () => {
    const { ticket } = await ticketOf();
    expect(await codeOf(await open({ ticket, prompt }))).toBe("VALIDATION_FAILED");
    expect(await codeOf(await open({ ticket: "x".repeat(43) }))).toBe("TICKET_INVALID");
    expect(await codeOf(await open({ ticket: "kurz" }))).toBe("VALIDATION_FAILED");
    const asBearer = await fetch(new URL("/api/v1/users/me", testApp.baseUrl), {
      headers: { authorization: `Bearer ${ticket}` },
    });
    expect(asBearer.status).toBe(401);
    const me = await fetch(new URL(`/api/v1/users/me?ticket=${ticket}`, testApp.baseUrl), {
      headers: { cookie: browser.cookie ?? "", "sec-fetch-site": "same-origin" },
    });
    expect(me.status).toBe(401);
    testApp.clock.advance(60_000);
    expect(await codeOf(await open({ ticket }))).toBe("TICKET_INVALID");
    // The next request for a ticket deletes it.
    await ticketOf();
    const remaining = await queryRows(testApp, "select 1 from ai_stream_ticket where organization_id = $1", [
      organizationId,
    ]);
    expect(remaining).toHaveLength(1);
  });

  it("see R7a-07 is bound to one organization if the user works in several", async () => {
    const second = (await makeOrganization(testApp)).id;
    await joinOrganization(testApp, second, member.personId, "viewer", { permissions: ["ai:use"] });
    testApp.app.callers.cache.forgetAll();
    browser.headers = { "x-organization-id": organizationId };
    const { ticket } = await ticketOf(browser);
    browser.headers = {};
    const wrongOrganization = await open({ ticket }, browser, { "x-organization-id": second });
    expect(await codeOf(wrongOrganization)).toBe("TICKET_INVALID");
    const response = await openAsEventSource(ticket);
    expect((await collect(eventsOf(response))).at(-1)).toMatchObject({ name: "done" });
    expect(await eventCount()).toBe(1);
  });

  it("see R7a-07 N29 is stored with an encrypted prompt and a hash of its value", async () => {
    const mark = `Kanarienticket${Date.now()}`;
    const { ticket } = await ticketOf(colleague, {
      prompt: mark,
      provider: "openai",
      model: "demo-standard",
    });
    const rows = await queryRows(
      testApp,
      `select encode(token_hash, 'escape') || encode(sealed_prompt, 'escape') || t::text as row from ai_stream_ticket t
       where organization_id = $1`,
      [organizationId],
    );
    expect(rows).toHaveLength(1);
    for (const word of [
      mark,
      ticket,
      Buffer.from(ticket).toString("hex"),
      Buffer.from(mark).toString("hex"),
    ]) {
      expect(String(rows[0]?.["row"])).not.toContain(word);
    }
    // A prompt copied into another session's row cannot be decrypted.
    const otherTicket = await ticketOf(owner);
    await queryRows(
      testApp,
      `update ai_stream_ticket theirs set sealed_prompt = mine.sealed_prompt from ai_stream_ticket mine
       where theirs.organization_id = $1 and mine.organization_id = $1 and theirs.session_id <> mine.session_id`,
      [organizationId],
    );
    expect(await codeOf(await open({ ticket: otherTicket.ticket }, owner))).toBe("TICKET_INVALID");
    expect(await codeOf(await open({ ticket }))).toBe("TICKET_INVALID");
  });

  it("see R7a-07 can be used in a process other than the one that issued it", async () => {
    const databases = openDatabases(testApp.urls);
    const log = { level: "silent" } as never;
    const pino = (await import("pino")).default(log);
    const bus = openBus({ url: testApp.urls.app, log: pino });
    await bus.start();
    const second = await createApp({
      config: testApp.config,
      masterKey: Buffer.alloc(32, 7),
      databases,
      bus,
      clock: testApp.clock,
      log: pino,
    });
    try {
      await second.server.listen({ host: "127.0.0.1", port: 0 });
      const { port } = second.server.server.address() as AddressInfo;
      const { ticket } = await ticketOf(browser);
      const response = await fetch(`http://127.0.0.1:${port}${address({ ticket })}`, {
        headers: { cookie: browser.cookie ?? "", "sec-fetch-site": "same-origin" },
      });
      expect((await collect(eventsOf(response))).at(-1)).toMatchObject({ name: "done" });
      expect(await codeOf(await open({ ticket }, browser))).toBe("TICKET_INVALID");
    } finally {
      await second.server.close();
      await bus.stop();
      await closeDatabases(databases);
    }
  });

  it("see R7b-08 stops at the provider if its client disconnects", async () => {
    const { ticket } = await ticketOf(colleague, {
      prompt: "Ein langer Text. #lang 2000 #takt 20",
      provider: "openai",
      model: "demo-standard",
    });
    const disconnection = new AbortController();
    const response = await colleague.fetch(address({ ticket }), { signal: disconnection.signal });
    await eventsOf(response).next();
    disconnection.abort();
    await eventually(async () => expect(await eventCount()).toBe(1));
    const [balance] = await queryRows(
      testApp,
      "select sum(held_tokens)::int as held from ai_balance where organization_id = $1",
      [organizationId],
    );
    expect(balance).toEqual({ held: 0 });
  });
});

function withoutField(query: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
}
