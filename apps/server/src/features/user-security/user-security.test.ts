import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../test/factories.ts";
import { makeApplication } from "../../../test/application.ts";
import { openSocket } from "../../../test/socket-client.ts";
import { setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { warmUpCache } from "../../../test/warm-caller.ts";

let testApp: TestApp;
let organization: { id: string };
let secondOrganization: { id: string };
let owner: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp, { maxUsers: 500 });
  secondOrganization = await makeOrganization(testApp);
  owner = await signedIn(await makeMember(testApp, organization.id, "org_admin"));
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

type Member = Awaited<ReturnType<typeof makeMember>>;
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function signedIn(user: { email: string | null }, kind: TestClient["kind"] = "client") {
  const client = new TestClient(testApp, kind);
  client.headers = { "user-agent": firefox };
  await client.signIn({ email: user.email });
  return client;
}
const member = (role: Parameters<typeof makeMember>[2] = "viewer") =>
  makeMember(testApp, organization.id, role);
const about = ({ personId }: { personId: string }) => ({ params: { id: personId } });
const readSecurity = async (user: Member, client = owner) =>
  (await client.call(endpoints.getUserSecurity, about(user))).result;
const login = (user: { email: string | null }, password = testPassword, client = new TestClient(testApp)) =>
  client.call(auth.login, { body: { email: user.email, password } });
/** Signs in to the given organization, because an address alone would select the one used last. */
async function signedInAt(user: Member, organizationId: string) {
  await queryRows(testApp, "update person set last_organization_id = $2 where id = $1", [
    user.personId,
    organizationId,
  ]);
  return signedIn(user);
}
const giveToken = (user: Member, organizationId: string) =>
  queryRows(
    testApp,
    `insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
       application_type, scopes, access_expires_at, refresh_expires_at)
     select organization_id, gen_random_uuid(), person_id, id, 'app', 'App', 'web', '{read}',
       now() + interval '1 h', now() + interval '1 d'
     from membership where organization_id = $1 and person_id = $2`,
    [organizationId, user.personId],
  );

async function socketOf(client: TestClient) {
  const { ticket } = (await client.call(auth.createSocketTicket)).result;
  const url = `${testApp.baseUrl.replace("http", "ws")}/ws?token=${ticket}`;
  return openSocket(url, {
    origin: testApp.origin,
    ...(client.cookie && { cookie: client.cookie }),
  });
}

describe("a person's security", () => {
  it("R7u-09 R3-11 R3-12 R3-13 shows sessions, devices, sign-ins, failed attempts, lock and reason", async () => {
    const user = await member();
    const browser = await signedIn(user, "browser");
    await setUpSecondFactor(testApp, browser);
    for (let index = 0; index < 10; index += 1) await login(user, "falsch");
    const details = await readSecurity(user);
    expect(details).toMatchObject({
      id: user.personId,
      lockStatus: "locked",
      lockReason: "failed_logins",
      failedLoginAttempts: 10,
      twoFactor: { enabled: true, backupCodesRemaining: 10, passkeys: 0, required: false },
      identityAuthority: "full",
    });
    expect(details.sessions).toEqual([
      expect.objectContaining({
        current: false,
        browser: "Firefox 140",
        system: "Windows",
        address: "127.0.0.1",
        organizationId: organization.id,
        locked: false,
        newDevice: true,
      }),
    ]);
    expect(details.devices).toEqual([expect.objectContaining({ browser: "Firefox 140", shared: false })]);
    expect(details.lastLogins).toHaveLength(10);
    expect(details.lastLogins[0]).toMatchObject({ outcome: "failed", address: "127.0.0.1" });
  });

  it("R7u-09 N53 shows no session, device, sign-in or name of another organization", async () => {
    const user = await member();
    await joinOrganization(testApp, secondOrganization.id, user.personId, "editor");
    await signedInAt(user, secondOrganization.id);
    const before = await readSecurity(user);
    expect([before.sessions, before.devices, before.lastLogins]).toEqual([[], [], []]);
    expect(before.identityAuthority).toBe("multiple_organizations");
    await signedInAt(user, organization.id);
    const after = await readSecurity(user);
    expect([after.sessions.length, after.devices.length, after.lastLogins.length]).toEqual([1, 1, 1]);
    expect(after).toMatchObject({ failedLoginAttempts: 0, lockStatus: "unlocked", lockReason: null });
    expect(after.lastLogins).toMatchObject([{ outcome: "success", address: "127.0.0.1" }]);
    expect(after.sessions.map((session) => session.organizationId)).toEqual([organization.id]);
    expect(JSON.stringify(after)).not.toContain(secondOrganization.id);
  });

  it("see R7u-09 returns the actions that the caller may take", async () => {
    const admin = await member("practice_admin");
    const client = await signedIn(admin);
    const orgAdmin = await member("org_admin");
    expect((await readSecurity(orgAdmin, client)).identityAuthority).toBe("higher_role");
    expect((await readSecurity(admin, client)).identityAuthority).toBe("self");
    const account = await makePlatformAccount(testApp, "admin");
    await joinOrganization(testApp, organization.id, account.personId, "viewer");
    const details = await client.call(endpoints.getUserSecurity, about(account));
    expect(details.result.identityAuthority).toBe("platform_role");
    const [row] = (await client.call(endpoints.getUserSecurity, about(admin))).result.sessions;
    expect(row?.current).toBe(true);
  });
});

