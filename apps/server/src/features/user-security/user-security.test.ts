import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  forgetAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../test/factories.ts";
import { openSocket } from "../../../test/socket-client.ts";
import { setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { warm } from "../../../test/warm-caller.ts";

let test: TestApp;
let practice: { id: string };
let other: { id: string };
let owner: TestClient;
beforeAll(async () => {
  test = await createTestApp();
  practice = await makeOrganization(test, { maxUsers: 500 });
  other = await makeOrganization(test);
  owner = await signedIn(await makeMember(test, practice.id, "org_admin"));
});
afterAll(() => test.stop());
beforeEach(() => forgetAttempts(test));

type Member = Awaited<ReturnType<typeof makeMember>>;
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function signedIn(who: { email: string | null }, kind: TestClient["kind"] = "client") {
  const client = new TestClient(test, kind);
  client.headers = { "user-agent": firefox };
  await client.signIn({ email: who.email });
  return client;
}
const member = (role: Parameters<typeof makeMember>[2] = "viewer") => makeMember(test, practice.id, role);
const about = ({ personId }: { personId: string }) => ({ params: { id: personId } });
const seen = async (who: Member, client = owner) =>
  (await client.call(endpoints.getUserSecurity, about(who))).result;
const login = (who: { email: string | null }, password = testPassword, client = new TestClient(test)) =>
  client.call(auth.login, { body: { email: who.email, password } });
/** Signs in in the given practice: an address alone starts in the one used last. */
async function signedInAt(who: Member, organizationId: string) {
  await queryRows(test, "update person set last_organization_id = $2 where id = $1", [
    who.personId,
    organizationId,
  ]);
  return signedIn(who);
}
const giveToken = (who: Member, organizationId: string) =>
  queryRows(
    test,
    `insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
       application_type, scopes, access_expires_at, refresh_expires_at)
     select organization_id, gen_random_uuid(), person_id, id, 'app', 'App', 'web', '{read}',
       now() + interval '1 h', now() + interval '1 d'
     from membership where organization_id = $1 and person_id = $2`,
    [organizationId, who.personId],
  );

async function socketOf(client: TestClient) {
  const { ticket } = (await client.call(auth.wsTicket)).result;
  const url = `${test.baseUrl.replace("http", "ws")}/ws?token=${ticket}`;
  return openSocket(url, {
    origin: test.origin,
    ...(client.cookie && { cookie: client.cookie }),
  });
}

describe("a person's security", () => {
  it("R7u-09 R3-11 R3-12 R3-13 shows sessions, devices, sign-ins, failed attempts, lock and reason", async () => {
    const who = await member();
    const browser = await signedIn(who, "browser");
    await setUpSecondFactor(test, browser);
    for (let index = 0; index < 10; index += 1) await login(who, "falsch");
    const shown = await seen(who);
    expect(shown).toMatchObject({
      id: who.personId,
      lockStatus: "locked",
      lockReason: "failed_logins",
      failedLoginAttempts: 10,
      twoFactor: { enabled: true, backupCodesRemaining: 10, passkeys: 0, required: false },
      identityAuthority: "full",
    });
    expect(shown.sessions).toEqual([
      expect.objectContaining({
        current: false,
        browser: "Firefox 140",
        system: "Windows",
        address: "127.0.0.1",
        organizationId: practice.id,
        locked: false,
        newDevice: true,
      }),
    ]);
    expect(shown.devices).toEqual([expect.objectContaining({ browser: "Firefox 140", shared: false })]);
    expect(shown.lastLogins).toHaveLength(10);
    expect(shown.lastLogins[0]).toMatchObject({ outcome: "failed", address: "127.0.0.1" });
  });

  it("R7u-09 N53 shows nothing of another practice: no session, device or sign-in, and not its name", async () => {
    const who = await member();
    await joinOrganization(test, other.id, who.personId, "editor");
    await signedInAt(who, other.id);
    const here = await seen(who);
    expect([here.sessions, here.devices, here.lastLogins]).toEqual([[], [], []]);
    expect(here.identityAuthority).toBe("several_practices");
    await signedInAt(who, practice.id);
    const now = await seen(who);
    expect([now.sessions.length, now.devices.length, now.lastLogins.length]).toEqual([1, 1, 1]);
    expect(now.sessions.map((session) => session.organizationId)).toEqual([practice.id]);
    expect(JSON.stringify(now)).not.toContain(other.id);
  });

  it("R7u-09 says what may be done about whom", async () => {
    const admin = await member("practice_admin");
    const client = await signedIn(admin);
    const boss = await member("org_admin");
    expect((await seen(boss, client)).identityAuthority).toBe("higher_role");
    expect((await seen(admin, client)).identityAuthority).toBe("self");
    const account = await makePlatformAccount(test, "admin");
    await joinOrganization(test, practice.id, account.personId, "viewer");
    const shown = await client.call(endpoints.getUserSecurity, about(account));
    expect(shown.result.identityAuthority).toBe("platform_role");
    const [row] = (await client.call(endpoints.getUserSecurity, about(admin))).result.sessions;
    expect(row?.current).toBe(true);
  });
});

describe("what may be done about a person", () => {
  const allowed = async (who: Member, client = owner) => (await seen(who, client)).allowedActions.toSorted();
  const always = ["block", "endSession", "mailResetLink", "resetConnections"];
  const identity = ["rescuePassword", "setPassword"];

  it("R7u-09 R3-11 follows her state", async () => {
    const who = await member();
    expect(await allowed(who)).toEqual([...always, ...identity].toSorted());
    for (let index = 0; index < 10; index += 1) await login(who, "falsch");
    expect(await allowed(who)).toEqual([...always, ...identity, "unlock"].toSorted());
    await owner.call(endpoints.unlockUser, about(who));
    await setUpSecondFactor(test, await signedIn(who, "browser"));
    await owner.call(endpoints.blockUser, about(who));
    const now = await allowed(who);
    expect(now).toEqual(expect.arrayContaining(["unblock", "rescueSecondFactor", "resetTwoFactor"]));
    expect(now).not.toContain("block");
    const invited = await makeMember(test, practice.id, "viewer", { status: "pending" });
    expect(await allowed(invited)).toEqual([]);
    const silent = await makeMember(test, practice.id, "viewer", { email: null });
    expect(await allowed(silent)).not.toContain("mailResetLink");
  });

  it("R7u-23 N12 N53 is nothing upwards, her own sessions, and her place only where she belongs elsewhere", async () => {
    const admin = await member("practice_admin");
    const client = await signedIn(admin);
    expect(await allowed(await member("org_admin"), client)).toEqual([]);
    expect(await allowed(await member("practice_admin"), client)).toEqual([]);
    expect(await allowed(admin, client)).toEqual(["endSession"]);
    const who = await member();
    await joinOrganization(test, other.id, who.personId, "viewer");
    expect(await allowed(who)).toEqual(always);
  });

  it("R7u-09 R7u-12 names who blocked her and why, open codes without their digits, and her applications", async () => {
    const called = { firstName: "Ina", lastName: "Musterfrau" };
    const client = await signedIn(await makeMember(test, practice.id, "org_admin", called));
    const who = await member("editor");
    await client.call(endpoints.createRescueCode, { ...about(who), body: { purpose: "password" } });
    const { result } = await client.call(endpoints.createRescueCode, {
      ...about(who),
      body: { purpose: "password" },
    });
    expect(result.practiceCode).toMatch(/^\S{4,}$/);
    await client.call(endpoints.blockUser, { ...about(who), body: { reason: "Schlüssel fehlt" } });
    // After the block, because it ends existing tokens.
    for (let index = 0; index < 2; index += 1) await giveToken(who, practice.id);
    const shown = await seen(who);
    const name = "Ina Musterfrau";
    expect(shown).toMatchObject({ blockReason: "Schlüssel fehlt", blockedBy: name });
    expect(shown.rescueCodes).toEqual([
      expect.objectContaining({ purpose: "password", createdBy: name, expiresAt: result.expiresAt }),
    ]);
    expect(JSON.stringify(shown)).not.toContain(result.code);
    expect(shown.applications).toEqual([expect.objectContaining({ name: "App", tokens: 2 })]);
    await client.call(endpoints.unblockUser, about(who));
    await client.call(endpoints.resetConnections, about(who));
    test.clock.advance(15 * 60_000);
    const later = await seen(who, await signedIn(await member("org_admin")));
    expect(later).toMatchObject({ blockReason: null, blockedBy: null, rescueCodes: [], applications: [] });
    owner = await signedIn(await member("org_admin"));
  });
});

describe("ending one session", () => {
  const end = (client: TestClient, who: { personId: string }, sessionId: string) =>
    client.call(endpoints.endUserSession, { params: { id: who.personId, sessionId } });

  it("R7u-10 ends that session and no other one, at once", async () => {
    const who = await member();
    const [one, two] = [await signedIn(who), await signedIn(who)];
    expect((await one.call(getMe)).status).toBe(200);
    const { sessions } = await seen(who);
    const first = sessions.toSorted((left, right) => (left.createdAt < right.createdAt ? -1 : 1))[0];
    expect((await end(owner, who, first?.id ?? "")).status).toBe(204);
    expect([(await one.call(getMe)).status, (await two.call(getMe)).status]).toEqual([401, 200]);
    expect((await end(owner, who, first?.id ?? "")).status).toBe(404);
  });

  it("R7u-10 tells open pages of the practice", async () => {
    const who = await member();
    await signedIn(who);
    const socket = await socketOf(owner);
    await end(owner, who, (await seen(who)).sessions[0]?.id ?? "");
    await expect
      .poll(() => socket.events())
      .toContainEqual(expect.objectContaining({ event: "userUpdate", data: { userId: who.personId } }));
    socket.ws.close();
  });

  it("R7u-10 N02 finds neither a session of somebody else nor one that began in another practice", async () => {
    const [who, colleague] = [await member(), await member()];
    await signedIn(colleague);
    const foreign = (await seen(colleague)).sessions[0]?.id ?? "";
    expect((await end(owner, who, foreign)).status).toBe(404);
    await joinOrganization(test, other.id, who.personId, "viewer");
    const elsewhere = await signedInAt(who, other.id);
    const [session] = await queryRows<{ id: string }>(test, "select id from session where person_id = $1", [
      who.personId,
    ]);
    expect((await end(owner, who, session?.id ?? "")).status).toBe(404);
    expect((await elsewhere.call(getMe, { headers: { "x-organization-id": other.id } })).status).toBe(200);
  });

  it("R7u-10 everybody ends her own; nobody without the role those of others", async () => {
    const who = await member();
    const [one, two] = [await signedIn(who), await signedIn(who)];
    const sessions = (await seen(who)).sessions.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    for (const role of ["viewer", "editor", "hr"] as const) {
      const client = await signedIn(
        await makeMember(test, practice.id, role, { permissions: ["users:write"] }),
      );
      const answer = await end(client, who, sessions[0]?.id ?? "");
      expect([role, answer.status, answer.problem.code]).toEqual([role, 403, "FORBIDDEN"]);
    }
    expect((await end(two, who, sessions[0]?.id ?? "")).status).toBe(204);
    expect((await one.call(getMe)).status).toBe(401);
  });
});

describe("unlocking", () => {
  it("R7u-11 R4-89 takes the lock off her name and off every device she knows, and notes how she was known", async () => {
    const who = await member();
    const browser = await signedIn(who, "browser");
    await browser.call(auth.logout);
    for (const client of [new TestClient(test), browser]) {
      for (let index = 0; index < 10; index += 1) await login(who, "falsch", client);
      const locked = client === browser ? "ACCOUNT_LOCKED" : "TOO_MANY_ATTEMPTS";
      expect((await login(who, testPassword, client)).problem.code).toBe(locked);
    }
    const answer = await owner.call(endpoints.unlockUser, {
      ...about(who),
      body: { identityCheck: "in_person" },
    });
    expect(answer.result).toMatchObject({ lockStatus: "unlocked", failedLoginAttempts: 0, lockReason: null });
    const { data } = (await owner.call(listUsers, { query: { search: who.email ?? "" } })).result;
    expect(data.map((row) => row.lockStatus)).toEqual(["unlocked"]);
    for (const client of [new TestClient(test), browser]) {
      expect((await login(who, testPassword, client)).status).toBe(200);
    }
    const [entry] = (await auditEntries(test, practice.id, "user.unlocked")).slice(-1);
    expect([entry?.target_id, entry?.record.reason]).toEqual([who.personId, "in_person"]);
  });

  it("N70 no practice resets the counters of somebody whom another practice trusts as well; the platform helps", async () => {
    const who = await member();
    await joinOrganization(test, other.id, who.personId, "viewer");
    for (let index = 0; index < 10; index += 1) await login(who, "falsch");
    const { status, problem } = await owner.call(endpoints.unlockUser, about(who));
    expect([status, problem.code]).toEqual([409, "PERSON_IN_SEVERAL_PRACTICES"]);
    const shown = await seen(who);
    expect([shown.lockStatus, shown.failedLoginAttempts]).toEqual(["locked", 10]);
    expect(shown.allowedActions).not.toContain("unlock");
    // The mailed link remains, and the platform's operator may still unlock.
    expect(shown.allowedActions).toContain("mailResetLink");
    const operator = await signedIn(await makePlatformAccount(test, "super_admin"));
    operator.headers = { "x-organization-id": practice.id };
    expect((await seen(who, operator)).allowedActions).toContain("unlock");
    expect((await operator.call(endpoints.unlockUser, about(who))).result.lockStatus).toBe("unlocked");
    expect((await login(who)).status).toBe(200);
  });

  it("R7u-11 tells open pages of the practice", async () => {
    const who = await member();
    const socket = await socketOf(owner);
    await owner.call(endpoints.unlockUser, about(who));
    await expect
      .poll(() => socket.events())
      .toContainEqual(expect.objectContaining({ event: "userUpdate", data: { userId: who.personId } }));
    socket.ws.close();
  });
});

describe("blocking", () => {
  it("R7u-12 R8-53 N21 is felt on the next request, on every path; the reason is told after the right password only", async () => {
    const who = await member();
    const [client, browser] = [await signedIn(who), await signedIn(who, "browser")];
    await warm(test, client);
    const blocked = await owner.call(endpoints.blockUser, {
      ...about(who),
      body: { reason: "Schlüssel fehlt" },
    });
    expect(blocked.result.blockedAt).not.toBeNull();
    expect((await client.call(getMe)).status).toBe(401);
    expect((await client.refresh()).status).toBe(401);
    expect((await browser.call(auth.wsTicket)).status).toBe(401);
    expect((await login(who, "falsch")).problem.code).toBe("INVALID_CREDENTIALS");
    expect((await login(who)).problem.code).toBe("ACCOUNT_BLOCKED");
    const [entry] = (await auditEntries(test, practice.id, "user.blocked")).slice(-1);
    expect(entry?.record.reason).toBe("Schlüssel fehlt");
    const back = await owner.call(endpoints.unblockUser, about(who));
    expect(back.result.blockedAt).toBeNull();
    expect((await login(who)).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(401);
  });

  it("R7u-12 N22 closes her socket within a second, and keeps her work in another practice", async () => {
    const who = await member();
    const socket = await socketOf(await signedIn(who));
    await owner.call(endpoints.blockUser, about(who));
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, "late"));
    expect(await Promise.race([socket.closed, late])).not.toBe("late");
    const both = await member();
    await joinOrganization(test, other.id, both.personId, "viewer");
    const client = await signedInAt(both, practice.id);
    await warm(test, client);
    await owner.call(endpoints.blockUser, about(both));
    const at = async (id: string) =>
      (await client.call(getMe, { headers: { "x-organization-id": id } })).status;
    expect([await at(practice.id), await at(other.id)]).toEqual([404, 200]);
  });

  it("R7u-12 leaves an administrator, refuses the invited, and changes nothing twice", async () => {
    const lonely = await makeOrganization(test);
    const boss = await makeMember(test, lonely.id, "org_admin");
    const operator = await signedIn(await makePlatformAccount(test, "super_admin"));
    operator.headers = { "x-organization-id": lonely.id };
    expect((await operator.call(endpoints.blockUser, about(boss))).problem.code).toBe("LAST_ADMINISTRATOR");
    const invited = await makeMember(test, practice.id, "viewer", { status: "pending" });
    expect((await owner.call(endpoints.blockUser, about(invited))).problem.code).toBe("CONFLICT");
    const who = await member();
    for (const reason of ["eins", "zwei"]) {
      await owner.call(endpoints.blockUser, { ...about(who), body: { reason } });
    }
    const entries = await auditEntries(test, practice.id, "user.blocked");
    expect(entries.filter((entry) => entry.target_id === who.personId)).toHaveLength(1);
  });

  it("R7u-12 of two administrators who block each other at once one remains", async () => {
    const pair = await makeOrganization(test);
    const [one, two] = [
      await makeMember(test, pair.id, "org_admin"),
      await makeMember(test, pair.id, "org_admin"),
    ];
    const operator = await signedIn(await makePlatformAccount(test, "super_admin"));
    operator.headers = { "x-organization-id": pair.id };
    const answers = await Promise.all(
      [one, two].map((who) => operator.call(endpoints.blockUser, about(who))),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 409]);
  });
});

