import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
} from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { appCode, setUpSecondFactor } from "../../../../test/second-factor.ts";
import { openWithTicket } from "../../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Limits = { idle?: number; hours?: number; remember?: boolean };

/** Sets the limits of an organization directly in the database, as another process would. */
async function setLimits(organizationId: string, { idle, hours, remember }: Limits) {
  await queryRows(
    testApp,
    `update organization set session_idle_minutes = coalesce($2, session_idle_minutes),
       session_hours = coalesce($3, session_hours), allow_remember_me = coalesce($4, allow_remember_me)
     where organization_id = $1`,
    [organizationId, idle ?? null, hours ?? null, remember ?? null],
  );
  testApp.app.callers.cache.forgetAll();
}

async function setUpOrganization(limits: Limits): Promise<string> {
  const { id } = await makeOrganization(testApp);
  await setLimits(id, limits);
  return id;
}

async function signInMember(
  organizationId: string,
  rememberMe = false,
  kind: "browser" | "client" = "browser",
) {
  const member = await makeMember(testApp, organizationId, "viewer");
  const client = new TestClient(testApp, kind);
  const session = await client.signIn({ ...member, rememberMe });
  return { client, session, ...member };
}

type Times = { idleExpiresAt: string; absoluteExpiresAt: string; serverTime: string };

/** Returns the remaining minutes, rounded because the clock advances between two responses. */
const remaining = ({ idleExpiresAt, absoluteExpiresAt, serverTime }: Times) =>
  [idleExpiresAt, absoluteExpiresAt].map((end) =>
    Math.round((Date.parse(end) - Date.parse(serverTime)) / minuteMs),
  );

const isSignedIn = async (client: TestClient) => (await client.call(getMe)).status === 200;

describe("the session limits of an organization", () => {
  it("see R9-10 end calls and renewals after the organization's minutes without activity", async () => {
    const { client, session } = await signInMember(await setUpOrganization({ idle: 5 }));
    expect(remaining(session)[0]).toBe(5);
    testApp.clock.advance(5 * minuteMs - 10_000);
    expect((await client.call(auth.checkAuth)).result.authenticated).toBe(true);
    const renewal = await client.refresh({ extend: true });
    expect(remaining(renewal.result)[0]).toBe(5);
    testApp.clock.advance(5 * minuteMs + 1_000);
    expect(await isSignedIn(client)).toBe(false);
    const refusal = await client.refresh({ extend: true });
    expect([refusal.status, refusal.problem.code]).toEqual([401, "SESSION_EXPIRED"]);
  });

  it.each([false, true])(
    "see R9-14 R9-15 end a busy session after the organization's hours (remember-me %s, not allowed)",
    async (rememberMe) => {
      const { client, session } = await signInMember(
        await setUpOrganization({ hours: 1, remember: false }),
        rememberMe,
      );
      expect(remaining(session)[1]).toBe(60);
      for (let passed = 0; passed < 2; passed += 1) {
        testApp.clock.advance(25 * minuteMs);
        expect((await client.refresh({ extend: true })).status).toBe(200);
      }
      expect(await isSignedIn(client)).toBe(true);
      testApp.clock.advance(10 * minuteMs + 1_000);
      expect(await isSignedIn(client)).toBe(false);
      expect((await client.refresh({ extend: true })).problem.code).toBe("SESSION_EXPIRED");
    },
  );

  it("see R9-15 allow a week with remember-me if the organization permits it", async () => {
    const { session } = await signInMember(await setUpOrganization({ hours: 1 }), true);
    expect(remaining(session)[1]).toBe(7 * 24 * 60);
  });

  it("see R9-10 R9-14 are combined for several organizations: the strictest of each applies", async () => {
    const [firstOrganization, secondOrganization] = [
      await setUpOrganization({ idle: 10, hours: 24 }),
      await setUpOrganization({ idle: 20, hours: 2 }),
    ];
    const { client, personId } = await signInMember(firstOrganization);
    await joinOrganization(testApp, secondOrganization, personId, "viewer");
    testApp.app.callers.cache.forgetAll();
    const times = async () => {
      const { result } = await client.call(auth.checkAuth);
      if (!result.authenticated) throw new Error("not signed in");
      return remaining(result);
    };
    expect(await times()).toEqual([10, 120]);
    await queryRows(
      testApp,
      "update membership set blocked_at = now() where person_id = $1 and organization_id = $2",
      [personId, secondOrganization],
    );
    testApp.app.callers.cache.forgetAll();
    expect(await times()).toEqual([10, 1440]);
  });

  it("see R9-14 R7o-05 apply to existing sessions at once after a change", async () => {
    const { client, organization } = await organizationWith(testApp);
    const colleague = await signInMember(organization.id);
    const ticket = (await colleague.client.call(auth.createSocketTicket)).result.ticket;
    const socket = await openWithTicket(testApp, ticket, colleague.client);
    testApp.clock.advance(6 * minuteMs);
    const update = await client.call(updateOrganization, {
      params: { id: organization.id },
      body: { settings: { security: { sessionIdleMinutes: 5 } } },
    });
    expect(update.status).toBe(200);
    // The member's last activity is six minutes old: the call is refused, and the socket does not outlive it.
    expect(await isSignedIn(colleague.client)).toBe(false);
    expect(await socket.closed).toBe(4401);
  });

  it("see R9-10 prevent opening a socket after the session limit", async () => {
    const { client } = await signInMember(await setUpOrganization({ idle: 5 }), false, "client");
    const { ticket } = (await client.call(auth.createSocketTicket)).result;
    testApp.clock.advance(20_000);
    await queryRows(testApp, "update session set last_active_at = last_active_at - interval '5 minutes'");
    await expect(openWithTicket(testApp, ticket, client)).rejects.toThrow("1008");
  });

  it("see R9-15 require a second factor on a remembered device if the organization does not allow remember-me", async () => {
    const id = await setUpOrganization({});
    const { client, email } = await signInMember(id);
    const { secret } = await setUpSecondFactor(testApp, client);
    const signIn = async (rememberMe: boolean) => {
      const { result } = await client.call(auth.login, {
        body: { email, password: testPassword, rememberMe },
      });
      return result;
    };
    const first = await signIn(true);
    if (!first.requires2FA) throw new Error("the sign-in needed no second step");
    const body = { tempToken: first.tempToken, totpCode: appCode(testApp, secret) };
    expect((await client.call(verifyTwoFactor, { body })).status).toBe(200);
    expect((await signIn(false)).requires2FA).toBe(false);
    await setLimits(id, { remember: false });
    expect((await signIn(false)).requires2FA).toBe(true);
  });
});

