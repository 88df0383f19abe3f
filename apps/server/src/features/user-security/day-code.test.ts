import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import { authenticateOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { removePasskey } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import * as twoFactor from "@praxisportal/contract/two-factor/two-factor.endpoints";
import * as endpoints from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
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
import { mailsOf } from "../../../test/mailbox.ts";
import { addPasskey } from "../../../test/passkeys.ts";
import { appCode, beginSignIn, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";

const hourMs = 3_600_000;

let testApp: TestApp;
let organization: { id: string };
let owner: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = await makeOrganization(testApp, { maxUsers: 500 });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await deleteAttempts(testApp);
  // A code issued late in the evening would end during the test.
  const hour = testApp.clock.now().getUTCHours();
  if (hour < 5 || hour > 9) testApp.clock.advance(((30 - hour) % 24) * hourMs);
  owner = await signedIn(await makeMember(testApp, organization.id, "org_admin"));
});

type Member = Awaited<ReturnType<typeof makeMember>>;

async function signedIn(user: { email: string | null }) {
  const client = new TestClient(testApp);
  await client.signIn(user);
  return client;
}

/** Returns a member with a second factor and a client that proved it. */
async function memberWithApp(
  role: Parameters<typeof makeMember>[2] = "viewer",
  client = new TestClient(testApp),
) {
  const member = await makeMember(testApp, organization.id, role);
  await client.signIn(member);
  return { ...member, client, ...(await setUpSecondFactor(testApp, client)) };
}

const about = ({ personId }: { personId: string }) => ({ params: { id: personId } });
const issue = (user: { personId: string }, client = owner) =>
  client.call(endpoints.createDayCode, { ...about(user), body: { identityCheck: "in_person" } });
const end = (user: { personId: string }, client = owner) => client.call(endpoints.endDayCode, about(user));
const securityOf = async (user: { personId: string }) =>
  (await owner.call(endpoints.getUserSecurity, about(user))).result;

/** Signs in with the password and a typed day code. */
async function enter(user: Member, dayCode: string, client = new TestClient(testApp), rememberMe = false) {
  const tempToken = await beginSignIn(client, user, { rememberMe });
  const response = await client.call(twoFactor.verifyTwoFactor, { body: { tempToken, dayCode } });
  if (response.status === 200) client.accessToken = response.result.accessToken;
  return { client, status: response.status, response };
}

async function expectRefused(user: Member, dayCode: string) {
  const { status, response } = await enter(user, dayCode);
  expect([status, response.problem.code]).toEqual([400, "CODE_INVALID"]);
}