describe("actions on a person", () => {
  const readAllowed = async (user: Member, client = owner) =>
    (await readSecurity(user, client)).allowedActions.toSorted();
  const always = ["block", "endSession", "mailResetLink", "resetConnections"];
  const identity = ["recoverPassword", "setPassword"];

  it("R7u-09 see R3-11 reflect the member's state", async () => {
    const user = await member();
    expect(await readAllowed(user)).toEqual([...always, ...identity].toSorted());
    for (let index = 0; index < 10; index += 1) await login(user, "falsch");
    expect(await readAllowed(user)).toEqual([...always, ...identity, "unlock"].toSorted());
    await owner.call(endpoints.unlockUser, about(user));
    await setUpSecondFactor(testApp, await signedIn(user, "browser"));
    await owner.call(endpoints.blockUser, about(user));
    const now = await readAllowed(user);
    expect(now).toEqual(expect.arrayContaining(["unblock", "recoverSecondFactor", "resetTwoFactor"]));
    expect(now).not.toContain("block");
    const invited = await makeMember(testApp, organization.id, "viewer", { status: "pending" });
    expect(await readAllowed(invited)).toEqual([]);
    const silent = await makeMember(testApp, organization.id, "viewer", { email: null });
    expect(await readAllowed(silent)).not.toContain("mailResetLink");
  });

  it("R7u-23 N12 N53 exclude higher roles, and for people in several organizations all but the membership", async () => {
    const admin = await member("practice_admin");
    const client = await signedIn(admin);
    expect(await readAllowed(await member("org_admin"), client)).toEqual([]);
    expect(await readAllowed(await member("practice_admin"), client)).toEqual([]);
    expect(await readAllowed(admin, client)).toEqual(["endSession"]);
    const user = await member();
    await joinOrganization(testApp, secondOrganization.id, user.personId, "viewer");
    expect(await readAllowed(user)).toEqual(always);
  });

  it("see R7u-09 R7u-12 shows who blocked the member and why, open codes without their digits, and their applications", async () => {
    const fullName = { firstName: "Ina", lastName: "Musterfrau" };
    const client = await signedIn(await makeMember(testApp, organization.id, "org_admin", fullName));
    const user = await member("editor");
    await client.call(endpoints.createRecoveryCode, { ...about(user), body: { purpose: "password" } });
    const { result } = await client.call(endpoints.createRecoveryCode, {
      ...about(user),
      body: { purpose: "password" },
    });
    expect(result.practiceCode).toMatch(/^\S{4,}$/);
    await client.call(endpoints.blockUser, { ...about(user), body: { reason: "Schlüssel fehlt" } });
    // The tokens are created after the block, because it ends existing ones.
    for (let index = 0; index < 2; index += 1) await giveToken(user, organization.id);
    const details = await readSecurity(user);
    const name = "Ina Musterfrau";
    expect(details).toMatchObject({ blockReason: "Schlüssel fehlt", blockedBy: name });
    expect(details.recoveryCodes).toEqual([
      expect.objectContaining({ purpose: "password", createdBy: name, expiresAt: result.expiresAt }),
    ]);
    expect(JSON.stringify(details)).not.toContain(result.code);
    expect(details.applications).toEqual([expect.objectContaining({ name: "App", tokens: 2 })]);
    await client.call(endpoints.unblockUser, about(user));
    await client.call(endpoints.resetConnections, about(user));
    testApp.clock.advance(15 * 60_000);
    const later = await readSecurity(user, await signedIn(await member("org_admin")));
    expect(later).toMatchObject({ blockReason: null, blockedBy: null, recoveryCodes: [], applications: [] });
    owner = await signedIn(await member("org_admin"));
  });
});

