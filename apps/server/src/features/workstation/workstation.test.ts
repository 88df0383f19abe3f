import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import {
  getCurrentWorkstation,
  lockSession,
  unlockSession,
} from "@praxisportal/contract/workstation/workstation.endpoints";
import { listSessions } from "@praxisportal/contract/sessions/sessions.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
} from "../../../test/factories.ts";
import { openSocket, openWithTicket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
beforeEach(() => deleteAttempts(testApp));
afterAll(() => testApp.stop());

type Member = Awaited<ReturnType<typeof makeMember>>;

async function signInAtWorkstation(member?: Member, client = new TestClient(testApp, "browser")) {
  const person = member ?? (await makeMember(testApp, organization.id, "viewer"));
  const { sessionId } = await client.signIn(person);
  return { client, person, sessionId };
}

/** Signs in at a workstation that its organization shares. */
async function signInAtSharedWorkstation() {
  const signedInDevice = await signInAtWorkstation();
  await queryRows(
    testApp,
    `update workstation set is_shared = true, auto_lock_minutes = 5, label = 'Empfang'
     where id = (select device_id from session where id = $1)`,
    [signedInDevice.sessionId],
  );
  return signedInDevice;
}

const unlock = (client: TestClient, person: Member, password = testPassword) =>
  client.call(unlockSession, { body: { userId: person.personId, password } });

async function unlockAs(client: TestClient, person: Member) {
  const response = await unlock(client, person);
  client.accessToken = response.result.accessToken;
  return response.result;
}

async function stateOf(sessionId: string) {
  const [row] = await queryRows<{ locked: boolean; ended: boolean }>(
    testApp,
    "select locked_at is not null as locked, ended_at is not null as ended from session where id = $1",
    [sessionId],
  );
  return row;
}

describe("a locked screen", () => {
  it("N39 N41 refuses call, refresh, check-auth and ticket of the session, and closes its socket", async () => {
    const { client, person, sessionId } = await signInAtWorkstation();
    const socket = await openSocket(testApp, client);
    const { ticket } = (await client.call(auth.createSocketTicket)).result;
    const before = client.copy();
    expect((await client.call(lockSession)).status).toBe(200);
    expect(await socket.closed).toBe(4401);
    expect(await socket.next("forceLogout")).toEqual({
      type: "session.locked",
      userId: expect.any(String),
      reason: "locked",
    });
    expect((await client.call(getMe)).status).toBe(401);
    expect((await client.call(auth.checkAuth)).result.authenticated).toBe(false);
    expect((await client.refresh()).status).toBe(401);
    expect((await client.refresh({ extend: true })).status).toBe(401);
    await expect(openWithTicket(testApp, ticket, client)).rejects.toThrow("1008");
    expect(await stateOf(sessionId)).toEqual({ locked: true, ended: false });
    const { sessions } = await ownSessions(person);
    expect(sessions.find(({ id }) => id === sessionId)?.locked).toBe(true);
    // Tokens issued before the lock stay invalid afterwards.
    await unlockAs(client, person);
    expect((await client.call(getMe)).status).toBe(200);
    expect((await before.call(getMe)).status).toBe(401);
  });

  it("N37 is unlocked with the password, which gives the same session new tokens and keeps its absolute limit", async () => {
    const { client, person, sessionId } = await signInAtWorkstation();
    const before = (await client.call(auth.verifyPassword)).result;
    const [cookie, token] = [client.cookie, client.accessToken];
    await client.call(lockSession);
    testApp.clock.advance(45 * 60_000);
    const unlocked = await unlockAs(client, person);
    expect(unlocked.sessionId).toBe(sessionId);
    expect(unlocked.absoluteExpiresAt).toBe(before.absoluteExpiresAt);
    expect(unlocked.user.id).toBe(person.personId);
    expect([client.cookie === cookie, client.accessToken === token]).toEqual([false, false]);
    expect((await client.refresh()).status).toBe(200);
    const entries = await auditEntries(testApp, organization.id, "auth.session_unlocked");
    expect(entries.at(-1)).toMatchObject({ outcome: "success", actor_id: person.personId });
  });

  it("N18 responds to a wrong password with 400 (R8-73), and counts and locks as for failed sign-ins on that device", async () => {
    const { client, person, sessionId } = await signInAtWorkstation();
    await client.call(lockSession);
    const wrongResponses = await Promise.all(
      Array.from({ length: 30 }, () => unlock(client, person, "Falsch-Falsch-1")),
    );
    const statuses = wrongResponses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect((await unlock(client, person)).status).toBe(429);
    expect(await stateOf(sessionId)).toEqual({ locked: true, ended: false });
    const failed = await auditEntries(testApp, organization.id, "auth.session_unlocked");
    expect(
      failed.filter(({ outcome, actor_id: id }) => outcome === "failed" && id === person.personId),
    ).toHaveLength(10);
  });

  it("N14 is unlocked by one of 20 parallel correct passwords; one session and one valid token remain", async () => {
    const { client, person, sessionId } = await signInAtWorkstation();
    await client.call(lockSession);
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const copy = client.copy();
        return { copy, response: await unlock(copy, person) };
      }),
    );
    const unlocked = responses.filter(({ response }) => response.status === 200);
    expect(unlocked).toHaveLength(1);
    for (const { response } of responses) expect([200, 404, 429]).toContain(response.status);
    const [row] = await queryRows<{ tokens: number }>(
      testApp,
      "select count(*)::int as tokens from access_token where session_id = $1",
      [sessionId],
    );
    expect(row?.tokens).toBe(1);
  });

  it("N39 requires the cookie of the device; without it or with another one, no locked session is returned", async () => {
    const { client, person } = await signInAtWorkstation();
    await client.call(lockSession);
    const otherBrowser = new TestClient(testApp, "browser");
    expect((await otherBrowser.call(getCurrentWorkstation)).result).toEqual({
      workstation: null,
      people: [],
    });
    expect((await unlock(otherBrowser, person)).status).toBe(404);
    const otherDesk = await signInAtWorkstation();
    expect((await unlock(otherDesk.client, person)).status).toBe(404);
    expect((await client.call(getCurrentWorkstation)).result.people.map(({ userId }) => userId)).toEqual([
      person.personId,
    ]);
  });

  it("N40 cannot be unlocked by another site", async () => {
    const { client, person } = await signInAtWorkstation();
    await client.call(lockSession);
    client.headers = { "sec-fetch-site": "cross-site" };
    expect((await unlock(client, person)).status).toBe(403);
  });

  it("N24 cannot be unlocked if the password was changed elsewhere in the meantime, which ended the session", async () => {
    const { client, person } = await signInAtWorkstation();
    await client.call(lockSession);
    const elsewhere = new TestClient(testApp);
    await elsewhere.signIn(person);
    const newPassword = "Sonnen-Garten-83";
    await elsewhere.call(auth.changePassword, { body: { currentPassword: testPassword, newPassword } });
    expect((await client.call(getCurrentWorkstation)).result.people).toEqual([]);
    expect((await unlock(client, person, newPassword)).status).toBe(404);
  });

  it("N21 cannot be unlocked by a user blocked or removed in the meantime", async () => {
    const { client, person } = await signInAtWorkstation();
    await client.call(lockSession);
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      person.personId,
    ]);
    expect((await unlock(client, person)).problem.code).toBe("ACCOUNT_BLOCKED");
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      person.personId,
    ]);
    expect((await unlock(client, person)).status).toBe(403);
    expect((await client.call(getMe)).status).toBe(401);
  });

  it("see R9-14 is not returned after the absolute limit of the session", async () => {
    const { client, person } = await signInAtWorkstation();
    await client.call(lockSession);
    testApp.clock.advance(24 * 3_600_000);
    expect((await unlock(client, person)).status).toBe(404);
  });
});

