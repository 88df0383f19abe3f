import { createHash } from "node:crypto";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { Role } from "@praxisportal/contract/roles";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePerson,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

/** Headers that differ between otherwise identical responses. */
const perRequestHeaders = ["date", "x-request-id", "content-length"];

/** Returns the response to a sign-in without the request id. */
async function responseTo(body: Record<string, unknown>, client = new TestClient(testApp)) {
  const response = await client.fetch(auth.login.path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const { requestId, ...problem } = (await response.json()) as Record<string, unknown>;
  expect(requestId).toBe(response.headers.get("x-request-id"));
  const headers = [...response.headers].filter(([name]) => !perRequestHeaders.includes(name));
  return { status: response.status, problem, headers };
}

describe("a successful sign-in", () => {
  const cases: [string, Role][] = [
    ["R1-04", "viewer"],
    ["R1-04", "editor"],
    ["R1-05", "org_admin"],
    ["R1-05", "practice_admin"],
  ];
  it.each(cases)(
    "R4-01 R3-48 R3-49 R3-50 R7s-06 R7s-07 see R3-03 R3-05 (%s) returns the role %s",
    async (_id, role) => {
      const organization = await makeOrganization(testApp);
      const names = { firstName: "Lea", lastName: "Muster-Anmeldung" };
      const member = await makeMember(testApp, organization.id, role, names);
      const client = new TestClient(testApp);
      const result = await client.signIn({ ...member, organizationId: organization.id });
      expect(result).toMatchObject({
        accessToken: expect.stringMatching(/^[\w-]{43}$/),
        refreshToken: expect.stringMatching(/^[\w-]{43}$/),
        requires2FA: false,
        restriction: null,
        user: {
          id: member.personId,
          _id: member.personId,
          username: member.username,
          email: member.email,
          personalInfo: { ...names, email: member.email },
          role: { type: role },
          organizationId: organization.id,
          status: "active",
        },
        organization: { id: organization.id, name: organization.name },
      });
      const { result: me } = await client.call(getMe);
      expect(me.id).toBe(member.personId);
      expect((await client.refresh()).result.userId).toBe(member.personId);
      const users = await client.call(listOrganizationUsers, { params: { id: organization.id } });
      expect(users.status).toBe(200);
      expect(users.result.data.map((user) => user.id)).toEqual([member.personId]);
    },
  );

  it("R1-06 R1-07 returns no organization for platform accounts (design decision 25)", async () => {
    for (const role of ["admin", "super_admin"] as const) {
      const account = await makePlatformAccount(testApp, role);
      const result = await new TestClient(testApp).signIn({ username: account.username });
      expect(result.organization).toBeNull();
      expect(result.user.role.type).toBe(role);
      expect(result.user.organizationId).toBeNull();
      expect(result.user.username).toBe(account.username);
      const byEmail = await new TestClient(testApp).signIn({ email: account.email });
      expect(byEmail.user.id).toBe(account.personId);
    }
  });

  it("R7s-41 returns opaque tokens of 32 bytes, stored as SHA-256; the access token lives 10 minutes", async () => {
    const organization = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    const result = await client.signIn(await makeMember(testApp, organization.id, "viewer"));
    expect(result.accessToken).toMatch(/^[\w-]{43}$/);
    expect(result.refreshToken).toMatch(/^[\w-]{43}$/);
    const storedTokens = await queryRows<{ hash: Buffer }>(
      testApp,
      "select token_hash as hash from access_token where session_id = $1",
      [result.sessionId],
    );
    const hash = createHash("sha256").update(result.accessToken).digest();
    expect(storedTokens.map((row) => row.hash.toString("hex"))).toEqual([hash.toString("hex")]);
    const secrets = await queryRows<{ hash: Buffer }>(
      testApp,
      `select secret_hash as hash from device_secret
       where device_id = (select device_id from session where id = $1)`,
      [result.sessionId],
    );
    const refreshHash = createHash("sha256").update(result.refreshToken).digest();
    expect(secrets.map((row) => row.hash.toString("hex"))).toEqual([refreshHash.toString("hex")]);
    expect(Date.parse(result.accessTokenExpiresAt) - Date.parse(result.serverTime)).toBeLessThanOrEqual(
      600_000,
    );
    // The token of a refresh lives as long, and is stored in the same way.
    for (const isRefreshed of [false, true]) {
      if (isRefreshed) await client.refresh();
      testApp.clock.advance(599_000);
      expect((await client.call(auth.verifyPassword)).status).toBe(200);
      testApp.clock.advance(2_000);
      expect((await client.call(auth.verifyPassword)).status).toBe(401);
    }
    expect(client.accessToken).toMatch(/^[\w-]{43}$/);
    const renewedHash = createHash("sha256")
      .update(client.accessToken ?? "")
      .digest("hex");
    const hashes = await queryRows<{ hash: Buffer }>(
      testApp,
      "select token_hash as hash from access_token where session_id = $1",
      [result.sessionId],
    );
    expect(hashes.map((row) => row.hash.toString("hex"))).toContain(renewedHash);
  });

  it("R7s-09 see R7s-06 accepts any mode without relaxing a check", async () => {
    const organization = await makeOrganization(testApp);
    const { username } = await makeMember(testApp, organization.id, "viewer");
    const withTwoFactor = await makeMember(testApp, organization.id, "viewer");
    await queryRows(
      testApp,
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
      [withTwoFactor.personId],
    );
    const [ended, blocked, deactivated, temporary, locked, elsewhere] = [
      await makeMember(testApp, organization.id, "viewer", { validUntil: new Date(Date.now() - 3_600_000) }),
      await makeMember(testApp, organization.id, "viewer"),
      await makeMember(testApp, organization.id, "viewer"),
      await makeMember(testApp, organization.id, "viewer", { mustChangePassword: true }),
      await makeMember(testApp, organization.id, "viewer"),
      await makeOrganization(testApp),
    ];
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      blocked.personId,
    ]);
    await queryRows(testApp, "update membership set status = 'deactivated' where person_id = $1", [
      deactivated.personId,
    ]);
    for (let index = 0; index < 10; index += 1)
      await responseTo({ username: locked.username, password: "wrong" });
    for (const mode of ["cloud", "legacy", "offline", "no-password", "2fa-off"]) {
      const wrongPassword = await responseTo({ username, password: "wrong", mode });
      expect([mode, wrongPassword.status]).toEqual([mode, 401]);
      const right = await new TestClient(testApp).call(auth.login, {
        body: { username, password: testPassword, mode },
      });
      expect(right.status).toBe(200);
      const first = await new TestClient(testApp).call(auth.login, {
        body: { username: withTwoFactor.username, password: testPassword, mode },
      });
      expect([mode, first.result.requires2FA]).toEqual([mode, true]);
      const codeOf = async (person: { username: string | null }, options: object = {}) => {
        const body = { username: person.username, password: testPassword, mode, ...options };
        return (await new TestClient(testApp).call(auth.login, { body })).problem.code;
      };
      const refusals = [
        await codeOf(ended),
        await codeOf(blocked),
        await codeOf(deactivated),
        await codeOf(locked),
      ];
      expect([mode, ...refusals]).toEqual([
        mode,
        "ACCOUNT_DISABLED",
        "ACCOUNT_BLOCKED",
        "ACCOUNT_DISABLED",
        "TOO_MANY_ATTEMPTS",
      ]);
      expect(await codeOf({ username }, { organizationId: elsewhere.id })).toBe("INVALID_CREDENTIALS");
      const restrictedSignIn = await new TestClient(testApp).call(auth.login, {
        body: { username: temporary.username, password: testPassword, mode },
      });
      expect(restrictedSignIn.result).toMatchObject({ requires2FA: false, restriction: "password_change" });
    }
  });

  it("R7s-07 returns only requires2FA and a tempToken if a second factor is enabled", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "editor");
    await queryRows(
      testApp,
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
      [member.personId],
    );
    const client = new TestClient(testApp, "browser");
    const { result } = await client.call(auth.login, {
      body: { username: member.username, password: testPassword },
    });
    expect(Object.keys(result).toSorted()).toEqual([
      "methods",
      "requires2FA",
      "tempToken",
      "tempTokenExpiresAt",
    ]);
    expect(client.cookie).toBeUndefined();
    if (!result.requires2FA) throw new Error("no second step");
    expect(result.tempToken).toMatch(/^[\w-]{43}$/);
    client.accessToken = result.tempToken;
    expect((await client.call(getMe)).status).toBe(401);
    const sessions = await queryRows(testApp, "select 1 from session where person_id = $1", [
      member.personId,
    ]);
    expect(sessions).toEqual([]);
  });

  it("N37 never continues a session: tokens are new and earlier ones of the device are invalid", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const browser = new TestClient(testApp, "browser");
    const first = await browser.signIn(member);
    const oldClient = browser.copy();
    const second = await browser.signIn(member);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.sessionId).not.toBe(first.sessionId);
    expect((await oldClient.call(auth.verifyPassword)).status).toBe(401);
    oldClient.cookie = browser.cookie;
    expect((await oldClient.call(auth.verifyPassword)).status).toBe(401);
    expect((await browser.call(auth.verifyPassword)).status).toBe(200);
  });

  it("N38 on the same browser as another person reveals nothing about that person", async () => {
    const organization = await makeOrganization(testApp);
    const [anna, bert] = [
      await makeMember(testApp, organization.id, "org_admin"),
      await makeMember(testApp, organization.id, "viewer"),
    ];
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(anna);
    const annasTab = browser.copy();
    const result = await browser.signIn(bert);
    expect(result.user.id).toBe(bert.personId);
    annasTab.cookie = browser.cookie;
    expect((await annasTab.call(getMe)).status).toBe(401);
    const refreshed = await annasTab.refresh();
    expect(refreshed.result.userId).toBe(bert.personId);
  });

  it("is written to the audit chain of the organization", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    await responseTo({ username: member.username, password: "wrong" });
    await new TestClient(testApp).signIn(member);
    const entries = await auditEntries(testApp, organization.id, "auth.login");
    expect(entries.map((entry) => entry.outcome)).toEqual(["failed", "success"]);
    expect(entries.every((entry) => entry.actor_id === member.personId)).toBe(true);
  });
});