describe("ending one session", () => {
  const end = (client: TestClient, user: { personId: string }, sessionId: string) =>
    client.call(endpoints.endUserSession, { params: { id: user.personId, sessionId } });

  it("R7u-10 ends only that session, at once", async () => {
    const user = await member();
    const [firstClient, secondClient] = [await signedIn(user), await signedIn(user)];
    expect((await firstClient.call(getMe)).status).toBe(200);
    const { sessions } = await readSecurity(user);
    const first = sessions.toSorted((left, right) => (left.createdAt < right.createdAt ? -1 : 1))[0];
    expect((await end(owner, user, first?.id ?? "")).status).toBe(204);
    expect([(await firstClient.call(getMe)).status, (await secondClient.call(getMe)).status]).toEqual([
      401, 200,
    ]);
    expect((await end(owner, user, first?.id ?? "")).status).toBe(404);
  });

  it("R0-11 see R7u-10 notifies open pages of the organization with the type of the change and its ids", async () => {
    const user = await member();
    await signedIn(user);
    const socket = await socketOf(owner);
    await end(owner, user, (await readSecurity(user)).sessions[0]?.id ?? "");
    await expect
      .poll(() => socket.events())
      .toContainEqual(
        expect.objectContaining({
          event: "userUpdate",
          data: { type: "user.updated", userId: user.personId },
        }),
      );
    socket.ws.close();
  });

  it("R7u-10 N02 responds with 404 for another person's session and for one started in another organization", async () => {
    const [user, colleague] = [await member(), await member()];
    await signedIn(colleague);
    const foreign = (await readSecurity(colleague)).sessions[0]?.id ?? "";
    expect((await end(owner, user, foreign)).status).toBe(404);
    await joinOrganization(testApp, secondOrganization.id, user.personId, "viewer");
    const otherClient = await signedInAt(user, secondOrganization.id);
    const [session] = await queryRows<{ id: string }>(
      testApp,
      "select id from session where person_id = $1",
      [user.personId],
    );
    expect((await end(owner, user, session?.id ?? "")).status).toBe(404);
    expect(
      (await otherClient.call(getMe, { headers: { "x-organization-id": secondOrganization.id } })).status,
    ).toBe(200);
  });

  it("see R7u-10 allows users to end their own, and only administrators to end those of others", async () => {
    const user = await member();
    const [firstClient, secondClient] = [await signedIn(user), await signedIn(user)];
    const sessions = (await readSecurity(user)).sessions.toSorted((a, b) =>
      a.createdAt < b.createdAt ? -1 : 1,
    );
    for (const role of ["viewer", "editor", "hr"] as const) {
      const client = await signedIn(
        await makeMember(testApp, organization.id, role, { permissions: ["users:write"] }),
      );
      const response = await end(client, user, sessions[0]?.id ?? "");
      expect([role, response.status, response.problem.code]).toEqual([role, 403, "FORBIDDEN"]);
    }
    expect((await end(secondClient, user, sessions[0]?.id ?? "")).status).toBe(204);
    expect((await firstClient.call(getMe)).status).toBe(401);
  });
});

