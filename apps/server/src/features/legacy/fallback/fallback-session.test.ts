import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, deleteAttempts } from "../../../../test/factories.ts";
import {
  fallbackSession,
  legacyLoginBody,
  startLegacyPortal,
  startLegacyServer,
} from "../../../../test/legacy/legacy-practice.ts";
import { openWithTicket } from "../../../../test/portal-socket.ts";
import { createTestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let server: Awaited<ReturnType<typeof startLegacyServer>>;
let portal: Awaited<ReturnType<typeof startLegacyPortal>>;
beforeAll(async () => {
  server = await startLegacyServer();
  portal = await startLegacyPortal(server.url);
});
afterAll(async () => {
  await portal.testApp.stop();
  await server.stop();
});

const start = async () => {
  await deleteAttempts(portal.testApp);
  return fallbackSession(portal.testApp, new TestClient(portal.testApp, "browser"));
};
const reads = [
  endpoints.legacySession,
  endpoints.legacyHealth,
  endpoints.legacyPractice,
  endpoints.legacyPatients,
  endpoints.legacyTestDescriptions,
];
const statusOf = async (client: TestClient) => (await client.call(endpoints.legacySession)).status;

describe("a session of the fallback login", () => {
  it("R1-40 see R0-211 begins with an account of the legacy server, and no account of the portal", async () => {
    const { session, client } = await start();
    // No other field of the legacy server reaches the browser.
    expect(session).toEqual({
      token: expect.any(String),
      expiresAt: expect.any(String),
      idleEndsAt: expect.any(String),
      user: { username: "empfang" },
      practice: { name: "Musterpraxis am Musterplatz" },
    });
    const { result } = await client.call(endpoints.legacySession);
    const { token: _token, ...described } = session;
    expect(result).toEqual(described);
    const refused = { body: legacyLoginBody({ password: "falsch" }) };
    const { status, problem } = await new TestClient(portal.testApp).call(endpoints.legacySignIn, refused);
    expect([status, problem.code]).toEqual([400, "LEGACY_LOGIN_REFUSED"]);
  });

  it("see R7s-48 R7s-45 opens the reads of classic mode, where a legacy server is configured", async () => {
    const { client } = await start();
    for (const endpoint of reads) expect((await client.call(endpoint)).status, endpoint.path).toBe(200);
    expect((await client.call(endpoints.legacyHealth)).result.available).toBe(true);
    const { result } = await client.call(endpoints.legacyPatients);
    expect([result.data.length, result.pagination]).toEqual([
      20,
      { page: 1, limit: 20, total: 40, pages: 2 },
    ]);
    const without = await createTestApp();
    const response = await new TestClient(without).call(endpoints.legacySignIn, { body: legacyLoginBody() });
    expect([response.status, response.problem.code]).toEqual([404, "LEGACY_NOT_OFFERED"]);
    await without.stop();
  });

  it("R0-217 R7s-45 is refused by every other call, and by the websocket", async () => {
    const { client, session } = await start();
    const otherEndpoints = allEndpoints.filter((endpoint) => endpoint.allowsLegacySession !== true);
    expect(allEndpoints.length - otherEndpoints.length).toBe(reads.length + 1);
    const unexpectedResponses = await Promise.all(
      otherEndpoints.map(async ({ method, path }) => {
        const response = await client.fetch(path.replaceAll(/\{\w+\}/g, portal.organization.id), {
          method,
          headers: { "x-organization-id": portal.organization.id, "content-type": "application/json" },
          ...(method === "GET" ? {} : { body: "{}" }),
        });
        const { code, error } = (await response.json()) as { code?: string; error?: { code: string } };
        const isRefused = response.status === 403 && (error?.code ?? code) === "LEGACY_SESSION_LIMITED";
        return isRefused ? [] : [`${method} ${path}: ${response.status}`];
      }),
    );
    expect(unexpectedResponses.flat()).toEqual([]);
    await expect(openWithTicket(portal.testApp, session.token, client)).rejects.toThrow(/closed/);
  });

  it("R0-218 ends after 8 h regardless of activity, and cannot be renewed", async () => {
    const { client, session } = await start();
    const startedAt = portal.testApp.clock.now().getTime();
    expect(Date.parse(session.expiresAt) - startedAt).toBeGreaterThan(8 * hourMs - 5_000);
    for (let passed = 0; passed < 8 * hourMs - 20 * minuteMs; passed += 20 * minuteMs) {
      portal.testApp.clock.advance(20 * minuteMs);
      expect((await client.call(endpoints.legacyPractice)).status).toBe(200);
    }
    const { result } = await client.call(endpoints.legacySession);
    expect([result.expiresAt, result.idleEndsAt]).toEqual([session.expiresAt, session.expiresAt]);
    expect((await client.call(auth.refresh, { body: {} })).problem.code).toBe("LEGACY_SESSION_LIMITED");
    portal.testApp.clock.advance(20 * minuteMs);
    expect(await statusOf(client)).toBe(401);
  });

  it("R0-307 ends after 30 idle minutes", async () => {
    const { client } = await start();
    portal.testApp.clock.advance(29 * minuteMs);
    // The check of the session is not activity, and neither is a read in the background.
    expect(await statusOf(client)).toBe(200);
    const inBackground = { headers: { "x-background-read": "1" } };
    expect((await client.call(endpoints.legacyPatients, inBackground)).status).toBe(200);
    portal.testApp.clock.advance(minuteMs);
    expect(await statusOf(client)).toBe(401);
    const { client: active } = await start();
    for (const read of [
      endpoints.legacyPatients,
      endpoints.legacyPractice,
      endpoints.legacyTestDescriptions,
    ]) {
      portal.testApp.clock.advance(29 * minuteMs);
      expect((await active.call(read)).status, read.path).toBe(200);
    }
    portal.testApp.clock.advance(29 * minuteMs);
    expect(await statusOf(active)).toBe(200);
  });

  it("R0-219 needs the cookie of its own device", async () => {
    const { client } = await start();
    const { client: other } = await start();
    const copiedClient = client.copy();
    for (const cookie of [undefined, other.cookie, `${client.cookie}x`]) {
      copiedClient.cookie = cookie;
      for (const endpoint of reads)
        expect((await copiedClient.call(endpoint)).status, `${endpoint.path} ${cookie}`).toBe(401);
    }
    expect(await statusOf(client)).toBe(200);
    expect(client.cookie).toMatch(/^portal_classic_8080=[\w-]+$/);
  });

  it("see R0-218 ends with the sign-out, which is recorded like the sign-in", async () => {
    const { client } = await start();
    const copy = client.copy();
    expect((await client.call(endpoints.legacySignOut)).status).toBe(204);
    expect(client.cookie).toBe("portal_classic_8080=");
    expect(await statusOf(copy)).toBe(401);
    for (const action of ["legacy.signed_in", "legacy.signed_out"]) {
      const entry = (await auditEntries(portal.testApp, portal.organization.id, action)).at(-1)?.record;
      expect(entry).toMatchObject({ outcome: "success", reason: "fallback", origin: "legacy" });
      expect(entry?.actor).toMatchObject({ type: "legacy_account", name: expect.any(String) as string });
    }
  });
});

describe("the session of the portal with the legacy server", () => {
  it("see R0-224 is described and ended separately from the session of the portal", async () => {
    const client = await portal.reading();
    expect((await client.call(endpoints.legacySession)).result).toMatchObject({
      user: { username: "empfang" },
      practice: { name: portal.organization.name },
      idleEndsAt: null,
    });
    expect((await client.call(endpoints.legacySignOut)).status).toBe(204);
    expect((await client.call(endpoints.legacySession)).problem.code).toBe("LEGACY_SIGN_IN_REQUIRED");
    expect((await client.call(endpoints.legacyHealth)).status).toBe(200);
  });

  it("see R0-224 loses its cookie when the user signs out of the portal", async () => {
    const client = await portal.reading();
    expect(client.cookie).toMatch(/^portal_legacy_8080=[\w-]+$/);
    const { headers } = await client.call(auth.logout);
    expect(headers.get("set-cookie")).toMatch(/^portal_legacy_8080=; .*Max-Age=0$/);
  });
});