describe("names", () => {
  it("R7s-06 finds people by e-mail address and username, ignoring case", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer", {
      username: "Frieda_Probe",
      email: "frieda.probe@example.org",
    });
    for (const loginName of [
      { username: "frieda_probe" },
      { username: "FRIEDA_PROBE" },
      { email: "Frieda.Probe@Example.ORG" },
      { email: " frieda.probe@example.org " },
    ]) {
      const result = await new TestClient(testApp).signIn(loginName);
      expect(result.user.id).toBe(member.personId);
    }
    // A name and the password are required, and unknown fields are rejected.
    const validBody = { username: member.username, password: testPassword, mode: "cloud" };
    for (const wrong of [{ username: undefined }, { password: undefined }, { other: "x" }]) {
      const response = await new TestClient(testApp).call(auth.login, { body: { ...validBody, ...wrong } });
      expect([wrong, response.status, response.problem.code]).toEqual([wrong, 400, "VALIDATION_FAILED"]);
    }
  });

  it("a username used in two organizations is refused like an unknown one until an organization is chosen", async () => {
    const [firstOrganization, secondOrganization] = [
      await makeOrganization(testApp),
      await makeOrganization(testApp),
    ];
    const inOne = await makeMember(testApp, firstOrganization.id, "viewer", { username: "doppelt" });
    const inTwo = await makeMember(testApp, secondOrganization.id, "editor", { username: "doppelt" });
    const ambiguous = await responseTo({ username: "doppelt", password: testPassword });
    expect(ambiguous.status).toBe(401);
    expect(ambiguous).toEqual(await responseTo({ username: "gibt_es_nicht", password: testPassword }));
    for (const member of [inOne, inTwo]) {
      const result = await new TestClient(testApp).signIn(member);
      expect(result.user.id).toBe(member.personId);
      expect(result.organization?.id).toBe(member.organizationId);
    }
  });

  it("N65 a username assigned in another organization does not lock anyone out of a known device", async () => {
    const username = "mfa_probe";
    // Together with the victim there are more candidates than are read at once, and all of them are older.
    for (let index = 0; index < 3; index += 1) {
      await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer", { username });
    }
    const organization = await makeOrganization(testApp);
    const victim = await makeMember(testApp, organization.id, "viewer", { username });
    const browser = new TestClient(testApp, "browser");
    await browser.signIn({ username, organizationId: organization.id });
    expect((await responseTo({ username, password: testPassword })).status).toBe(401);
    expect((await browser.signIn({ username })).user.id).toBe(victim.personId);
    // A wrong password on a known device gets the same response as anywhere else.
    const refusal = await browser.copy().call(auth.login, { body: { username, password: "Falsch-1" } });
    expect(refusal.problem.code).toBe("INVALID_CREDENTIALS");
  });

  it("N65 an address identifies its owner on a device that people without a username have used", async () => {
    const organization = await makeOrganization(testApp);
    const first = await makeMember(testApp, organization.id, "viewer", { username: null });
    const second = await makeMember(testApp, organization.id, "viewer", { username: null });
    const browser = new TestClient(testApp, "browser");
    for (const { email, personId } of [first, second, first, second]) {
      expect((await browser.signIn({ email })).user.id).toBe(personId);
    }
  });

  it("an organization cannot lock out a platform account by assigning its username to a member", async () => {
    const account = await makePlatformAccount(testApp, "super_admin");
    const members = [];
    for (let index = 0; index < 4; index += 1) {
      const organization = await makeOrganization(testApp);
      members.push(await makeMember(testApp, organization.id, "viewer", { username: account.username }));
    }
    const result = await new TestClient(testApp).signIn({ username: account.username });
    expect(result.user.id).toBe(account.personId);
    const member = members[0];
    const chosenSignIn = await new TestClient(testApp).signIn({
      username: account.username,
      organizationId: member?.organizationId ?? null,
    });
    expect(chosenSignIn.user.id).toBe(member?.personId);
  });

  it("R7s-06 a sign-in starts in the chosen organization, otherwise in the last used one (design decision 9)", async () => {
    const [firstOrganization, secondOrganization] = [
      await makeOrganization(testApp),
      await makeOrganization(testApp),
    ];
    const { personId, email } = await makePerson(testApp);
    await joinOrganization(testApp, firstOrganization.id, personId, "viewer", { username: "mehrfach_a" });
    await joinOrganization(testApp, secondOrganization.id, personId, "editor", { username: "mehrfach_b" });
    const start = async (organizationId?: string) => {
      const { result } = await new TestClient(testApp).call(auth.login, {
        body: { email, password: testPassword, mode: "cloud", ...(organizationId ? { organizationId } : {}) },
      });
      return result.requires2FA ? undefined : [result.organization?.id, result.user.role.type];
    };
    expect(await start(secondOrganization.id)).toEqual([secondOrganization.id, "editor"]);
    expect(await start()).toEqual([secondOrganization.id, "editor"]);
    expect(await start(firstOrganization.id)).toEqual([firstOrganization.id, "viewer"]);
    expect(await start()).toEqual([firstOrganization.id, "viewer"]);
  });

  it("see R7s-06 a body without exactly one name, or with unknown fields, is rejected (R5-46)", async () => {
    for (const body of [
      { password: "x" },
      { password: "x", email: "a@example.org", username: "a" },
      { username: "a" },
      { username: ["a"], password: "x" },
      { username: "a", password: { $ne: null } },
      { username: "a", password: "x", role: "super_admin" },
    ]) {
      const response = await responseTo(body);
      expect([JSON.stringify(body), response.status]).toEqual([JSON.stringify(body), 400]);
    }
  });

  it("a NUL character in any text is a client error, not a server error", async () => {
    for (const body of [
      { username: "mia\u0000", password: "x" },
      { email: "mia\u0000@example.org", password: "x" },
    ]) {
      expect((await responseTo(body)).status).toBe(400);
    }
    const code = await new TestClient(testApp).call(auth.findOrganizationByCode, {
      body: { code: "AB\u0000CD" },
    });
    expect(code.status).toBe(400);
  });
});