describe("unlocking", () => {
  it("R7u-11 R4-89 removes the lock from the name and from every known device, and records how the person was identified", async () => {
    const user = await member();
    const browser = await signedIn(user, "browser");
    await browser.call(auth.logout);
    for (const client of [new TestClient(testApp), browser]) {
      for (let index = 0; index < 10; index += 1) await login(user, "falsch", client);
      const lockedCode = client === browser ? "ACCOUNT_LOCKED" : "TOO_MANY_ATTEMPTS";
      expect((await login(user, testPassword, client)).problem.code).toBe(lockedCode);
    }
    const readListed = async () => {
      const { data } = (await owner.call(listUsers, { query: { search: user.email ?? "" } })).result;
      return data.map((row) => row.lockStatus);
    };
    expect(await readListed()).toEqual(["locked"]);
    const response = await owner.call(endpoints.unlockUser, {
      ...about(user),
      body: { identityCheck: "in_person" },
    });
    expect(response.result).toMatchObject({
      lockStatus: "unlocked",
      failedLoginAttempts: 0,
      lockReason: null,
    });
    expect(await readListed()).toEqual(["unlocked"]);
    for (const client of [new TestClient(testApp), browser]) {
      expect((await login(user, testPassword, client)).status).toBe(200);
    }
    const [entry] = (await auditEntries(testApp, organization.id, "user.unlocked")).slice(-1);
    expect([entry?.target_id, entry?.record.reason]).toEqual([user.personId, "in_person"]);
  });

  it("N70 of a person in several organizations is reserved for the operator", async () => {
    const user = await member();
    await joinOrganization(testApp, secondOrganization.id, user.personId, "viewer");
    for (let index = 0; index < 10; index += 1) await login(user, "falsch");
    const { status, problem } = await owner.call(endpoints.unlockUser, about(user));
    expect([status, problem.code]).toEqual([409, "PERSON_IN_MULTIPLE_ORGANIZATIONS"]);
    const details = await readSecurity(user);
    expect([details.lockStatus, details.failedLoginAttempts]).toEqual(["locked", 10]);
    expect(details.allowedActions).not.toContain("unlock");
    // The mailed link still works, and the platform's operator may unlock.
    expect(details.allowedActions).toContain("mailResetLink");
    const operator = await signedIn(await makePlatformAccount(testApp, "super_admin"));
    operator.headers = { "x-organization-id": organization.id };
    expect((await readSecurity(user, operator)).allowedActions).toContain("unlock");
    expect((await operator.call(endpoints.unlockUser, about(user))).result.lockStatus).toBe("unlocked");
    expect((await login(user)).status).toBe(200);
  });

  it("see N70 names up to three colleagues who may unlock a member whom the caller may not", async () => {
    const { id } = await makeOrganization(testApp, { maxUsers: 500 });
    const colleague = (
      role: "org_admin" | "practice_admin" | "viewer",
      [firstName, lastName]: [string, string],
      permissions?: string[],
    ) => makeMember(testApp, id, role, { firstName, lastName, ...(permissions && { permissions }) });
    const client = await signedIn(await colleague("practice_admin", ["Petra", "Probe"]));
    const clerk = await colleague("viewer", ["Rita", "Beispiel"], ["billing:write"]);
    const manager = await colleague("practice_admin", ["Mia", "Muster"]);
    const administrator = await colleague("org_admin", ["Anna", "Ähnlich"], ["billing:write"]);
    const unavailable = {
      blocked: "blocked_at = now()",
      deactivated: "status = 'deactivated'",
      expired: "valid_until = now() - interval '1 day'",
      locked: "locked_until = now() + interval '1 hour'",
    };
    for (const [lastName, change] of Object.entries(unavailable)) {
      const { personId } = await colleague("org_admin", ["Nicht", lastName], ["billing:write"]);
      await queryRows(testApp, `update membership set ${change} where person_id = $1`, [personId]);
    }
    const readNames = async (user: Member) => (await readSecurity(user, client)).unlockableBy;
    expect(await readNames(clerk)).toEqual([]);
    for (const user of [clerk, manager, administrator])
      for (let index = 0; index < 10; index += 1) await login(user, "falsch");

    const { status, problem } = await client.call(endpoints.unlockUser, about(clerk));
    expect([status, problem.code]).toEqual([403, "TARGET_HAS_MORE_PERMISSIONS"]);
    // The only administrator is locked.
    expect(await readNames(clerk)).toEqual([]);
    expect(await readNames(manager)).toEqual([]);
    await colleague("org_admin", ["Zoe", "Zufall"], ["billing:write"]);
    expect(await readNames(clerk)).toEqual(["Zoe Zufall"]);
    expect(await readNames(manager)).toEqual(["Zoe Zufall"]);
    expect(await readNames(administrator)).toEqual([]);
    await colleague("practice_admin", ["Orla", "Öffentlich"], ["billing:write"]);
    await colleague("org_admin", ["Bea", "Zuletzt"], ["billing:write"]);
    await colleague("org_admin", ["Max", "Maier"], ["billing:write"]);
    expect(await readNames(clerk)).toEqual(["Max Maier", "Orla Öffentlich", "Zoe Zufall"]);
    expect(await readNames(manager)).toEqual(["Max Maier", "Zoe Zufall", "Bea Zuletzt"]);

    await joinOrganization(testApp, secondOrganization.id, manager.personId, "viewer");
    expect(await readNames(manager)).toEqual([]);
  });

  it("R7u-11 notifies open pages of the organization", async () => {
    const user = await member();
    const socket = await socketOf(owner);
    await owner.call(endpoints.unlockUser, about(user));
    await expect
      .poll(() => socket.events())
      .toContainEqual(
        expect.objectContaining({
          event: "userUpdate",
          data: { type: "user.updated", userId: user.personId },
        }),
      );
    socket.ws.close();
  });
});