describe("a shared workstation", () => {
  it("N38 locks the other sessions at the next sign-in, so that at most one is unlocked", async () => {
    const first = await signInAtSharedWorkstation();
    const socket = await openSocket(testApp, first.client);
    const firstTab = first.client.copy();
    const second = await signInAtWorkstation(undefined, first.client);
    expect(await socket.closed).toBe(4401);
    expect((await firstTab.call(getMe)).status).toBe(401);
    expect(await stateOf(first.sessionId)).toEqual({ locked: true, ended: false });
    const lockScreen = (await first.client.call(getCurrentWorkstation)).result;
    expect(lockScreen.workstation).toEqual({ label: "Empfang", shared: true, autoLockMinutes: 5 });
    // The second user also has a tile, because they work here, but their session is not locked.
    expect(lockScreen.people.map(({ userId, locked }) => [userId, locked])).toEqual([
      [first.person.personId, true],
      [second.person.personId, false],
    ]);
    // After switching back to the first user, the second user's session is locked.
    const unlocked = await unlockAs(first.client, first.person);
    expect([unlocked.sessionId, unlocked.user.id]).toEqual([first.sessionId, first.person.personId]);
    expect(await stateOf(second.sessionId)).toEqual({ locked: true, ended: false });
    expect((await first.client.call(getMe)).result.id).toBe(first.person.personId);
  });

  it("N38 leaves one session unlocked after 50 concurrent changes", async () => {
    const first = await signInAtSharedWorkstation();
    const second = await signInAtWorkstation(undefined, first.client);
    const { client } = first;
    await Promise.all(
      Array.from({ length: 50 }, (_unused, index) =>
        unlock(client.copy(), index % 2 === 0 ? first.person : second.person),
      ),
    );
    const states = await Promise.all([stateOf(first.sessionId), stateOf(second.sessionId)]);
    expect(states.filter((state) => state?.locked === false).length).toBeLessThanOrEqual(1);
    expect(states.every((state) => state?.ended === false)).toBe(true);
  });

  it("see R4-12 does not keep users signed in and trusts no second factor", async () => {
    const first = await signInAtSharedWorkstation();
    const person = await makeMember(testApp, organization.id, "viewer");
    await first.client.signIn({ ...person, rememberMe: true });
    const { sessions } = (await first.client.call(listSessions)).result;
    expect(sessions.map(({ rememberMe }) => rememberMe)).toEqual([false]);
  });

  it("N38 ends the former session at the next sign-in on a personal workstation", async () => {
    const first = await signInAtWorkstation();
    await first.client.call(lockSession);
    await signInAtWorkstation(undefined, first.client);
    expect(await stateOf(first.sessionId)).toMatchObject({ ended: true });
    expect((await first.client.call(getCurrentWorkstation)).result.people).toEqual([]);
  });
});

async function ownSessions(person: Member) {
  const client = new TestClient(testApp);
  await client.signIn(person);
  return (await client.call(listSessions)).result;
}
