import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { pathOf } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { redeemEmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import { acceptInvitation } from "@praxisportal/contract/members/members.endpoints";
import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import {
  confirmReset,
  redeemRecoveryCode,
} from "@praxisportal/contract/password-reset/password-reset.endpoints";
import * as twoFactor from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { setUserPassword } from "@praxisportal/contract/user-security/user-security.endpoints";
import { changeEmail, createUser, getMe } from "@praxisportal/contract/users/users.endpoints";
import {
  lockSession,
  signInWithPin,
  unlockSession,
} from "@praxisportal/contract/workstation/workstation.endpoints";
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
} from "../../../../test/factories.ts";
import { type KeptRow, keepOutboxRows } from "../../../../test/keep-outbox-rows.ts";
import { inTransaction, untilLockWait } from "../../../../test/lock-waits.ts";
import { newUser, organizationWith } from "../../../../test/people.ts";
import { beginSignIn, setUpSecondFactor } from "../../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
let organization: { id: string; name: string };
let writtenRows: (text: string) => Promise<KeptRow[]>;
beforeAll(async () => {
  testApp = await createTestApp();
  writtenRows = await keepOutboxRows(testApp);
  organization = await makeOrganization(testApp, { name: "Praxis am Probierplatz" });
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

const newPassword = "Neues Kennwort 9";

async function signInMember(overrides: Parameters<typeof makeMember>[3] = {}) {
  const member = await makeMember(testApp, organization.id, "viewer", overrides);
  const client = new TestClient(testApp, "browser");
  await client.signIn(member);
  return { member, client };
}

function change(client: TestClient, replacement: string, currentPassword = testPassword) {
  return client.call(auth.changePassword, { body: { currentPassword, newPassword: replacement } });
}

async function issueCodes(client: TestClient, password: string) {
  const response = await change(client, password);
  expect([password, response.status]).toEqual([password, 400]);
  expect(response.problem.errors?.every((issue) => issue.path === "newPassword")).toBe(true);
  return response.problem.errors?.map((issue) => issue.code);
}

/** Makes the sign-in of a person's session eleven minutes old. */
async function makeStale(personId: string): Promise<void> {
  const minutes = "authenticated_at - interval '11 minutes'";
  await queryRows(testApp, `update session set authenticated_at = ${minutes} where person_id = $1`, [
    personId,
  ]);
  testApp.app.callers.cache.forgetPerson(personId);
}

async function status(username: string | null, password: string) {
  return (await new TestClient(testApp).call(auth.login, { body: { username, password } })).status;
}

describe("the password rule", () => {
  it.each([
    ["R5-29", "Kurz-12", "passwordMinLength"],
    ["R5-30", "ohne-gross-1", "passwordUppercase"],
    ["R5-31", "OHNE-KLEIN-1", "passwordLowercase"],
    ["R5-32", "Ohne-Ziffer", "passwordDigit"],
    ["R5-33", `Aa1${"x".repeat(126)}`, "passwordMaxLength"],
  ])("%s refuses %s and keeps the old password", async (_id, password, code) => {
    const { member, client } = await signInMember();
    expect(await issueCodes(client, password)).toEqual([code]);
    expect(await status(member.username, testPassword)).toBe(200);
  });

  it("R5-29 R5-30 R5-31 R5-32 names every violated part at once", async () => {
    const { client } = await signInMember();
    expect(await issueCodes(client, "…")).toEqual([
      "passwordMinLength",
      "passwordUppercase",
      "passwordLowercase",
      "passwordDigit",
    ]);
    // The same applies to every other call that takes a new password.
    const { client: admin } = await organizationWith(testApp);
    const colleague = await makeMember(testApp, organization.id, "viewer");
    const token = "x".repeat(43);
    const calls = [
      ["password", (value: string) => admin.call(createUser, { body: newUser({ password: value }) })],
      [
        "newPassword",
        (value: string) =>
          admin.call(setUserPassword, { params: { id: colleague.personId }, body: { newPassword: value } }),
      ],
      [
        "password",
        (value: string) =>
          new TestClient(testApp).call(acceptInvitation, { body: { token, password: value } }),
      ],
      [
        "newPassword",
        (value: string) =>
          new TestClient(testApp).call(confirmReset, { body: { token, newPassword: value } }),
      ],
      [
        "newPassword",
        (value: string) =>
          new TestClient(testApp).call(redeemRecoveryCode, {
            body: { name: "niemand", code: "12345678", newPassword: value },
          }),
      ],
    ] as const;
    for (const [path, call] of calls) {
      for (const [password, codes] of [
        ["…", ["passwordMinLength", "passwordUppercase", "passwordLowercase", "passwordDigit"]],
        ["Kurz-12", ["passwordMinLength"]],
        ["ohne-gross-1", ["passwordUppercase"]],
        ["OHNE-KLEIN-1", ["passwordLowercase"]],
        ["Ohne-Ziffer", ["passwordDigit"]],
        [`Aa1${"x".repeat(126)}`, ["passwordMaxLength"]],
      ] as const) {
        const response = await call(password);
        const issues = response.problem.errors?.map((issue) => [issue.path, issue.code]);
        expect([password, response.status, issues]).toEqual([
          password,
          400,
          codes.map((code) => [path, code]),
        ]);
      }
    }
  });

  it("R9-50 see R5-29 accepts 8 characters with a letter of each case and a digit", async () => {
    const { member, client } = await signInMember();
    expect((await change(client, "tuLpe-4x")).status).toBe(204);
    expect(await status(member.username, "tuLpe-4x")).toBe(200);
  });

  it("R5-33 accepts 128 characters with spaces, any script and characters outside the basic plane", async () => {
    for (const password of [`Aa1 ${"ß".repeat(124)}`, "Größe 🩺 über 9 Ζωή", "  Leer 1 Leer  "]) {
      const { member, client } = await signInMember();
      expect((await change(client, password)).status).toBe(204);
      expect(await status(member.username, password)).toBe(200);
      expect(await status(member.username, password.trim())).toBe(password === password.trim() ? 200 : 401);
    }
  });

  it("rejects names, username, address and organization, exactly or surrounded by digits (design decision 11)", async () => {
    const { client } = await signInMember({
      username: "Thea_Musterfrau",
      firstName: "Theodora",
      lastName: "Beispiel-Muster",
      email: "thea.bsp@example.org",
    });
    for (const password of [
      "Theodora1",
      "12Theodora",
      "BeispielMuster2026",
      "Beispiel-Muster1",
      "TheodoraBeispielMuster1",
      "TheaMusterfrau1",
      "Thea.bsp2026",
      "PraxisAmProbierplatz1",
      "Praxisportal2026",
    ]) {
      expect(await issueCodes(client, password)).toEqual(["passwordContext"]);
    }
  });

  it("is not applied before the caller is authenticated", async () => {
    const response = await change(new TestClient(testApp), "x");
    expect(response.status).toBe(401);
  });
});

describe("a wrong password or code", () => {
  it("R8-73 is refused with 400, never with 401, by every call except the sign-in", async () => {
    const person = await makeMember(testApp, organization.id, "viewer");
    const browser = new TestClient(testApp, "browser");
    await browser.signIn(person);
    const { client: withoutFactor } = await signInMember();
    await withoutFactor.call(twoFactor.setupTwoFactor);
    const protectedPerson = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(protectedPerson);
    await setUpSecondFactor(testApp, client);
    const password = "Falsches-Kennwort-1";
    const [totpCode, backupCode, code] = ["000000", "AAAA-AAAA-AAAA", "12345678"];
    const nameOf = { name: person.username, organizationId: organization.id };
    const byPassword = { email: person.email, password, organizationId: organization.id };
    const byCode = { ...byPassword, email: protectedPerson.email, password: testPassword };
    const secondStep = async (proof: object) =>
      new TestClient(testApp).call(twoFactor.verifyTwoFactor, {
        body: { tempToken: await beginSignIn(new TestClient(testApp), protectedPerson), ...proof },
      });
    const responses = {
      "change of the address": await client.call(changeEmail, {
        body: { newEmail: "neu@example.org", password },
      }),
      "step-up by password": await withoutFactor.call(twoFactor.stepUp, { body: { password } }),
      "step-up by app": await client.call(twoFactor.stepUp, { body: { totpCode } }),
      "step-up by backup code": await client.call(twoFactor.stepUp, { body: { backupCode } }),
      "enabling the factor": await withoutFactor.call(twoFactor.enableTwoFactor, { body: { totpCode } }),
      "disabling the factor": await client.call(twoFactor.disableTwoFactor, { body: { password } }),
      "second step by app": await secondStep({ totpCode }),
      "second step by backup code": await secondStep({ backupCode }),
      "second step by day code": await secondStep({ dayCode: "AAAA-AAAA" }),
      "emergency code": await new TestClient(testApp).call(redeemEmergencyCode, {
        body: { ...nameOf, code },
      }),
      "recovery code": await new TestClient(testApp).call(redeemRecoveryCode, {
        body: { ...nameOf, code, newPassword },
      }),
      application: await new TestClient(testApp).call(authenticateOrgToken, { body: byPassword }),
      "application by app": await new TestClient(testApp).call(authenticateOrgToken, {
        body: { ...byCode, totpCode },
      }),
      "application by backup code": await new TestClient(testApp).call(authenticateOrgToken, {
        body: { ...byCode, backupCode },
      }),
      "unlocking the screen": await (async () => {
        await browser.call(lockSession);
        return browser.call(unlockSession, { body: { userId: person.personId, password } });
      })(),
      PIN: await (async () => {
        await queryRows(
          testApp,
          "update workstation set is_shared = true, auto_lock_minutes = 5, label = 'Empfang'",
        );
        return browser.call(signInWithPin, { body: { userId: person.personId, pin: "482913" } });
      })(),
    };
    const results = Object.entries(responses).map(([name, { status: statusCode, problem }]) => [
      name,
      statusCode,
      problem.code,
    ]);
    expect(results).toEqual([
      ["change of the address", 400, "PASSWORD_INCORRECT"],
      ["step-up by password", 400, "PASSWORD_INCORRECT"],
      ["step-up by app", 400, "CODE_INVALID"],
      ["step-up by backup code", 400, "CODE_INVALID"],
      ["enabling the factor", 400, "CODE_INVALID"],
      ["disabling the factor", 400, "PASSWORD_INCORRECT"],
      ["second step by app", 400, "CODE_INVALID"],
      ["second step by backup code", 400, "CODE_INVALID"],
      ["second step by day code", 400, "CODE_INVALID"],
      ["emergency code", 400, "CODE_INVALID"],
      ["recovery code", 400, "CODE_INVALID"],
      ["application", 400, "AUTHENTICATION_FAILED"],
      ["application by app", 400, "AUTHENTICATION_FAILED"],
      ["application by backup code", 400, "AUTHENTICATION_FAILED"],
      ["unlocking the screen", 400, "PASSWORD_INCORRECT"],
      ["PIN", 400, "PIN_INCORRECT"],
    ]);
  });
});

describe("a wrong current password", () => {
  it("R8-73 R7s-37 is refused with 400, never with 401, counts, and locks after ten", async () => {
    const { member, client } = await signInMember();
    for (let index = 0; index < 10; index += 1) {
      const response = await change(client, newPassword, "wrong");
      expect([response.status, response.problem.code]).toEqual([400, "PASSWORD_INCORRECT"]);
    }
    const lockedResponse = await change(client, newPassword, testPassword);
    expect([lockedResponse.status, lockedResponse.problem.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect(Number(lockedResponse.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await client.call(getMe)).result).toMatchObject({
      lockStatus: "locked",
      failedLoginAttempts: 10,
    });
    expect(await status(member.username, newPassword)).toBe(401);
    const entries = await auditEntries(testApp, organization.id, "user.password_changed");
    const ownEntries = entries.filter((entry) => entry.target_id === member.personId);
    expect(ownEntries.map(({ outcome, record }) => [outcome, record.reason])).toEqual(
      Array.from({ length: 10 }, () => ["failed", "password_incorrect"]),
    );
  });

  it("a user locked out from elsewhere can still change their password (design decision 10)", async () => {
    const { member, client } = await signInMember();
    for (let index = 0; index < 10; index += 1) await status(member.username, "wrong");
    expect(await status(member.username, testPassword)).toBe(429);
    expect((await change(client, newPassword)).status).toBe(204);
  });

  it("N18 at most ten of 60 parallel wrong passwords are checked", async () => {
    const { client } = await signInMember();
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => change(client, newPassword, "wrong")),
    );
    const count = (expected: number) => responses.filter((response) => response.status === expected).length;
    expect(count(400)).toBeLessThanOrEqual(10);
    expect(count(400) + count(429) + count(503)).toBe(60);
  });
});

describe("a changed password", () => {
  it("R7s-37 N24 is the only one that signs in; other sessions end, and the current one stays", async () => {
    const { member, client } = await signInMember();
    const otherClients = [new TestClient(testApp, "browser"), new TestClient(testApp, "client")];
    for (const other of otherClients) await other.signIn(member);
    const closedSessionIds: string[] = [];
    testApp.app.live.subscribe((event) => {
      if (event.event === "forceLogout") closedSessionIds.push(...(event.sessionIds ?? []));
    });
    expect((await change(client, newPassword)).status).toBe(204);
    expect((await client.call(getMe)).status).toBe(200);
    expect((await client.refresh()).status).toBe(200);
    for (const other of otherClients) {
      expect((await other.call(getMe)).status).toBe(401);
      expect((await other.refresh()).status).toBe(401);
    }
    expect(await status(member.username, testPassword)).toBe(401);
    expect(await status(member.username, newPassword)).toBe(200);
    // Both passwords are required, and the current one has to be right.
    const refusals = [
      await change(client, "Noch ein Kennwort 9", testPassword),
      await client.call(auth.changePassword, { body: { newPassword: "Noch ein Kennwort 9" } }),
      await client.call(auth.changePassword, { body: { currentPassword: newPassword } }),
    ];
    expect(refusals.map((response) => [response.status, response.problem.code])).toEqual([
      [400, "PASSWORD_INCORRECT"],
      [400, "PASSWORD_INCORRECT"],
      [400, "VALIDATION_FAILED"],
    ]);
    expect(await status(member.username, newPassword)).toBe(200);
    await expect.poll(() => closedSessionIds.length).toBe(2);
  });

  it("see R7s-37 is audited in every organization and the platform chain without its value, and mailed", async () => {
    const { member, client } = await signInMember();
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, member.personId, "editor");
    testApp.app.callers.cache.forgetPerson(member.personId);
    expect((await change(client, newPassword)).status).toBe(204);
    for (const chain of [organization.id, otherOrganization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "user.password_changed");
      const ownEntries = entries.filter((entry) => entry.target_id === member.personId);
      expect(ownEntries.map(({ outcome, actor_id }) => [outcome, actor_id])).toEqual([
        ["success", member.personId],
      ]);
      expect(JSON.stringify(ownEntries)).not.toContain(newPassword);
    }
    const mails = (await writtenRows(member.personId)).filter(({ topic }) => topic === "mail");
    expect(mails.map((mail) => mail.payload)).toEqual([
      // Names the device in the mail.
      { template: "passwordChanged", personId: member.personId, sessionId: expect.any(String) },
    ]);
  });

  it("N24 prevents a concurrent sign-in with the old password from starting a session", async () => {
    const { member } = await signInMember();
    let late: Promise<number> | undefined;
    await inTransaction(testApp, async (other) => {
      await other.query("update person set password_hash = 'changed' where id = $1", [member.personId]);
      late = status(member.username, testPassword);
      await untilLockWait(testApp);
    });
    expect(await late).toBe(401);
    const [openSessions] = await queryRows<{ count: string }>(
      testApp,
      "select count(*) from session where person_id = $1 and ended_at is null",
      [member.personId],
    );
    expect(openSessions?.count).toBe("1");
  });

  it("see R7s-37 is set once by ten parallel changes with the same current password", async () => {
    const { member, client } = await signInMember();
    const passwords = Array.from({ length: 10 }, (_, index) => `Neues Kennwort ${index}`);
    const responses = await Promise.all(passwords.map((candidate) => change(client, candidate)));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((code) => code === 204)).toHaveLength(1);
    expect(statuses.filter((code) => code === 400 || code === 429)).toHaveLength(9);
    expect(await status(member.username, passwords[statuses.indexOf(204)] ?? "")).toBe(200);
  });

  it("R7s-37 works for platform accounts", async () => {
    const account = await makePlatformAccount(testApp, "super_admin");
    const client = new TestClient(testApp, "browser");
    await client.signIn({ username: account.username });
    expect((await change(client, newPassword)).status).toBe(204);
    expect(await status(account.username, newPassword)).toBe(200);
  });

  it("see R5-46 refuses unknown fields", async () => {
    const { client } = await signInMember();
    const body = { currentPassword: testPassword, newPassword, personId: "x" };
    expect((await client.call(auth.changePassword, { body })).status).toBe(400);
  });
});