describe("a day code", () => {
  it("see N92 completes the second step any number of times and does not change the second factor", async () => {
    const member = await memberWithApp();
    const { status, result } = await issue(member);
    expect(status).toBe(201);
    expect(result.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const hours = (Date.parse(result.expiresAt) - testApp.clock.now().getTime()) / hourMs;
    expect(hours).toBeGreaterThan(8);
    expect(hours).toBeLessThanOrEqual(12);
    for (let index = 0; index < 12; index += 1) {
      expect((await enter(member, result.code.toLowerCase().replace("-", " "))).status).toBe(200);
    }
    const withApp = new TestClient(testApp);
    const tempToken = await beginSignIn(withApp, member);
    const totpCode = appCode(testApp, member.secret);
    expect((await withApp.call(twoFactor.verifyTwoFactor, { body: { tempToken, totpCode } })).status).toBe(
      200,
    );
    expect(await securityOf(member)).toMatchObject({
      twoFactor: { enabled: true, backupCodesRemaining: 10 },
      dayCode: { expiresAt: result.expiresAt },
      recoveryCodes: [],
    });
  });

  it("is stored as a slow hash, bound to the person and the organization", async () => {
    const [member, other] = [await memberWithApp(), await memberWithApp()];
    const { code } = (await issue(member)).result;
    const [row] = await queryRows<{ code_hash: string; organization_id: string }>(
      testApp,
      "select code_hash, organization_id from recovery_code where person_id = $1",
      [member.personId],
    );
    expect(row?.code_hash).toMatch(/^\$argon2id\$/);
    expect(row?.organization_id).toBe(organization.id);
    await expectRefused(other, code);
    expect((await enter(member, code)).status).toBe(200);
  });

  it("see N53 becomes invalid once the person also belongs to another organization, or to the platform", async () => {
    const [joined, promoted] = [await memberWithApp(), await memberWithApp()];
    const [first, second] = [(await issue(joined)).result.code, (await issue(promoted)).result.code];
    const otherOrganization = await makeOrganization(testApp);
    await joinOrganization(testApp, otherOrganization.id, joined.personId, "viewer");
    await expectRefused(joined, first);
    expect((await issue(joined)).problem.code).toBe("PERSON_IN_MULTIPLE_ORGANIZATIONS");
    await queryRows(testApp, "update person set platform_role = 'admin' where id = $1", [promoted.personId]);
    await expectRefused(promoted, second);
  });

  it("can be issued with a fresh proof by users who may issue one-time codes, but not for themselves", async () => {
    const member = await memberWithApp();
    const peer = await memberWithApp("practice_admin");
    const manager = await signedIn(await makeMember(testApp, organization.id, "practice_admin"));
    const admin = await memberWithApp("org_admin");
    const viewer = await signedIn(await makeMember(testApp, organization.id, "viewer"));
    expect((await issue(member, manager)).status).toBe(201);
    expect((await issue(peer, manager)).status).toBe(403);
    expect((await issue(peer)).status).toBe(201);
    expect((await issue(admin)).status).toBe(403);
    expect((await issue(admin, admin.client)).problem.code).toBe("CANNOT_MODIFY_SELF");
    expect((await issue(member, viewer)).status).toBe(403);
    const stranger = await signedIn(
      await makeMember(testApp, (await makeOrganization(testApp)).id, "org_admin"),
    );
    expect((await issue(member, stranger)).status).toBe(404);
    expect((await end(member, stranger)).status).toBe(404);
    const platform = await makePlatformAccount(testApp, "admin");
    expect((await issue(platform)).status).toBe(404);
    testApp.clock.advance(10 * 60_000);
    await owner.refresh({ extend: true });
    expect((await issue(member)).problem.code).toBe("STEP_UP_REQUIRED");
    // Ending a code only removes access, so it needs no fresh proof.
    expect((await end(member)).status).toBe(204);
    expect((await end(member)).status).toBe(204);
  });

  it("requires a second factor and a user who has chosen their password", async () => {
    const withoutFactor = await makeMember(testApp, organization.id, "viewer");
    expect((await issue(withoutFactor)).problem.code).toBe("TWO_FACTOR_NOT_ENABLED");
    const blockedMember = await memberWithApp();
    await owner.call(endpoints.blockUser, about(blockedMember));
    expect((await issue(blockedMember)).problem.code).toBe("CONFLICT");
    const temporary = await memberWithApp();
    const { code } = (await issue(temporary)).result;
    await queryRows(testApp, "update person set must_change_password = true where id = $1", [
      temporary.personId,
    ]);
    expect((await issue(temporary)).problem.code).toBe("CONFLICT");
    // Otherwise an administrator who set the password and issued the code could choose the next password.
    await expectRefused(temporary, code);
  });

  it("see N92 shares the counter of wrong codes with the app, and does not reset it when correct", async () => {
    const member = await memberWithApp();
    const { code } = (await issue(member)).result;
    for (let index = 0; index < 8; index += 1) {
      const client = new TestClient(testApp);
      const tempToken = await beginSignIn(client, member);
      const guess = index % 2 === 0 ? { totpCode: "000000" } : { dayCode: "AAAA-AAAA" };
      await client.call(twoFactor.verifyTwoFactor, { body: { tempToken, ...guess } });
    }
    expect((await enter(member, code)).status).toBe(200);
    expect((await enter(member, code)).status).toBe(200);
    await expectRefused(member, "AAAA-AAAA");
    await expectRefused(member, "AAAA-AAAA");
    const lockedResponse = await enter(member, code);
    expect([lockedResponse.status, lockedResponse.response.problem.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    const failed = await auditEntries(testApp, organization.id, "auth.login");
    expect(failed.at(-1)?.record).toMatchObject({ outcome: "failed", reason: "code_incorrect" });
  });

  it("see N92 is not a step-up, so sensitive calls are refused in its session until the factor is proven", async () => {
    const member = await memberWithApp("practice_admin");
    const colleague = await makeMember(testApp, organization.id, "viewer");
    const { code } = (await issue(member)).result;
    const { client } = await enter(member, code);
    expect((await client.call(getMe)).status).toBe(200);
    const refusals = [
      await client.call(endpoints.createRecoveryCode, { ...about(colleague), body: { purpose: "password" } }),
      await client.call(auth.changePassword, {
        body: { currentPassword: testPassword, newPassword: "Blaue-Treppe-58" },
      }),
      await client.call(twoFactor.renewBackupCodes),
      await client.call(twoFactor.disableTwoFactor, { body: { password: testPassword } }),
    ];
    expect(refusals.map((response) => response.problem.code)).toEqual(refusals.map(() => "STEP_UP_REQUIRED"));
    const proofs = [
      await client.call(twoFactor.stepUp, { body: { backupCode: code } }),
      await client.call(twoFactor.stepUp, { body: { password: testPassword } }),
      await client.call(twoFactor.disableTwoFactor, { body: { password: testPassword, backupCode: code } }),
    ];
    expect(proofs.map((response) => response.problem.code)).toEqual([
      "CODE_INVALID",
      "SECOND_FACTOR_REQUIRED",
      "CODE_INVALID",
    ]);
    await deleteAttempts(testApp);
    const totpCode = appCode(testApp, member.secret);
    expect((await client.call(twoFactor.stepUp, { body: { totpCode } })).status).toBe(200);
    expect((await client.call(twoFactor.renewBackupCodes)).status).toBe(200);
  });

  it("is not accepted as a backup code at the sign-in, nor for an application", async () => {
    const member = await memberWithApp();
    const { code } = (await issue(member)).result;
    const client = new TestClient(testApp);
    const tempToken = await beginSignIn(client, member);
    const asBackup = await client.call(twoFactor.verifyTwoFactor, { body: { tempToken, backupCode: code } });
    expect(asBackup.problem.code).toBe("CODE_INVALID");
    const application = await client.call(authenticateOrgToken, {
      body: {
        email: member.email,
        password: testPassword,
        organizationId: organization.id,
        applicationId: "kasse",
        applicationName: "Kasse",
        backupCode: code,
      },
    });
    expect(application.problem.code).toBe("AUTHENTICATION_FAILED");
  });

  it("see N92 trusts no device, and its session ends with it even if the user chose to stay signed in", async () => {
    const member = await memberWithApp();
    const { code, expiresAt } = (await issue(member)).result;
    const { client, response } = await enter(member, code, new TestClient(testApp, "browser"), true);
    expect(response.result.absoluteExpiresAt).toBe(expiresAt);
    const again = await client.call(auth.login, { body: { email: member.email, password: testPassword } });
    expect(again.result).toMatchObject({ requires2FA: true });
    const rows = await queryRows(testApp, "select trusted_until from device_person where person_id = $1", [
      member.personId,
    ]);
    expect(rows.every((row) => row["trusted_until"] === null)).toBe(true);
    const late = (await enter(member, code)).client;
    testApp.clock.advance(Date.parse(expiresAt) - testApp.clock.now().getTime());
    await expectRefused(member, code);
    expect((await late.call(getMe)).status).toBe(401);
  });
});

describe("the end of a day code", () => {
  /** Issues a code, signs in with it, and expects the change to end both the code and the session. */
  async function expectEndWith(
    change: (member: Awaited<ReturnType<typeof memberWithApp>>) => Promise<unknown>,
  ) {
    const member = await memberWithApp();
    const { code } = (await issue(member)).result;
    const { client } = await enter(member, code);
    expect((await client.call(getMe)).status).toBe(200);
    await change(member);
    expect((await client.call(getMe)).status).toBe(401);
    const [row] = await queryRows<{ revoked_at: Date | null }>(
      testApp,
      "select revoked_at from recovery_code where person_id = $1 and purpose = 'day' order by created_at limit 1",
      [member.personId],
    );
    expect(row?.revoked_at).not.toBeNull();
    return { member, code };
  }

  it("see N92 takes effect at once when an administrator ends it or issues a new one", async () => {
    const ended = await expectEndWith((member) => end(member));
    await expectRefused(ended.member, ended.code);
    expect((await securityOf(ended.member)).dayCode).toBeNull();
    const replaced = await expectEndWith((member) => issue(member));
    await expectRefused(replaced.member, replaced.code);
  });

  it("see N92 follows a block, even if the block is lifted on the same day", async () => {
    const { member, code } = await expectEndWith((blocked) =>
      owner.call(endpoints.blockUser, about(blocked)),
    );
    await owner.call(endpoints.unblockUser, about(member));
    await expectRefused(member, code);
  });

  it("see N92 follows the removal of the person", async () => {
    await expectEndWith((member) =>
      owner.call(removeMember, { params: { id: organization.id, userId: member.personId } }),
    );
  });

  it("see N92 follows every change to the second factor", async () => {
    await expectEndWith((member) => owner.call(endpoints.resetUserTwoFactor, about(member)));
    await expectEndWith(async ({ client, secret }) => {
      await client.call(twoFactor.stepUp, { body: { totpCode: appCode(testApp, secret) } });
      await client.call(twoFactor.disableTwoFactor, { body: { password: testPassword } });
    });
    const { member, code } = await expectEndWith(async ({ client, secret }) => {
      await client.call(twoFactor.stepUp, { body: { totpCode: appCode(testApp, secret) } });
      await addPasskey(testApp, client);
    });
    await expectRefused(member, code);
    const next = (await issue(member)).result.code;
    const [passkey] = await queryRows<{ id: string }>(
      testApp,
      "select id from passkey where person_id = $1",
      [member.personId],
    );
    await member.client.call(removePasskey, { params: { id: passkey?.id ?? "" } });
    await expectRefused(member, next);
    await expectEndWith(async (lost) => {
      const body = { purpose: "second_factor" } as const;
      const { result } = await owner.call(endpoints.createRecoveryCode, { ...about(lost), body });
      const client = new TestClient(testApp);
      const tempToken = await beginSignIn(client, lost);
      await client.call(twoFactor.verifyTwoFactor, { body: { tempToken, backupCode: result.code } });
    });
  });

  it("follows the end of all sessions of the member", async () => {
    const { member, code } = await expectEndWith((lost) =>
      owner.call(endpoints.resetConnections, about(lost)),
    );
    await expectRefused(member, code);
  });
});

describe("the records of a day code", () => {
  it("include its issue with the identity check, its use and its end in the log", async () => {
    const member = await memberWithApp();
    const { code } = (await issue(member)).result;
    await enter(member, code);
    await end(member);
    const entriesOf = async (chain: string, action: string) =>
      (await auditEntries(testApp, chain, action)).filter(({ record }) =>
        [record.target?.id, record.actor.id].includes(member.personId),
      );
    for (const chain of [organization.id, platformChainId]) {
      expect((await entriesOf(chain, "user.day_code_created")).map(({ record }) => record.reason)).toEqual([
        "in_person",
      ]);
      expect(await entriesOf(chain, "user.day_code_used")).toHaveLength(1);
    }
    expect(await entriesOf(organization.id, "user.day_code_ended")).toHaveLength(1);
    expect((await entriesOf(organization.id, "auth.login")).at(-1)?.record.reason).toBe("password+day_code");
  });

  it("include a mail to the person and a notification to every administrator except the creator", async () => {
    const member = await memberWithApp();
    const admin = await makeMember(testApp, organization.id, "org_admin");
    const creator = await makeMember(testApp, organization.id, "org_admin");
    await issue(member, await signedIn(creator));
    const notices = (personId: string) =>
      queryRows<{ kind: string }>(
        testApp,
        "select kind from notification where person_id = $1 and kind like 'dayCode%'",
        [personId],
      );
    expect(await notices(member.personId)).toEqual([{ kind: "dayCodeCreated" }]);
    expect(await notices(admin.personId)).toEqual([{ kind: "dayCodeCreatedForMember" }]);
    expect(await notices(creator.personId)).toEqual([]);
    await expect
      .poll(async () =>
        (await mailsOf(testApp, "dayCodeCreated")).some((mail) => mail.includes(member.email ?? "")),
      )
      .toBe(true);
  });
});