describe("resetting connections", () => {
  it("R7u-13 N24 ends the sessions and tokens of this practice only", async () => {
    const who = await member();
    await joinOrganization(test, other.id, who.personId, "viewer");
    const here = [await signedInAt(who, practice.id), await signedInAt(who, practice.id)];
    const there = await signedInAt(who, other.id);
    await giveToken(who, practice.id);
    await giveToken(who, other.id);
    const { result } = await owner.call(endpoints.resetConnections, about(who));
    expect(result).toEqual({ endedSessions: 2, revokedTokens: 1 });
    for (const client of here) expect((await client.call(auth.verify)).status).toBe(401);
    expect((await there.call(auth.verify)).status).toBe(200);
    const open = await queryRows<{ organization_id: string }>(
      test,
      "select organization_id from org_token where person_id = $1 and revoked_at is null",
      [who.personId],
    );
    expect(open).toEqual([{ organization_id: other.id }]);
  });
});

describe("rank", () => {
  const calls = [
    ["unlock", endpoints.unlockUser, undefined],
    ["block", endpoints.blockUser, undefined],
    ["unblock", endpoints.unblockUser, undefined],
    ["reset connections", endpoints.resetConnections, undefined],
    ["set the password", endpoints.setUserPassword, { newPassword: "Blaue-Treppe-58" }],
    ["make a code", endpoints.createRescueCode, { purpose: "password" }],
    ["reset the second factor", endpoints.resetUserTwoFactor, undefined],
    ["mail a link", endpoints.mailResetLink, undefined],
  ] as const;

  it.each(calls)(
    "N12 R7u-23 nobody may %s upwards, sideways or about herself",
    async (_word, endpoint, body) => {
      const admin = await member("practice_admin");
      const client = await signedIn(admin);
      const targets = [await member("org_admin"), await member("practice_admin")];
      const stored = () =>
        queryRows(
          test,
          "select p::text, m::text from person p join membership m on m.person_id = p.id where p.id = any($1)",
          [targets.map((target) => target.personId)],
        );
      const before = await stored();
      for (const target of targets) {
        const { status, problem } = await client.call(endpoint, { ...about(target), body });
        expect([status, problem.code]).toEqual([403, "FORBIDDEN"]);
      }
      const own = await client.call(endpoint, { ...about(admin), body });
      expect([own.status, own.problem.code]).toEqual([409, "OWN_MEMBERSHIP"]);
      expect(await stored()).toEqual(before);
    },
  );

  it("N12 R7u-10 nobody ends a session upwards", async () => {
    const client = await signedIn(await member("practice_admin"));
    const boss = await member("org_admin");
    const theirs = await signedIn(boss);
    const sessionId = (await seen(boss)).sessions[0]?.id ?? "";
    const answer = await client.call(endpoints.endUserSession, { params: { id: boss.personId, sessionId } });
    expect([answer.status, answer.problem.code]).toEqual([403, "FORBIDDEN"]);
    expect((await theirs.call(getMe)).status).toBe(200);
  });
});