describe("blocking", () => {
  it("R7u-12 R8-53 N21 takes effect on the next request on every path, and shows its reason only after the correct password", async () => {
    const user = await member();
    const [client, browser] = [await signedIn(user), await signedIn(user, "browser")];
    const { client: application } = await makeApplication(testApp, user);
    expect((await application.call(getMe)).status).toBe(200);
    await warmUpCache(testApp, client);
    const blockedResponse = await owner.call(endpoints.blockUser, {
      ...about(user),
      body: { reason: "Schlüssel fehlt" },
    });
    expect(blockedResponse.result.blockedAt).not.toBeNull();
    expect((await client.call(getMe)).status).toBe(401);
    expect((await client.refresh()).status).toBe(401);
    expect((await browser.call(auth.createSocketTicket)).status).toBe(401);
    expect((await application.call(getMe)).status).toBe(401);
    expect((await login(user, "falsch")).problem.code).toBe("INVALID_CREDENTIALS");
    expect((await login(user)).problem.code).toBe("ACCOUNT_BLOCKED");
    const [entry] = (await auditEntries(testApp, organization.id, "user.blocked")).slice(-1);
    expect(entry?.record.reason).toBe("Schlüssel fehlt");
    const unblocked = await owner.call(endpoints.unblockUser, about(user));
    expect(unblocked.result.blockedAt).toBeNull();
    expect((await login(user)).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(401);
  });

  it("R7u-12 N22 closes the member's socket within a second, and keeps their access to another organization", async () => {
    const user = await member();
    const socket = await socketOf(await signedIn(user));
    await owner.call(endpoints.blockUser, about(user));
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, "late"));
    expect(await Promise.race([socket.closed, late])).not.toBe("late");
    const both = await member();
    await joinOrganization(testApp, secondOrganization.id, both.personId, "viewer");
    const client = await signedInAt(both, organization.id);
    await warmUpCache(testApp, client);
    await owner.call(endpoints.blockUser, about(both));
    const at = async (id: string) =>
      (await client.call(getMe, { headers: { "x-organization-id": id } })).status;
    expect([await at(organization.id), await at(secondOrganization.id)]).toEqual([404, 200]);
  });

  it("R7u-12 fails for the last administrator and for invited people, and has no effect when repeated", async () => {
    const otherOrganization = await makeOrganization(testApp);
    const orgAdmin = await makeMember(testApp, otherOrganization.id, "org_admin");
    const operator = await signedIn(await makePlatformAccount(testApp, "super_admin"));
    operator.headers = { "x-organization-id": otherOrganization.id };
    expect((await operator.call(endpoints.blockUser, about(orgAdmin))).problem.code).toBe(
      "LAST_ADMINISTRATOR",
    );
    const invited = await makeMember(testApp, organization.id, "viewer", { status: "pending" });
    expect((await owner.call(endpoints.blockUser, about(invited))).problem.code).toBe("CONFLICT");
    const user = await member();
    for (const reason of ["eins", "zwei"]) {
      await owner.call(endpoints.blockUser, { ...about(user), body: { reason } });
    }
    const entries = await auditEntries(testApp, organization.id, "user.blocked");
    expect(entries.filter((entry) => entry.target_id === user.personId)).toHaveLength(1);
  });

  it("see R7u-12 leaves one of two administrators who block each other at once", async () => {
    const pair = await makeOrganization(testApp);
    const [first, second] = [
      await makeMember(testApp, pair.id, "org_admin"),
      await makeMember(testApp, pair.id, "org_admin"),
    ];
    const operator = await signedIn(await makePlatformAccount(testApp, "super_admin"));
    operator.headers = { "x-organization-id": pair.id };
    const responses = await Promise.all(
      [first, second].map((user) => operator.call(endpoints.blockUser, about(user))),
    );
    const statuses = responses.map((response) => response.status);
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 409]);
  });
});

