import { changePassword, login, logout, verifyPassword } from "@praxisportal/contract/auth/auth.endpoints";
import { passkeyOptions, removePasskey } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { endOtherSessions, endSession } from "@praxisportal/contract/sessions/sessions.endpoints";
import * as twoFactor from "@praxisportal/contract/two-factor/two-factor.endpoints";
import {
  endUserSession,
  resetConnections,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  deleteAttempts,
  makeMember,
  makeOrganization,
  testPassword,
} from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import * as passkeys from "../../../test/passkeys.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";

let testApp: TestApp;
let organization: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

type Member = { personId: string; email: string | null; secret: string; backupCodes: readonly string[] };

async function memberWithApp(): Promise<Member> {
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp);
  await client.signIn(member);
  return { ...member, ...(await setUpSecondFactor(testApp, client)) };
}

/** Signs in with password, code and "remember me". */
async function trustedBrowser(member: Member) {
  const browser = new TestClient(testApp, "browser");
  const tempToken = await beginSignIn(browser, member, { rememberMe: true });
  testApp.clock.advance(60_000);
  const { result } = await browser.call(twoFactor.verifyTwoFactor, {
    body: { tempToken, totpCode: appCode(testApp, member.secret) },
  });
  browser.accessToken = result.accessToken;
  return { browser, sessionId: result.sessionId };
}

const signInAgain = (browser: TestClient, member: Member) =>
  browser.call(login, { body: { email: member.email, password: testPassword } });

/** Returns a copy with the cookie but without the access token. */
function cookieOf(browser: TestClient): TestClient {
  const copy = browser.copy();
  copy.accessToken = undefined;
  return copy;
}

/** Returns a session opened with the password alone on the trusted browser. */
async function passwordSession(member: Member) {
  const { browser } = await trustedBrowser(member);
  const { result } = await signInAgain(browser, member);
  if (result.requires2FA) throw new Error("the browser is not trusted");
  browser.accessToken = result.accessToken;
  return browser;
}