describe("the two implementations of the limits", () => {
  it("see R9-10 R9-14 agree for any memberships", async () => {
    const { boundsOf } = await import("../session/session-rules.ts");
    const states = [
      { change: "status = 'active'", limits: { idle: 7, hours: 3, remember: false } },
      { change: "status = 'deactivated'", limits: { idle: 5, hours: 1, remember: false } },
      { change: "status = 'pending'", limits: { idle: 5, hours: 1, remember: false } },
      { change: "blocked_at = now()", limits: { idle: 5, hours: 1, remember: false } },
      { change: "valid_until = now() - interval '1 hour'", limits: { idle: 5, hours: 1, remember: false } },
      { change: "valid_until = now() + interval '1 day'", limits: { idle: 9, hours: 2, remember: true } },
    ];
    const { id } = await makeOrganization(testApp);
    const { personId } = await makeMember(testApp, id, "viewer");
    for (const { change, limits } of states) {
      const otherSetup = await setUpOrganization(limits);
      await joinOrganization(testApp, otherSetup, personId, "viewer");
      await queryRows(
        testApp,
        `update membership set ${change} where person_id = $1 and organization_id = $2`,
        [personId, otherSetup],
      );
      const [row] = await queryRows<{ idle_minutes: number; hours: number; remember_me: boolean }>(
        testApp,
        "select * from session_bounds($1)",
        [personId],
      );
      const [person] = await queryRows<{ memberships: Parameters<typeof boundsOf>[0] }>(
        testApp,
        "select memberships from find_sign_in_person($1)",
        [personId],
      );
      const byRules = boundsOf(person?.memberships ?? [], new Date());
      expect([change, row]).toEqual([
        change,
        {
          idle_minutes: byRules.idleMs / minuteMs,
          hours: byRules.lengthMs / hourMs,
          remember_me: byRules.mayRemember,
        },
      ]);
    }
  });
});