describe("resetting connections", () => {
  it("R7u-13 N24 ends the sessions and tokens of this organization only", async () => {
    const user = await member();
    await joinOrganization(testApp, secondOrganization.id, user.personId, "viewer");
    const ownClients = [await signedInAt(user, organization.id), await signedInAt(user, organization.id)];
    const otherClient = await signedInAt(user, secondOrganization.id);
    const sockets = await Promise.all(ownClients.map((client) => socketOf(client)));
    const otherSocket = await socketOf(otherClient);
    await giveToken(user, organization.id);
    await giveToken(user, secondOrganization.id);
    const { result } = await owner.call(endpoints.resetConnections, about(user));
    expect(result).toEqual({ endedSessions: 2, revokedTokens: 1 });
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, "late"));
    for (const { closed } of sockets) expect(await Promise.race([closed, late])).not.toBe("late");
    expect(otherSocket.ws.readyState).toBe(WebSocket.OPEN);
    otherSocket.ws.close();
    for (const client of ownClients) expect((await client.call(auth.verifyPassword)).status).toBe(401);
    expect((await otherClient.call(auth.verifyPassword)).status).toBe(200);
    const open = await queryRows<{ organization_id: string }>(
      testApp,
      "select organization_id from org_token where person_id = $1 and revoked_at is null",
      [user.personId],
    );
    expect(open).toEqual([{ organization_id: secondOrganization.id }]);
  });
});

describe("rank", () => {
  const calls = [
    ["unlock", endpoints.unlockUser, undefined],
    ["block", endpoints.blockUser, undefined],
    ["unblock", endpoints.unblockUser, undefined],
    ["reset connections", endpoints.resetConnections, undefined],
    ["set the password", endpoints.setUserPassword, { newPassword: "Blaue-Treppe-58" }],
    ["make a code", endpoints.createRecoveryCode, { purpose: "password" }],
    ["reset the second factor", endpoints.resetUserTwoFactor, undefined],
    ["mail a link", endpoints.mailResetLink, undefined],
  ] as const;

  it.each(calls)(
    "N12 R7u-23 no user may %s for a higher or equal role, or for themselves",
    async (_word, endpoint, body) => {
      const admin = await member("practice_admin");
      const client = await signedIn(admin);
      const targets = [await member("org_admin"), await member("practice_admin")];
      const readStored = () =>
        queryRows(
          testApp,
          "select p::text, m::text from person p join membership m on m.person_id = p.id where p.id = any($1)",
          [targets.map((target) => target.personId)],
        );
      const before = await readStored();
      for (const target of targets) {
        const { status, problem } = await client.call(endpoint, { ...about(target), body });
        expect([status, problem.code]).toEqual([403, "FORBIDDEN"]);
      }
      const ownResponse = await client.call(endpoint, { ...about(admin), body });
      expect([ownResponse.status, ownResponse.problem.code]).toEqual([409, "CANNOT_MODIFY_SELF"]);
      expect(await readStored()).toEqual(before);
    },
  );

  it("N12 R7u-10 no user can end a session of a higher role", async () => {
    const client = await signedIn(await member("practice_admin"));
    const orgAdmin = await member("org_admin");
    const ownerClient = await signedIn(orgAdmin);
    const sessionId = (await readSecurity(orgAdmin)).sessions[0]?.id ?? "";
    const response = await client.call(endpoints.endUserSession, {
      params: { id: orgAdmin.personId, sessionId },
    });
    expect([response.status, response.problem.code]).toEqual([403, "FORBIDDEN"]);
    expect((await ownerClient.call(getMe)).status).toBe(200);
  });
});
