import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import * as endpoints from "@praxisportal/contract/two-factor/two-factor.endpoints";
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
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
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

async function signedIn(overrides: Parameters<typeof makeMember>[3] = {}, of = organization) {
  const member = await makeMember(testApp, of.id, "viewer", overrides);
  const client = new TestClient(testApp, "browser");
  await client.signIn(member);
  return { member, client };
}

const setup = (client: TestClient) => client.call(endpoints.setupTwoFactor);
const enable = (client: TestClient, totpCode: string) =>
  client.call(endpoints.enableTwoFactor, { body: { totpCode } });
const status = async (client: TestClient) => (await client.call(endpoints.getTwoFactor)).result;

describe("setting up a second factor", () => {
  it("R7s-31 N35 returns the same pending secret to a session for ten minutes, and a different one to another session", async () => {
    const { member, client } = await signedIn();
    const first = (await setup(client)).result;
    expect(first.otpauthUrl).toContain(first.secret);
    testApp.clock.advance(10 * 60_000 - 15_000);
    await client.refresh({ extend: true });
    expect((await setup(client)).result).toEqual(first);
    expect((await status(client)).enabled).toBe(false);
    // A sign-in needs no code before the factor is enabled.
    const otherClient = new TestClient(testApp);
    expect((await otherClient.signIn(member)).requires2FA).toBe(false);
    expect((await setup(otherClient)).result.secret).not.toBe(first.secret);
    testApp.clock.advance(15_000);
    const expired = await enable(client, appCode(testApp, first.secret));
    expect([expired.status, expired.problem.code]).toEqual([409, "SETUP_EXPIRED"]);
    expect((await status(client)).enabled).toBe(false);
    await client.call(endpoints.stepUp, { body: { password: testPassword } });
    expect((await setup(client)).result.secret).not.toBe(first.secret);
  });

  it("R7s-31 returns one secret to parallel calls", async () => {
    const { client } = await signedIn();
    const responses = await Promise.all(Array.from({ length: 8 }, () => setup(client)));
    expect(new Set(responses.map((response) => response.result.secret)).size).toBe(1);
  });

  it("R7s-33 R7s-34 enables the factor with a code, returns ten codes once and ends the other sessions (R8-73)", async () => {
    const { member, client } = await signedIn();
    const otherClient = new TestClient(testApp);
    await otherClient.signIn(member);
    const { secret } = (await setup(client)).result;
    const wrongCode = await enable(client, "000000");
    expect([wrongCode.status, wrongCode.problem.code]).toEqual([400, "CODE_INVALID"]);
    const { backupCodes } = (await enable(client, appCode(testApp, secret))).result;
    expect(new Set(backupCodes).size).toBe(10);
    expect(backupCodes).toHaveLength(10);
    // They are shown once: neither the state nor a repeated call contains one.
    const responses = JSON.stringify([
      await status(client),
      (await client.call(getMe)).result,
      (await enable(client, appCode(testApp, secret, 1))).problem,
    ]);
    for (const code of backupCodes) expect(responses).not.toContain(code);
    expect(await status(client)).toMatchObject({ enabled: true, backupCodesRemaining: 10 });
    expect((await client.call(getMe)).result.twoFactorEnabled).toBe(true);
    expect((await otherClient.call(getMe)).status).toBe(401);
    const entries = await auditEntries(testApp, organization.id, "user.two_factor_enabled");
    expect(entries.slice(-2).map((entry) => entry.record.outcome)).toEqual(["failed", "success"]);
  });

  it("R7s-32 N35 never returns a secret that is in use", async () => {
    const { client } = await signedIn();
    await setUpSecondFactor(testApp, client);
    const again = await setup(client);
    expect([again.status, again.problem.code]).toEqual([409, "TWO_FACTOR_ALREADY_ENABLED"]);
  });

  it("see R7s-31 requires a fresh proof of identity ten minutes after the sign-in", async () => {
    const { client } = await signedIn();
    testApp.clock.advance(10 * 60_000);
    await client.refresh({ extend: true });
    expect((await setup(client)).problem.code).toBe("STEP_UP_REQUIRED");
    const stepped = await client.call(endpoints.stepUp, { body: { password: testPassword } });
    expect(stepped.status).toBe(200);
    expect((await setup(client)).status).toBe(200);
  });

  it("see R7s-34 stores secrets sealed and codes hashed", async () => {
    const { member, client } = await signedIn();
    const { secret, backupCodes } = await setUpSecondFactor(testApp, client);
    const rows = await queryRows(
      testApp,
      `select encode(tf.secret, 'escape') as sealed, array_agg(code_hash) as hashes
       from two_factor tf join backup_code using (person_id) where person_id = $1 group by 1`,
      [member.personId],
    );
    const stored = JSON.stringify(rows);
    for (const value of [secret, ...backupCodes, ...backupCodes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(value);
    }
  });
});

describe("disabling the second factor", () => {
  const disable = (client: TestClient, body: Record<string, unknown>) =>
    client.call(endpoints.disableTwoFactor, { body });

  it("R7s-35 requires only the password shortly after the second factor was proven", async () => {
    const { member, client } = await signedIn();
    await setUpSecondFactor(testApp, client);
    const wrongPassword = await disable(client, { password: "falsch" });
    expect([wrongPassword.status, wrongPassword.problem.code]).toEqual([400, "PASSWORD_INCORRECT"]);
    expect((await disable(client, { password: testPassword })).status).toBe(204);
    expect(await status(client)).toMatchObject({ enabled: false, backupCodesRemaining: 0 });
    expect((await new TestClient(testApp).signIn(member)).requires2FA).toBe(false);
    expect((await disable(client, { password: testPassword })).problem.code).toBe("TWO_FACTOR_NOT_ENABLED");
  });

  it("R7s-36 N36 requires a code ten minutes later (R8-73)", async () => {
    const { client } = await signedIn();
    // A minute passes during each setup.
    const { secret } = await setUpSecondFactor(testApp, client);
    const inTime = await signedIn();
    await setUpSecondFactor(testApp, inTime.client);
    testApp.clock.advance(8 * 60_000);
    await client.refresh({ extend: true });
    const withoutCode = await disable(client, { password: testPassword });
    expect([withoutCode.status, withoutCode.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    testApp.clock.advance(45_000);
    await inTime.client.refresh({ extend: true });
    expect((await disable(inTime.client, { password: testPassword })).status).toBe(204);
    const wrongCode = await disable(client, { password: testPassword, totpCode: "000000" });
    expect([wrongCode.status, wrongCode.problem.code]).toEqual([400, "CODE_INVALID"]);
    expect(await status(client)).toMatchObject({ enabled: true });
    const right = await disable(client, { password: testPassword, totpCode: appCode(testApp, secret) });
    expect(right.status).toBe(204);
    expect(await status(client)).toMatchObject({ enabled: false });
  });

  it("see R7s-35 is refused while the organization requires a second factor", async () => {
    const strictOrganization = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const { client } = await signedIn({}, strictOrganization);
    await setUpSecondFactor(testApp, client);
    expect(await status(client)).toMatchObject({ enabled: true, required: true });
    const response = await disable(client, { password: testPassword });
    expect([response.status, response.problem.code]).toEqual([409, "TWO_FACTOR_REQUIRED"]);
  });
});

describe("an organization that requires a second factor", () => {
  it("see R4-02 restricts a new session to the setup until the factor is enabled", async () => {
    const strictOrganization = await makeOrganization(testApp, { twoFactorPolicy: "required_admins" });
    const admin = await makeMember(testApp, strictOrganization.id, "practice_admin");
    const client = new TestClient(testApp, "browser");
    expect((await client.signIn(admin)).restriction).toBe("two_factor_setup");
    const refusal = await client.call(getMe);
    expect([refusal.status, refusal.problem.code]).toEqual([403, "TWO_FACTOR_SETUP_REQUIRED"]);
    await setUpSecondFactor(testApp, client);
    expect((await client.call(getMe)).status).toBe(200);
  });

  it("see R4-02 asks for it after a required password change", async () => {
    const strictOrganization = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const member = await makeMember(testApp, strictOrganization.id, "viewer", { mustChangePassword: true });
    const client = new TestClient(testApp, "browser");
    expect((await client.signIn(member)).restriction).toBe("password_change");
    await client.call(auth.changePassword, {
      body: { currentPassword: testPassword, newPassword: "Sonnen-Garten-83" },
    });
    expect((await client.call(getMe)).problem.code).toBe("TWO_FACTOR_SETUP_REQUIRED");
  });
});

describe("new backup codes", () => {
  it("see R7s-34 invalidate the old ones", async () => {
    const { member, client } = await signedIn();
    const { backupCodes } = await setUpSecondFactor(testApp, client);
    const renewedCodes = (await client.call(endpoints.renewBackupCodes)).result.backupCodes;
    expect(renewedCodes).toHaveLength(10);
    const otherClient = new TestClient(testApp);
    const verify = async (backupCode: string | undefined) =>
      (
        await otherClient.call(endpoints.verifyTwoFactor, {
          body: { tempToken: await beginSignIn(otherClient, member), backupCode },
        })
      ).status;
    expect(await verify(backupCodes[3])).toBe(400);
    expect(await verify(renewedCodes[3])).toBe(200);
  });

  it("see R7s-34 require a fresh proof and a second factor", async () => {
    const { client } = await signedIn();
    expect((await client.call(endpoints.renewBackupCodes)).problem.code).toBe("TWO_FACTOR_NOT_ENABLED");
    await setUpSecondFactor(testApp, client);
    testApp.clock.advance(10 * 60_000);
    await client.refresh({ extend: true });
    expect((await client.call(endpoints.renewBackupCodes)).problem.code).toBe("STEP_UP_REQUIRED");
  });
});

describe("a fresh proof of identity", () => {
  it("R8-73 see R7s-36 R7s-13 accepts a code once, counts wrong codes per account and never responds with 401", async () => {
    const { client } = await signedIn();
    const { secret } = await setUpSecondFactor(testApp, client);
    const totpCode = appCode(testApp, secret);
    const stepUp = (body: Record<string, unknown>) => client.call(endpoints.stepUp, { body });
    expect((await stepUp({ totpCode })).status).toBe(200);
    expect((await stepUp({ totpCode })).problem).toMatchObject({ status: 400, code: "CODE_INVALID" });
    const statuses: number[] = [];
    for (let index = 0; index < 10; index += 1) statuses.push((await stepUp({ totpCode: "000000" })).status);
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 400), 429]);
  });

  it("see R7s-36 accepts exactly one proof", async () => {
    const { client } = await signedIn();
    for (const body of [{}, { password: testPassword, totpCode: "123456" }]) {
      expect((await client.call(endpoints.stepUp, { body })).problem.code).toBe("VALIDATION_FAILED");
    }
  });
});
