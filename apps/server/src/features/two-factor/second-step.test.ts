import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { pathOf } from "@praxisportal/contract/endpoint";
import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { Role } from "@praxisportal/contract/roles";
import {
  disableTwoFactor,
  enableTwoFactor,
  stepUp,
  verifyTwoFactor,
} from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
} from "../../../test/factories.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { withSlowWrites } from "../../../test/slow-writes.ts";
import { tally } from "../../../test/tally.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

/** Returns a member with a second factor who is not signed in. */
async function twoFactorMember(role: Role = "viewer") {
  const member = await makeMember(testApp, organization.id, role);
  const client = new TestClient(testApp);
  await client.signIn(member);
  return { ...member, ...(await setUpSecondFactor(testApp, client)) };
}

function verify(client: TestClient, body: Record<string, unknown>) {
  return client.call(verifyTwoFactor, { body });
}

describe("the second step of a sign-in", () => {
  it("R4-02 R8-05 R3-51 is required after the password, and there is no access before", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp, "browser");
    const byName = { username: member.username, organizationId: organization.id };
    for (const name of [{ email: member.email }, byName]) {
      const { result } = await client.call(login, { body: { ...name, password: testPassword } });
      expect(result).toEqual({
        requires2FA: true,
        tempToken: expect.any(String),
        tempTokenExpiresAt: expect.any(String),
        methods: ["code"],
      });
      expect(client.cookie).toBeUndefined();
      client.accessToken = "tempToken" in result ? result.tempToken : undefined;
      expect((await client.call(getMe)).status).toBe(401);
      client.accessToken = undefined;
    }
  });

  it("R7s-10 R7s-11 R4-03 signs in with an authenticator code, and the log records the method", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp, "browser");
    const tempToken = await beginSignIn(client, member);
    const { result } = await verify(client, { tempToken, totpCode: appCode(testApp, member.secret) });
    expect(result).toMatchObject({
      requires2FA: false,
      // For a browser it is the handle of the session.
      refreshToken: result.sessionId,
      restriction: null,
      user: { id: member.personId },
      organization: { id: organization.id },
    });
    expect(result.backupCodesRemaining).toBeUndefined();
    client.accessToken = result.accessToken;
    expect((await client.call(getMe)).status).toBe(200);
    const [entry] = (await auditEntries(testApp, organization.id, "auth.login")).slice(-1);
    expect(entry?.record).toMatchObject({ outcome: "success", reason: "password+totp" });
    // A backup code takes the place of the authenticator code, and each needs the token of the first step.
    const [backupCode] = member.backupCodes;
    const second = new TestClient(testApp, "browser");
    const nextToken = await beginSignIn(second, member);
    for (const code of [{ backupCode }, { totpCode: appCode(testApp, member.secret, 1) }]) {
      const { status, problem } = await verify(second, code);
      expect([status, problem.errors?.map(({ path }) => path)]).toEqual([400, ["tempToken"]]);
    }
    expect((await verify(second, { tempToken: nextToken, backupCode })).result.backupCodesRemaining).toBe(9);
  });

  it("R7s-13 rejects a code that was already accepted, and every older one (R8-73)", async () => {
    const member = await twoFactorMember();
    const totpCode = appCode(testApp, member.secret);
    const older = appCode(testApp, member.secret, -1);
    const client = new TestClient(testApp);
    const first = await verify(client, { tempToken: await beginSignIn(client, member), totpCode });
    expect(first.status).toBe(200);
    for (const code of [totpCode, older]) {
      const again = await verify(client, { tempToken: await beginSignIn(client, member), totpCode: code });
      expect([again.status, again.problem.code]).toEqual([400, "CODE_INVALID"]);
    }
  });

  it("R4-03 R7s-14 R3-52 N16 accepts a backup code once, even in 50 parallel calls, and returns how many codes remain", async () => {
    const member = await twoFactorMember();
    const [backupCode = ""] = member.backupCodes;
    const client = new TestClient(testApp);
    // The account allows ten attempts, and this test is about the race between them.
    const tokens: string[] = [];
    for (let index = 0; index < 50; index += 1) tokens.push(await beginSignIn(client, member));
    const responses = await Promise.all(
      tokens.map((tempToken) => verify(new TestClient(testApp), { tempToken, backupCode })),
    );
    const succeeded = responses.find((response) => response.status === 200);
    expect(responses.map((response) => response.status).filter((status) => status === 200)).toHaveLength(1);
    expect(responses.every((response) => [200, 400, 429].includes(response.status))).toBe(true);
    expect(succeeded?.result.backupCodesRemaining).toBe(9);
    await deleteAttempts(testApp);
    const [, second = ""] = member.backupCodes;
    const next = await verify(client, {
      tempToken: await beginSignIn(client, member),
      backupCode: second.toLowerCase().replaceAll("-", " "),
    });
    expect(next.result.backupCodesRemaining).toBe(8);
    client.accessToken = next.result.accessToken;
    expect((await client.call(getMe)).result.id).toBe(member.personId);
  });

  it("R7s-12 N32 the token of the first step works once, on its device, for five minutes and five attempts", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp);
    const usedSignIn = await beginSignIn(client, member);
    expect(
      (await verify(client, { tempToken: usedSignIn, totpCode: appCode(testApp, member.secret) })).status,
    ).toBe(200);
    testApp.clock.advance(60_000);
    const right = () => ({ totpCode: appCode(testApp, member.secret) });
    const again = await verify(client, { tempToken: usedSignIn, ...right() });
    expect([again.status, again.problem.code]).toEqual([401, "SECOND_STEP_EXPIRED"]);

    const otherBrowser = new TestClient(testApp, "browser");
    otherBrowser.cookie = "portal_8080=another-device-than-the-one-of-the-first-step-1234567";
    const movedResponse = await verify(otherBrowser, {
      tempToken: await beginSignIn(client, member),
      ...right(),
    });
    expect(movedResponse.problem.code).toBe("SECOND_STEP_EXPIRED");

    // Both calls run at the same moment, each with its own proof.
    const shared = await beginSignIn(client, member);
    testApp.clock.advance(30_000);
    const [first = "", second = ""] = member.backupCodes;
    const proofs = [{ backupCode: first }, { backupCode: second }, right()];
    const parallel = await withSlowWrites(testApp, "one_time_token", () =>
      Promise.all(proofs.map((proof) => verify(client.copy(), { tempToken: shared, ...proof }))),
    );
    expect(tally(parallel)).toEqual({ 200: 1, 401: 2 });

    const tried = await beginSignIn(client, member);
    const wrongResponses = await Promise.all(
      Array.from({ length: 8 }, () => verify(client.copy(), { tempToken: tried, totpCode: "000000" })),
    );
    expect(wrongResponses.map(({ problem }) => problem.code).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "CODE_INVALID"),
      ...Array.from({ length: 3 }, () => "SECOND_STEP_EXPIRED"),
    ]);
    expect((await verify(client, { tempToken: tried, ...right() })).problem.code).toBe("SECOND_STEP_EXPIRED");

    await deleteAttempts(testApp);
    const inTime = await beginSignIn(client, member);
    testApp.clock.advance(5 * 60_000 - 10_000);
    expect((await verify(client, { tempToken: inTime, ...right() })).status).toBe(200);
    testApp.clock.advance(60_000);
    const late = await beginSignIn(client, member);
    testApp.clock.advance(5 * 60_000);
    expect((await verify(client, { tempToken: late, ...right() })).problem.code).toBe("SECOND_STEP_EXPIRED");
  });

  it("R7s-12 N32 the token of the first step is accepted by no other call", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp);
    client.accessToken = await beginSignIn(client, member);
    for (const endpoint of allEndpoints.filter(({ access }) => access.who !== "public")) {
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? "", organization.id]),
      );
      const response = await client.fetch(pathOf(endpoint, params), { method: endpoint.method });
      expect([endpoint.name, response.status]).toEqual([endpoint.name, 401]);
    }
    // The public calls that take a token of another kind do not accept it either.
    const token = await beginSignIn(client, member);
    client.accessToken = undefined;
    const bodies: Record<string, object> = {
      "auth.refresh": { refreshToken: token },
      "users.checkEmailLink": { token },
      "users.rejectEmailChange": { token },
      "users.confirmEmailChange": { token },
      "members.acceptInvitation": { token, password: "Sonnen-Garten-83" },
      "members.checkInvitation": { token },
      "setup.check": { token },
      "passwordReset.check": { token },
      "passwordReset.confirm": { token, newPassword: "Sonnen-Garten-83" },
      "orgTokens.refresh": {
        refreshToken: token,
        organizationId: organization.id,
        applicationId: "kasse-am-empfang",
      },
    };
    for (const [name, body] of Object.entries(bodies)) {
      const endpoint = allEndpoints.find((candidate) => candidate.name === name);
      if (endpoint === undefined) throw new Error(name);
      const { status, problem } = await client.call(endpoint, { body });
      expect([name, status]).toEqual([name, expect.toBeOneOf([400, 401, 403, 404, 409, 410])]);
      // The body is complete, so it is the token that is refused.
      expect([name, problem.code]).not.toEqual([name, "VALIDATION_FAILED"]);
    }
    const { status } = await verify(client, { tempToken: token, totpCode: appCode(testApp, member.secret) });
    expect(status).toBe(200);
  });

  it("R7s-15 N33 counts wrong codes per account, across all sign-ins", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const tempToken = await beginSignIn(client, member);
      const kinds = [{ totpCode: "000000" }, { backupCode: "AAAA-AAAA-AAAA" }, { dayCode: "AAAA-AAAA" }];
      for (const code of kinds.toSpliced(round % 3, 1))
        statuses.push((await verify(client, { tempToken, ...code })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    const right = await verify(client, {
      tempToken: await beginSignIn(client, member),
      totpCode: appCode(testApp, member.secret),
    });
    expect([right.status, right.problem.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect(right.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it.each([
    ["both codes", { totpCode: "123456", backupCode: "0-AAAA-BBBB-CCCC" }],
    ["no code", {}],
    ["five digits", { totpCode: "12345" }],
    ["seven digits", { totpCode: "1234567" }],
    ["digits of another script", { totpCode: "١٢٣٤٥٦" }],
    ["letters", { totpCode: "12345a" }],
    ["a space", { totpCode: " 123456" }],
    ["a number", { totpCode: 123_456 }],
    ["a list", { totpCode: ["123456"] }],
  ])("R5-41 R7s-10 N34 %s is rejected and not counted as an attempt (R9-51)", async (_what, codes) => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp);
    const tempToken = await beginSignIn(client, member);
    for (let index = 0; index < 12; index += 1) {
      const response = await verify(client, { tempToken, ...codes });
      expect([response.status, response.problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    }
    const signedIn = await verify(client, { tempToken, totpCode: appCode(testApp, member.secret) });
    expect(signedIn.status).toBe(200);
    // No other call counts it either.
    if ("backupCode" in codes || !("totpCode" in codes)) return;
    client.accessToken = signedIn.result.accessToken;
    const person = { email: member.email, password: testPassword, organizationId: organization.id };
    for (let index = 0; index < 12; index += 1) {
      for (const response of [
        await client.call(stepUp, { body: codes }),
        await client.call(enableTwoFactor, { body: codes }),
        await client.call(disableTwoFactor, { body: { password: testPassword, ...codes } }),
        await client.call(authenticateOrgToken, { body: { ...person, ...codes } }),
      ])
        expect([response.status, response.problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    }
    const code = { totpCode: appCode(testApp, member.secret, 1) };
    expect((await client.call(stepUp, { body: code })).status).toBeLessThan(300);
  });

  it("R0-57 a malformed code gets a message that asks for 6 digits", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp);
    const tempToken = await beginSignIn(client, member);
    for (const [language, message] of [
      ["de", "Bitte geben Sie die 6 Ziffern des Codes ein"],
      ["en", "Please enter the 6 digits of the code"],
      ["fr", "Veuillez saisir les 6 chiffres du code"],
      ["it", "Inserisca le 6 cifre del codice"],
    ] as const)
      for (const totpCode of ["12345", "1234567", "12345a", "12 345"]) {
        client.headers = { "accept-language": language };
        const { problem } = await verify(client, { tempToken, totpCode });
        expect([language, totpCode, problem.errors]).toEqual([
          language,
          totpCode,
          [{ path: "totpCode", code: "twoFactorCode", message }],
        ]);
      }
    const account = await makeMember(testApp, organization.id, "viewer");
    await client.signIn(account);
    const application = {
      email: account.email,
      password: testPassword,
      organizationId: organization.id,
      totpCode: "12345",
    };
    for (const response of [
      await client.call(enableTwoFactor, { body: { totpCode: "12345" } }),
      await client.call(disableTwoFactor, { body: { password: testPassword, totpCode: "12345" } }),
      await client.call(stepUp, { body: { totpCode: "12345" } }),
      await client.call(authenticateOrgToken, { body: application }),
    ])
      expect(response.problem.errors).toEqual([
        { path: "totpCode", code: "twoFactorCode", message: "Inserisca le 6 cifre del codice" },
      ]);
  });

  it("see R4-03 N21 rejects a user who was blocked between the two steps", async () => {
    const member = await twoFactorMember();
    const client = new TestClient(testApp);
    const tempToken = await beginSignIn(client, member);
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      member.personId,
    ]);
    const response = await verify(client, { tempToken, totpCode: appCode(testApp, member.secret) });
    expect([response.status, response.problem.code]).toEqual([403, "ACCOUNT_BLOCKED"]);
  });

  it("R4-12 is skipped on a remembered device for seven days", async () => {
    const member = await twoFactorMember();
    const browser = new TestClient(testApp, "browser");
    // A device that the user has used before is not trusted yet.
    const first = await beginSignIn(browser, member);
    await verify(browser, { tempToken: first, totpCode: appCode(testApp, member.secret) });
    testApp.clock.advance(60_000);
    const tempToken = await beginSignIn(browser, member, { rememberMe: true });
    await verify(browser, { tempToken, totpCode: appCode(testApp, member.secret) });
    const direct = () => browser.call(login, { body: { email: member.email, password: testPassword } });
    expect((await direct()).result.requires2FA).toBe(false);
    const otherBrowser = new TestClient(testApp, "browser");
    await beginSignIn(otherBrowser, member);
    testApp.clock.advance(7 * 24 * 3_600_000 - 60_000);
    expect((await direct()).result.requires2FA).toBe(false);
    testApp.clock.advance(60_000);
    expect((await direct()).result.requires2FA).toBe(true);
  });

  it("R4-12 see R4-10 is never skipped by administrators, nor without remember-me", async () => {
    const operator = async (platformRole: "admin" | "super_admin") => {
      const account = await makePlatformAccount(testApp, platformRole);
      const client = new TestClient(testApp);
      await client.signIn({ username: account.username });
      return { ...account, ...(await setUpSecondFactor(testApp, client)) };
    };
    for (const [make, rememberMe] of [
      [() => twoFactorMember("org_admin"), true],
      [() => twoFactorMember("practice_admin"), true],
      [() => operator("admin"), true],
      [() => operator("super_admin"), true],
      [() => twoFactorMember("viewer"), false],
    ] as const) {
      const member = await make();
      const browser = new TestClient(testApp, "browser");
      const tempToken = await beginSignIn(browser, member, { rememberMe });
      const { result } = await verify(browser, { tempToken, totpCode: appCode(testApp, member.secret) });
      const lengthMs = Date.parse(result.absoluteExpiresAt) - Date.parse(result.serverTime);
      expect(rememberMe || Math.abs(lengthMs - 24 * 3_600_000) < 60_000).toBe(true);
      const again = await browser.call(login, { body: { email: member.email, password: testPassword } });
      expect(again.result.requires2FA).toBe(true);
    }
  });
});
