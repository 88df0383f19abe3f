import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
// The clock is stopped, so that the ten seconds of a previous secret do not depend on the speed of the machine.
beforeEach(() => testApp.clock.stop());
afterAll(() => testApp.stop());

const kinds = ["browser", "client"] as const;

async function signInMember(kind: "browser" | "client") {
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp, kind);
  const { sessionId } = await client.signIn(member);
  return { client, member, sessionId };
}

/** Returns the rotating secret from where this kind of client stores it. */
function secretOf(client: TestClient): string | undefined {
  return client.kind === "browser" ? client.cookie : client.refreshToken;
}

async function generations(sessionId: string): Promise<number> {
  const [row] = await queryRows<{ count: string }>(
    testApp,
    `select count(*) from device_secret join session using (device_id) where session.id = $1`,
    [sessionId],
  );
  return Number(row?.count);
}

async function endReason(sessionId: string) {
  const [row] = await queryRows<{ end_reason: string | null }>(
    testApp,
    "select end_reason from session where id = $1",
    [sessionId],
  );
  return row?.end_reason ?? null;
}

/** Sends the refresh from a copy, so that the client itself keeps its secret. */
async function refreshAgain(client: TestClient) {
  const copy = client.copy();
  return { copy, response: await copy.refresh() };
}

