import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  deleteAttempts,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const idleMs = 30 * minuteMs;

async function signInMember(kind: "browser" | "client" = "browser", rememberMe?: boolean) {
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp, kind);
  const session = await client.signIn({ ...member, ...(rememberMe === undefined ? {} : { rememberMe }) });
  return { client, session };
}

type Times = { idleExpiresAt: string; absoluteExpiresAt: string; serverTime: string };

const idleRemaining = (sessionTimes: Times) =>
  Date.parse(sessionTimes.idleExpiresAt) - Date.parse(sessionTimes.serverTime);
const absoluteRemaining = (sessionTimes: Times) =>
  Date.parse(sessionTimes.absoluteExpiresAt) - Date.parse(sessionTimes.serverTime);

/** Expects about this many milliseconds: the clock moves between two responses. */
function expectAbout(actual: number, expected: number) {
  expect(actual).toBeLessThanOrEqual(expected);
  expect(actual).toBeGreaterThan(expected - 20_000);
}

async function times(client: TestClient): Promise<Times> {
  const { result } = await client.call(auth.checkAuth);
  if (!result.authenticated) throw new Error("not signed in");
  return result;
}

/** Keeps a session active for a duration, as a user who works all day does. */
async function keepActive(client: TestClient, durationMs: number) {
  for (let passed = 0; passed < durationMs; passed += 25 * minuteMs) {
    testApp.clock.advance(Math.min(25 * minuteMs, durationMs - passed));
    const response = await client.refresh({ extend: true });
    if (response.status !== 200) return response;
  }
  return client.refresh({ extend: true });
}

describe("the absolute limit", () => {
  it.each([
    ["R4-10 R4-11 R9-14 see R4-18", false, 24 * hourMs],
    ["R4-10 R7s-08", undefined, 24 * hourMs],
    ["R4-09 R4-11 R9-15 R7s-08", true, 7 * 24 * hourMs],
  ])("%s with rememberMe %s ends a busy session", async (_ids, rememberMe, limitMs) => {
    const { client, session } = await signInMember("browser", rememberMe);
    expectAbout(absoluteRemaining(session), limitMs);
    const lastResponse = await keepActive(client, limitMs - minuteMs);
    expect(lastResponse.status).toBe(200);
    expect(lastResponse.result.absoluteExpiresAt).toBe(session.absoluteExpiresAt);
    expect((await client.call(getMe)).status).toBe(200);
    testApp.clock.advance(minuteMs + 1_000);
    expect((await client.call(getMe)).status).toBe(401);
    const refusal = await client.refresh({ extend: true });
    expect([refusal.status, refusal.problem.code]).toEqual([401, "SESSION_EXPIRED"]);
    expect((await client.call(auth.checkAuth)).result.authenticated).toBe(false);
  });

  it("see R4-11 an access token issued just before the limit does not outlive it", async () => {
    const { client } = await signInMember("client");
    await keepActive(client, 24 * hourMs - 2 * minuteMs);
    testApp.clock.advance(2 * minuteMs + 1_000);
    expect((await client.call(auth.verifyPassword)).status).toBe(401);
  });
});