describe("a session that must change its password", () => {
  it("R7s-38 R3-09 may call only change-password, logout, check-auth and refresh", async () => {
    const { client } = await signInMember({ mustChangePassword: true });
    // Public endpoints are excluded: the next user at the workstation must be able to sign in.
    const refusedEndpoints = allEndpoints.filter(
      ({ name, access }) =>
        !["auth.changePassword", "auth.logout", "auth.checkAuth", "auth.refresh"].includes(name) &&
        access.who !== "public",
    );
    expect(refusedEndpoints.length).toBeGreaterThan(5);
    for (const endpoint of refusedEndpoints) {
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? "", organization.id]),
      );
      const response = await client.fetch(pathOf(endpoint, params), {
        method: endpoint.method,
        ...(endpoint.method === "GET" ? {} : { body: "{}", headers: { "content-type": "application/json" } }),
      });
      const problem = (await response.json()) as { code?: string; error?: { code: string } };
      expect([endpoint.name, response.status, problem.error?.code ?? problem.code]).toEqual([
        endpoint.name,
        403,
        "PASSWORD_CHANGE_REQUIRED",
      ]);
    }
    expect((await client.call(auth.findOrganizationByCode, { body: { code: "NO-SUCH-CODE" } })).status).toBe(
      404,
    );
    const { result } = await client.call(auth.checkAuth);
    expect(result).toMatchObject({
      authenticated: true,
      restriction: "password_change",
      user: { mustChangePassword: true },
    });
    expect((await client.refresh()).status).toBe(200);
    expect((await client.call(getMe)).status).toBe(403);
    expect((await client.call(auth.logout)).status).toBe(204);
  });

  it("R7s-38 is unrestricted after the change, even at later sign-ins", async () => {
    const { member, client } = await signInMember({ mustChangePassword: true });
    expect((await change(client, "wrong")).status).toBe(400);
    expect((await client.call(getMe)).status).toBe(403);
    expect((await change(client, newPassword)).status).toBe(204);
    expect((await client.call(getMe)).result.mustChangePassword).toBe(false);
    const nextSignIn = await new TestClient(testApp).signIn({ ...member, password: newPassword });
    expect(nextSignIn.restriction).toBeNull();
  });

  it("see R0-275 needs no current password within ten minutes of the sign-in, and one afterwards", async () => {
    const { member, client } = await signInMember({ mustChangePassword: true });
    const later = await signInMember({ mustChangePassword: true });
    const body = { newPassword };
    const fresh = await client.call(auth.changePassword, { body });
    expect(fresh.status).toBe(204);
    expect(await status(member.username, newPassword)).toBe(200);

    await makeStale(later.member.personId);
    const refusal = await later.client.call(auth.changePassword, { body });
    expect([refusal.status, refusal.problem.code]).toEqual([400, "PASSWORD_INCORRECT"]);
    expect(await status(later.member.username, newPassword)).toBe(401);
  });

  it("see R0-275 is the only session that needs no current password", async () => {
    const { member, client } = await signInMember();
    const refusal = await client.call(auth.changePassword, { body: { newPassword } });
    expect([refusal.status, refusal.problem.code]).toEqual([400, "PASSWORD_INCORRECT"]);
    expect(await status(member.username, testPassword)).toBe(200);
  });

  it("keeps any other restriction after the change", async () => {
    const { member, client } = await signInMember();
    await queryRows(testApp, "update session set restriction = 'two_factor_setup' where person_id = $1", [
      member.personId,
    ]);
    testApp.app.callers.cache.forgetPerson(member.personId);
    await change(client, newPassword);
    expect((await client.call(getMe)).problem.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
  });
});