describe.each(kinds)("rotation of a %s", (kind) => {
  it("R7s-19 returns the same next secret until it is used, even if a lost response is retried late", async () => {
    const { client, sessionId } = await signInMember(kind);
    const first = await refreshAgain(client);
    testApp.clock.advance(35_000);
    const second = await refreshAgain(client);
    testApp.clock.advance(9 * 60_000);
    const third = await refreshAgain(client);
    expect(first.response.status).toBe(200);
    expect(secretOf(first.copy)).not.toBe(secretOf(client));
    expect(secretOf(second.copy)).toBe(secretOf(first.copy));
    expect(secretOf(third.copy)).toBe(secretOf(first.copy));
    expect(await generations(sessionId)).toBe(2);
    expect((await third.copy.call(getMe)).status).toBe(200);
  });

  it("R7s-20 N14 creates one generation for 50 parallel refreshes, which all get the same next secret", async () => {
    const { client, sessionId } = await signInMember(kind);
    const results = await Promise.all(Array.from({ length: 50 }, () => refreshAgain(client)));
    expect(results.map(({ response }) => response.status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(results.map(({ copy }) => secretOf(copy))).size).toBe(1);
    expect(await generations(sessionId)).toBe(2);
    for (const { copy } of results.slice(0, 3)) expect((await copy.call(getMe)).status).toBe(200);
    expect(await endReason(sessionId)).toBeNull();
  });

  it("R7s-19 the previous secret works for 10 s after the first use of the next one and returns the current generation", async () => {
    const { client, sessionId } = await signInMember(kind);
    const parent = client.copy();
    await client.refresh();
    const inUse = secretOf(client);
    // A minute passes between issue and first use: the 10 s begin with the use.
    testApp.clock.advance(60_000);
    await client.refresh();
    testApp.clock.advance(9_000);
    const late = await refreshAgain(parent);
    expect(late.response.status).toBe(200);
    expect(secretOf(late.copy)).toBe(inUse);
    expect((await late.copy.call(getMe)).status).toBe(200);
    expect(await endReason(sessionId)).toBeNull();
    testApp.clock.advance(2_000);
    expect((await refreshAgain(parent)).response.status).toBe(401);
    expect(await endReason(sessionId)).toBe("refresh_reused");
  });

  it("R7s-19 N15 a retired secret ends every session of the device, is audited and mailed", async () => {
    const { client, member, sessionId } = await signInMember(kind);
    const copiedClient = client.copy();
    await client.refresh();
    await client.refresh();
    testApp.clock.advance(11_000);
    const before = await auditEntries(testApp, platformChainId, "auth.refresh_reused");
    const forcedLogoutIds = forcedLogouts();
    expect((await copiedClient.refresh()).status).toBe(401);
    expect((await client.call(auth.verifyPassword)).status).toBe(401);
    expect((await client.refresh()).status).toBe(401);
    expect(await endReason(sessionId)).toBe("refresh_reused");
    const entries = (await auditEntries(testApp, platformChainId, "auth.refresh_reused")).slice(
      before.length,
    );
    expect(entries).toMatchObject([{ outcome: "denied", target_id: member.personId }]);
    await expect.poll(() => mailsTo(member.email ?? ""), { timeout: 10_000 }).toBe(1);
    await expect.poll(forcedLogoutIds, { timeout: 10_000 }).toContain(sessionId);
    // The user can sign in again on that device.
    expect((await client.signIn(member)).user.id).toBe(member.personId);
    expect((await client.call(getMe)).status).toBe(200);
  });

  it("an unknown or empty secret gets 401 and revokes nothing", async () => {
    const { client, sessionId } = await signInMember(kind);
    const attacker = client.copy();
    attacker.refreshToken = "A".repeat(43);
    attacker.cookie = `${(client.cookie ?? "portal_8080").split("=")[0]}=${"A".repeat(43)}`;
    expect((await attacker.refresh()).status).toBe(401);
    const empty = new TestClient(testApp, kind);
    expect((await empty.refresh()).status).toBe(401);
    expect(await endReason(sessionId)).toBeNull();
    expect((await client.refresh()).status).toBe(200);
  });
});

describe("tabs of one browser", () => {
  it("see R7s-19 a tab that still sends the old cookie with its token works for 10 s after the new one was used", async () => {
    const { client, sessionId } = await signInMember("browser");
    const oldTab = client.copy();
    await client.refresh();
    expect((await oldTab.call(getMe)).status).toBe(200);
    testApp.clock.advance(60_000);
    expect((await oldTab.call(getMe)).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(200);
    testApp.clock.advance(9_000);
    expect((await oldTab.call(getMe)).status).toBe(200);
    expect(await endReason(sessionId)).toBeNull();
    testApp.clock.advance(2_000);
    expect((await oldTab.call(getMe)).status).toBe(401);
    expect(await endReason(sessionId)).toBe("refresh_reused");
    expect((await client.call(getMe)).status).toBe(401);
  });

  it("S15 each refresh returns the session, the person and consistent times", async () => {
    const { client, member, sessionId } = await signInMember("browser");
    const { result } = await client.refresh();
    expect(result).toMatchObject({ userId: member.personId, sessionId, refreshToken: sessionId });
    const life = Date.parse(result.accessTokenExpiresAt) - Date.parse(result.serverTime);
    expect(life).toBeGreaterThan(590_000);
    expect(life).toBeLessThanOrEqual(600_000);
  });

  it("N38 a refresh with the cookie from before a sign-in is refused and does not affect the new session", async () => {
    const { client } = await signInMember("browser");
    const tab = client.copy();
    await client.signIn(await makeMember(testApp, organization.id, "viewer"));
    expect((await tab.refresh()).status).toBe(401);
    expect((await client.call(getMe)).status).toBe(200);
    expect((await client.refresh()).status).toBe(200);
  });

  it("R7s-20 a sign-in and 20 concurrent refreshes of one browser leave one live session", async () => {
    const { client, member } = await signInMember("browser");
    const copies = Array.from({ length: 20 }, () => client.copy());
    const signingIn = client.copy();
    await Promise.all([signingIn.signIn(member), ...copies.map((copy) => copy.refresh())]);
    const openSessions = await queryRows(
      testApp,
      "select id from session where person_id = $1 and ended_at is null",
      [member.personId],
    );
    expect(openSessions.length).toBeLessThanOrEqual(1);
  });

  it("old generations are deleted after 200 and become unknown", { timeout: 120_000 }, async () => {
    const { client, sessionId } = await signInMember("client");
    const first = client.copy();
    for (let round = 0; round < 205; round += 1) await client.refresh();
    expect(await generations(sessionId)).toBeLessThanOrEqual(201);
    testApp.clock.advance(60_000);
    expect((await first.refresh()).status).toBe(401);
    expect((await client.refresh()).status).toBe(200);
  });
});

/** Collects the ids of the sessions that receive a forced logout from now on. */
function forcedLogouts() {
  const ids: string[] = [];
  testApp.app.live.subscribe((event) => {
    if (event.event === "forceLogout") ids.push(...(event.sessionIds ?? []));
  });
  return () => ids;
}

/** Counts the mails about ended sessions to an address. */
async function mailsTo(address: string): Promise<number> {
  return (await mailsOf(testApp, "sessionsRevoked")).filter((mail) => mail.includes(address)).length;
}