describe("refusals that reveal nothing", () => {
  it("R8-46 R8-47 N42 unknown names, wrong passwords, and other or unknown organizations get the same response", async () => {
    const [ownOrganization, otherOrganization] = [
      await makeOrganization(testApp),
      await makeOrganization(testApp),
    ];
    const member = await makeMember(testApp, ownOrganization.id, "viewer");
    const blockedMember = await makeMember(testApp, ownOrganization.id, "viewer");
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      blockedMember.personId,
    ]);
    const deactivated = await makeMember(testApp, ownOrganization.id, "viewer", { status: "deactivated" });
    const passwordless = await makeMember(testApp, ownOrganization.id, "viewer", { password: null });
    const withTwoFactor = await makeMember(testApp, ownOrganization.id, "viewer");
    await queryRows(
      testApp,
      "insert into two_factor (person_id, secret, enabled_at) values ($1, '\\x00', now())",
      [withTwoFactor.personId],
    );
    const password = "Falsches-Kennwort-1";
    const reference = await responseTo({ username: "niemand", password });
    expect(reference.status).toBe(401);
    expect(reference.problem).toMatchObject({
      code: "INVALID_CREDENTIALS",
      message: "Ungültige Anmeldedaten",
    });
    const unknownId = "01890000-0000-7000-8000-000000000000";
    for (const body of [
      { username: member.username, password },
      { email: member.email, password },
      { email: "niemand@example.org", password },
      { email: "no address at all", password },
      { username: member.username, password, organizationId: ownOrganization.id },
      { username: member.username, password: testPassword, organizationId: otherOrganization.id },
      { email: member.email, password: testPassword, organizationId: otherOrganization.id },
      { email: member.email, password: testPassword, organizationId: unknownId },
      { username: blockedMember.username, password },
      { username: deactivated.username, password },
      { username: passwordless.username, password },
      { username: passwordless.username, password: "no password has this hash" },
      { username: withTwoFactor.username, password },
    ]) {
      expect({ body, response: await responseTo(body) }).toEqual({ body, response: reference });
    }
  });

  it("see R8-46 R8-71 the response to a wrong password is in the language of the request", async () => {
    const client = new TestClient(testApp);
    client.headers = { "accept-language": "en" };
    const english = await responseTo({ username: "niemand", password: "x" }, client);
    expect(english.problem["message"]).toBe("Invalid credentials");
    expect(english.headers).toContainEqual(["content-language", "en"]);
  });

  it("a known browser gets the same refusal as an unknown one", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(member);
    const credentials = { username: member.username, password: "wrong" };
    const fromKnownBrowser = await responseTo(credentials, browser);
    expect(fromKnownBrowser).toEqual(await responseTo(credentials, new TestClient(testApp, "browser")));
  });
});

describe("demonstration accounts", () => {
  it("are refused by a portal that runs without the demonstration, but only after a correct password", async () => {
    const portal = await createTestApp({ DEMO: "off" });
    try {
      const organization = await makeOrganization(portal);
      const { username } = await makeMember(portal, organization.id, "viewer", { isDemo: true });
      const client = new TestClient(portal);
      const signIn = (password: string) => client.call(auth.login, { body: { username, password } });
      expect((await signIn("wrong")).status).toBe(401);
      const right = await signIn(testPassword);
      expect([right.status, right.problem.code]).toEqual([403, "DEMO_LOCAL_ONLY"]);
    } finally {
      await portal.stop();
    }
  });
});