it.each(["totpCode", "backupCode"] as const)(
  "see R7s-36 a session opened only with the password needs a %s to disable two-factor, despite proof in another session",
  async (kind) => {
    const member = await memberWithApp();
    const session = await passwordSession(member);
    const disable = (code: object) =>
      session.call(twoFactor.disableTwoFactor, { body: { password: testPassword, ...code } });
    const refusal = await disable({});
    expect([refusal.status, refusal.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect((await session.call(twoFactor.getTwoFactor)).result.enabled).toBe(true);
    testApp.clock.advance(60_000);
    const code = kind === "totpCode" ? appCode(testApp, member.secret) : member.backupCodes[0];
    expect((await disable({ [kind]: code })).status).toBe(204);
    expect((await session.call(twoFactor.getTwoFactor)).result.enabled).toBe(false);
  },
);

describe("N54 a retired cookie of a trusted device", () => {
  it("does not replace the second factor, ends the device's sessions and is reported", async () => {
    const member = await memberWithApp();
    const { browser } = await trustedBrowser(member);
    const stolen = cookieOf(browser);
    await browser.refresh();
    await browser.refresh();
    testApp.clock.advance(11_000);
    const response = await signInAgain(stolen, member);
    expect(response.result.requires2FA).toBe(true);
    expect((await browser.call(verifyPassword)).status).toBe(401);
    const entries = await auditEntries(testApp, platformChainId, "auth.refresh_reused");
    expect(entries).toMatchObject([{ outcome: "denied" }]);
    await expect
      .poll(async () => (await mailsOf(testApp, "sessionsRevoked")).length, { timeout: 10_000 })
      .toBe(1);
    // The device is revoked, so its current cookie is not trusted either.
    expect((await signInAgain(browser, member)).result.requires2FA).toBe(true);
  });

  it("also ends the device's sessions when it is used with an unknown name", async () => {
    const member = await memberWithApp();
    const { browser } = await trustedBrowser(member);
    const stolen = cookieOf(browser);
    await browser.refresh();
    await browser.refresh();
    testApp.clock.advance(11_000);
    const unknown = await stolen.call(login, {
      body: { email: "niemand@example.org", password: testPassword },
    });
    expect(unknown.status).toBe(401);
    expect((await browser.call(verifyPassword)).status).toBe(401);
  });

  it("keeps the previous secret valid for 10 s, and the current cookie", async () => {
    const member = await memberWithApp();
    const { browser } = await trustedBrowser(member);
    const otherTab = cookieOf(browser);
    await browser.refresh();
    await browser.refresh();
    testApp.clock.advance(9_000);
    expect((await signInAgain(otherTab, member)).result.requires2FA).toBe(false);
  });
});

describe("N55 a session opened by the password alone", () => {
  it("cannot create backup codes or register or remove a passkey", async () => {
    const member = await memberWithApp();
    const browser = await passwordSession(member);
    const refusals = [
      await browser.call(twoFactor.renewBackupCodes),
      await browser.call(passkeyOptions),
      await browser.call(removePasskey, { params: { id: organization.id } }),
    ];
    expect(refusals.map(({ problem }) => problem.code)).toEqual(refusals.map(() => "STEP_UP_REQUIRED"));
  });

  it("does not become fresh by the password of a user who has an app", async () => {
    const browser = await passwordSession(await memberWithApp());
    const response = await browser.call(twoFactor.stepUp, { body: { password: testPassword } });
    expect([response.status, response.problem.code]).toEqual([403, "SECOND_FACTOR_REQUIRED"]);
    expect((await browser.call(twoFactor.renewBackupCodes)).problem.code).toBe("STEP_UP_REQUIRED");
  });

  it("becomes fresh by a code, and the user can then manage their passkeys", async () => {
    const member = await memberWithApp();
    const browser = await passwordSession(member);
    testApp.clock.advance(60_000);
    const proof = { totpCode: appCode(testApp, member.secret) };
    expect((await browser.call(twoFactor.stepUp, { body: proof })).status).toBe(200);
    expect((await browser.call(twoFactor.renewBackupCodes)).status).toBe(200);
    const addition = await passkeys.addPasskey(testApp, browser);
    expect((await browser.call(removePasskey, { params: { id: addition.id } })).status).toBe(204);
  });

  it("changes the password only after the factor was proven in it", async () => {
    const member = await memberWithApp();
    const browser = await passwordSession(member);
    const body = { currentPassword: testPassword, newPassword: "Anderes-Kennwort-8" };
    expect((await browser.call(changePassword, { body })).problem.code).toBe("STEP_UP_REQUIRED");
    testApp.clock.advance(60_000);
    await browser.call(twoFactor.stepUp, { body: { totpCode: appCode(testApp, member.secret) } });
    expect((await browser.call(changePassword, { body })).status).toBe(204);
  });

  it("disables the app with the password only after the factor was proven in it", async () => {
    const browser = await passwordSession(await memberWithApp());
    const response = await browser.call(twoFactor.disableTwoFactor, { body: { password: testPassword } });
    expect(response.problem.code).toBe("STEP_UP_REQUIRED");
  });
});

describe("N56 the trust in a device", () => {
  async function otherSession(member: Member) {
    const client = new TestClient(testApp, "browser");
    const tempToken = await beginSignIn(client, member);
    testApp.clock.advance(60_000);
    const { result } = await client.call(twoFactor.verifyTwoFactor, {
      body: { tempToken, totpCode: appCode(testApp, member.secret) },
    });
    client.accessToken = result.accessToken;
    return client;
  }

  async function owner() {
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
    return client;
  }

  it("continues while nothing changes", async () => {
    const member = await memberWithApp();
    const { browser } = await trustedBrowser(member);
    await otherSession(member);
    expect((await signInAgain(browser, member)).result.requires2FA).toBe(false);
  });

  it("ends when the user signs out everywhere else, even if it has no open session", async () => {
    const member = await memberWithApp();
    const { browser } = await trustedBrowser(member);
    testApp.clock.advance(31 * 60_000);
    const client = await otherSession(member);
    expect((await client.call(endOtherSessions)).status).toBe(200);
    expect((await signInAgain(browser, member)).result.requires2FA).toBe(true);
  });

  it("ends when the user ends its session", async () => {
    const member = await memberWithApp();
    const { browser, sessionId } = await trustedBrowser(member);
    const client = await otherSession(member);
    expect((await client.call(endSession, { params: { id: sessionId } })).status).toBe(204);
    expect((await signInAgain(browser, member)).result.requires2FA).toBe(true);
  });

  it("ends when the user changes their password", async () => {
    const member = await memberWithApp();
    const { browser } = await trustedBrowser(member);
    const client = await otherSession(member);
    const body = { currentPassword: testPassword, newPassword: "Anderes-Kennwort-8" };
    expect((await client.call(changePassword, { body })).status).toBe(204);
    const again = await browser.call(login, {
      body: { email: member.email, password: "Anderes-Kennwort-8" },
    });
    expect(again.result.requires2FA).toBe(true);
  });

  it("ends when an administrator ends its session or resets the connections", async () => {
    const admin = await owner();
    const first = await memberWithApp();
    const lostBrowser = await trustedBrowser(first);
    const ended = await admin.call(endUserSession, {
      params: { id: first.personId, sessionId: lostBrowser.sessionId },
    });
    expect(ended.status).toBe(204);
    expect((await signInAgain(lostBrowser.browser, first)).result.requires2FA).toBe(true);

    const second = await memberWithApp();
    const { browser } = await trustedBrowser(second);
    expect((await browser.call(logout)).status).toBe(204);
    expect((await admin.call(resetConnections, { params: { id: second.personId } })).status).toBe(200);
    expect((await signInAgain(browser, second)).result.requires2FA).toBe(true);
  });
});