describe("the idle limit", () => {
  it("R9-07 by default a session still works after 29 minutes without a call, but not after 31", async () => {
    const { client, session } = await signInMember();
    expectAbout(idleRemaining(session), 1_800_000);
    const platform = new TestClient(testApp);
    expectAbout(idleRemaining(await platform.signIn(await makePlatformAccount(testApp, "admin"))), 1_800_000);
    testApp.clock.advance(29 * minuteMs);
    expect((await client.refresh()).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(200);
    testApp.clock.advance(30 * minuteMs + 1_000);
    expect((await client.refresh()).problem.code).toBe("SESSION_EXPIRED");
  });

  it("R4-11 ends a session after 30 minutes without a call, for calls and for the refresh", async () => {
    for (const kind of ["browser", "client"] as const) {
      const { client, session } = await signInMember(kind);
      expectAbout(idleRemaining(session), idleMs);
      testApp.clock.advance(idleMs - 10_000);
      expect((await client.refresh()).status).toBe(200);
      testApp.clock.advance(11_000);
      expect((await client.call(getMe)).status).toBe(401);
      expect((await client.refresh()).problem.code).toBe("SESSION_EXPIRED");
    }
  });

  it("see R4-11 neither extending nor reported activity revives an expired session", async () => {
    for (const options of [{ extend: true }, { lastActivityAgoMs: 0 }, {}] as const) {
      const { client } = await signInMember();
      testApp.clock.advance(idleMs + 1_000);
      expect((await client.refresh(options)).problem.code).toBe("SESSION_EXPIRED");
      const response = await client.refresh(options);
      expect(response.status).toBe(401);
    }
  });

  it("see R4-11 is extended by ordinary calls", async () => {
    const { client } = await signInMember();
    for (let round = 0; round < 3; round += 1) {
      testApp.clock.advance(8 * minuteMs);
      expect((await client.call(getMe)).status).toBe(200);
      expectAbout(idleRemaining(await times(client)), idleMs);
      await client.refresh();
      expectAbout(idleRemaining(await times(client)), idleMs);
    }
  });

  it("see R4-11 is not extended by refresh, check-auth, verify or background reads", async () => {
    const { client, session } = await signInMember();
    testApp.clock.advance(5 * minuteMs);
    const responses: Times[] = [
      (await client.refresh()).result,
      await times(client),
      (await client.call(auth.verifyPassword)).result,
    ];
    const background = await client.call(getMe, { headers: { "x-background-read": "1" } });
    expect(background.status).toBe(200);
    testApp.clock.advance(minuteMs);
    responses.push(await times(client), (await client.refresh()).result);
    for (const response of responses) expect(response.idleExpiresAt).toBe(session.idleExpiresAt);
  });

  it("see R4-11 a session that only refreshes and reads in the background ends after 30 minutes", async () => {
    const { client } = await signInMember();
    for (let round = 0; round < 5; round += 1) {
      testApp.clock.advance(5 * minuteMs);
      expect((await client.refresh()).status).toBe(200);
      await client.call(getMe, { headers: { "x-background-read": "1" } });
    }
    testApp.clock.advance(5 * minuteMs + 1_000);
    expect((await client.refresh()).status).toBe(401);
  });

  it("see R4-11 restarts at the time of reported activity, never at one before the last known activity", async () => {
    const { client, session } = await signInMember();
    testApp.clock.advance(10 * minuteMs);
    const refreshed = await client.refresh({ lastActivityAgoMs: 4 * minuteMs });
    expectAbout(idleRemaining(refreshed.result), idleMs - 4 * minuteMs);
    // Activity older than the last known one changes nothing; the clock never moves backwards.
    const older = await client.refresh({ lastActivityAgoMs: 9 * minuteMs });
    expect(older.result.idleExpiresAt).toBe(refreshed.result.idleExpiresAt);
    const oldest = await client.refresh({ lastActivityAgoMs: 86_400_000 });
    expect(oldest.result.idleExpiresAt).toBe(refreshed.result.idleExpiresAt);
    const now = await client.refresh({ lastActivityAgoMs: 0 });
    expectAbout(idleRemaining(now.result), idleMs);
    expect(Date.parse(now.result.idleExpiresAt)).toBeGreaterThan(Date.parse(session.idleExpiresAt));
  });

  it("rejects activity in the future, fractions and other invalid values", async () => {
    const { client } = await signInMember();
    for (const body of [
      { lastActivityAgoMs: -1 },
      { lastActivityAgoMs: 1.5 },
      { lastActivityAgoMs: 86_400_001 },
      { lastActivityAgoMs: "0" },
      { extend: "yes" },
    ]) {
      expect([body, (await client.call(auth.refresh, { body })).status]).toEqual([body, 400]);
    }
  });

  it("is reset by an extension, never beyond the absolute limit", async () => {
    const { client, session } = await signInMember();
    testApp.clock.advance(20 * minuteMs);
    expectAbout(idleRemaining((await client.refresh({ extend: true })).result), idleMs);
    const last = await keepActive(client, 24 * hourMs - 30 * minuteMs);
    expect(last.result.absoluteExpiresAt).toBe(session.absoluteExpiresAt);
    testApp.clock.advance(Date.parse(session.absoluteExpiresAt) - testApp.clock.now().getTime());
    expect((await client.refresh({ extend: true })).status).toBe(401);
  });
});

describe("the times in responses", () => {
  it("see R4-11 are the same in login, check-auth, verify and refresh", async () => {
    const { client, session } = await signInMember();
    const responses: Times[] = [
      await times(client),
      (await client.call(auth.verifyPassword)).result,
      (await client.refresh()).result,
      await times(client),
    ];
    for (const response of responses) {
      expect(response.idleExpiresAt).toBe(session.idleExpiresAt);
      expect(response.absoluteExpiresAt).toBe(session.absoluteExpiresAt);
      const now = testApp.clock.now().getTime();
      expect(Date.parse(response.serverTime)).toBeLessThanOrEqual(now);
      expect(Date.parse(response.serverTime)).toBeGreaterThanOrEqual(Date.parse(session.serverTime));
    }
  });

  it("see R4-11 match the database: the next request is judged by the stored times", async () => {
    const { client, session } = await signInMember("client");
    const [row] = await queryRows<{ last_active_at: Date; absolute_expires_at: Date }>(
      testApp,
      "select last_active_at, absolute_expires_at from session where id = $1",
      [session.sessionId],
    );
    expect(row?.last_active_at.getTime()).toBe(Date.parse(session.idleExpiresAt) - idleMs);
    expect(row?.absolute_expires_at.toISOString()).toBe(session.absoluteExpiresAt);
    testApp.clock.advance(Date.parse(session.idleExpiresAt) - testApp.clock.now().getTime());
    expect((await client.call(auth.verifyPassword)).status).toBe(401);
  });
});
