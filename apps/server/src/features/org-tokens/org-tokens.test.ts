import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import * as orgTokens from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import * as twoFactor from "@praxisportal/contract/two-factor/two-factor.endpoints";
import * as users from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tokenRequestBody, makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { appCode, setUpSecondFactor } from "../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const loginFailuresBeforeLock = 10;
const orgTokenFailuresPerIpAddress = 300;

let testApp: TestApp;
let home: { id: string; name: string };
let foreign: { id: string; name: string };
beforeAll(async () => {
  testApp = await createTestApp();
  [home, foreign] = [await makeOrganization(testApp), await makeOrganization(testApp)];
});
beforeEach(() => deleteAttempts(testApp));
afterAll(() => testApp.stop());

const anonymous = () => new TestClient(testApp);
const unknownId = "01890000-0000-7000-8000-000000000000";

/** Returns status and error code of an authentication. */
async function authenticate(body: object, headers: Record<string, string> = {}) {
  const response = await anonymous().call(orgTokens.authenticateOrgToken, { body, headers });
  return response.status === 200 ? "200" : `${response.status} ${response.problem.code}`;
}

async function valid(accessToken: string, organizationId: string, overrides: object = {}) {
  const body = { accessToken, organizationId, ...overrides };
  return (await anonymous().call(orgTokens.validateOrgToken, { body })).result;
}

async function storedApplication(tokenId: string) {
  const columns = "application_type, application_name";
  const [row] = await queryRows(testApp, `select ${columns} from org_token where id = $1`, [tokenId]);
  return row;
}

async function signInMember(person: { email: string | null }) {
  const client = anonymous();
  await client.signIn({ email: person.email });
  return client;
}

describe("POST /org-tokens/authenticate", () => {
  it("R7t-03 R3-39 R3-40 returns a pair for the requesting application", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const { pair } = await makeApplication(testApp, member, { scope: "read profile read" });
    expect(pair).toMatchObject({
      userId: member.personId,
      applicationId: "kasse-am-empfang",
      tokenType: "Bearer",
      organization: { id: home.id, _id: home.id, organizationId: home.id },
      scope: ["read", "profile"],
    });
    expect(pair.accessToken).toMatch(/^pp_at_[\w-]{43}$/);
    expect(pair.refreshToken).toMatch(/^pp_rt_[\w-]{43}$/);
    expect(await storedApplication(pair.tokenId)).toEqual({
      application_type: "desktop",
      application_name: "Kasse am Empfang",
    });
    const [entry] = (await auditEntries(testApp, home.id, "token.created")).slice(-1);
    expect(entry).toMatchObject({
      outcome: "success",
      actor_id: member.personId,
      record: { reason: "kasse-am-empfang password" },
    });
    // Each field is checked, and those without a default are required.
    const [namedApplication, unnamedApplication] = [
      tokenRequestBody(member),
      tokenRequestBody(member, { applicationName: undefined }),
    ];
    expect(await authenticate({ ...namedApplication, scope: ["write"] })).toBe("200");
    expect(await authenticate(unnamedApplication)).toBe("200");
    expect(await authenticate({ ...namedApplication, password: "Falsch-Falsch-1" })).toBe(
      "400 AUTHENTICATION_FAILED",
    );
    expect(await authenticate({ ...namedApplication, organizationId: foreign.id })).toBe(
      "400 AUTHENTICATION_FAILED",
    );
    for (const wrong of [
      { email: undefined },
      { password: undefined },
      { organizationId: undefined },
      { applicationId: "" },
      { applicationType: "" },
      { applicationName: "" },
      { scope: "admin" },
      { scope: [] },
      { unknown: true },
    ])
      expect([wrong, await authenticate({ ...namedApplication, ...wrong })]).toEqual([
        wrong,
        "400 VALIDATION_FAILED",
      ]);
  });

  it("R9-44 R9-45 issues tokens for the portal itself with every scope by default", async () => {
    const { email, personId } = await makeMember(testApp, home.id, "viewer");
    const body = { email, password: "Probe-Kennwort-7", organizationId: home.id };
    const { result } = await anonymous().call(orgTokens.authenticateOrgToken, { body });
    expect([result.applicationId, result.scope, result.userId]).toEqual([
      "web-portal",
      ["read", "write", "profile"],
      personId,
    ]);
    const [row] = await queryRows(testApp, "select application_type from org_token where id = $1", [
      result.tokenId,
    ]);
    expect(row).toEqual({ application_type: "web" });
  });

  it("L1 gives unknown people, wrong passwords and members of other organizations the same response, never 401", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const otherMember = await makeMember(testApp, foreign.id, "viewer");
    const platform = await makePlatformAccount(testApp, "super_admin");
    const responses = await Promise.all(
      [
        tokenRequestBody({ email: "niemand@example.org", organizationId: home.id }),
        tokenRequestBody(member, { password: "Falsch-Falsch-1" }),
        tokenRequestBody(member, { organizationId: foreign.id }),
        tokenRequestBody(member, { organizationId: unknownId }),
        tokenRequestBody({ ...otherMember, organizationId: home.id }),
        tokenRequestBody({ ...platform, organizationId: home.id }),
      ].map(async (body) => {
        const { problem, headers } = await anonymous().call(orgTokens.authenticateOrgToken, { body });
        const { requestId: _id, ...rest } = problem;
        return { rest, length: headers.get("content-length") };
      }),
    );
    expect(responses[0]?.rest).toMatchObject({
      status: 400,
      code: "AUTHENTICATION_FAILED",
    });
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  it.each([
    ["en", "Authentication failed"],
    ["de", "Anmeldung fehlgeschlagen"],
  ])(
    "R8-06 a wrong password is refused in %s with '%s', and not with 401 (R8-73)",
    async (language, message) => {
      const member = await makeMember(testApp, home.id, "viewer");
      const { problem } = await anonymous().call(orgTokens.authenticateOrgToken, {
        body: tokenRequestBody(member, { password: "Falsch-Falsch-1" }),
        headers: { "accept-language": language },
      });
      expect([problem.status, problem.code, problem.detail]).toEqual([400, "AUTHENTICATION_FAILED", message]);
    },
  );

  it("see R5-02 N21 counts failures together with those of the sign-in, and a lock applies to both", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const wrongBody = tokenRequestBody(member, { password: "Falsch-Falsch-1" });
    const halfLimit = Math.floor(loginFailuresBeforeLock / 2);
    for (let index = 0; index < halfLimit; index += 1) {
      expect(await authenticate(wrongBody)).toBe("400 AUTHENTICATION_FAILED");
    }
    for (let index = halfLimit; index < loginFailuresBeforeLock; index += 1) {
      const body = { email: member.email, password: "Falsch-Falsch-1" };
      expect((await anonymous().call(auth.login, { body })).status).toBe(401);
    }
    expect(await authenticate(tokenRequestBody(member))).toBe("429 TOO_MANY_ATTEMPTS");
    const login = await anonymous().call(auth.login, {
      body: { email: member.email, password: member.password },
    });
    expect(login.status).toBe(429);
  });

  it("see R5-02 allows parallel guesses only up to the limit", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const responses = await Promise.all(
      Array.from({ length: 25 }, () =>
        authenticate(tokenRequestBody(member, { password: "Falsch-Falsch-1" })),
      ),
    );
    const checkedResponses = responses.filter((response) => response === "400 AUTHENTICATION_FAILED");
    expect(checkedResponses.length).toBe(loginFailuresBeforeLock);
    expect(await authenticate(tokenRequestBody(member))).toBe("429 TOO_MANY_ATTEMPTS");
  });

  it("N21 reveals the state of an account only after the right password", async () => {
    const cases = [
      ["update membership set blocked_at = now() where person_id = $1", "403 ACCOUNT_BLOCKED"],
      ["update membership set status = 'deactivated' where person_id = $1", "403 ACCOUNT_DISABLED"],
      ["update membership set status = 'pending' where person_id = $1", "403 ACCOUNT_NOT_VERIFIED"],
      [
        "update membership set valid_until = now() - interval '1 s' where person_id = $1",
        "403 ACCOUNT_DISABLED",
      ],
      ["update membership set status = 'removed' where person_id = $1", "400 AUTHENTICATION_FAILED"],
      ["update person set must_change_password = true where id = $1", "403 PASSWORD_CHANGE_REQUIRED"],
      ["update person set is_demo = true where id = $1", "403 DEMO_LOCAL_ONLY"],
    ] as const;
    for (const [change, expected] of cases) {
      const member = await makeMember(testApp, home.id, "viewer");
      await queryRows(testApp, change, [member.personId]);
      const proxied = { "x-forwarded-for": "203.0.113.7" };
      expect([change, await authenticate(tokenRequestBody(member), proxied)]).toEqual([change, expected]);
      const wrongBody = tokenRequestBody(member, { password: "Falsch-Falsch-1" });
      expect(await authenticate(wrongBody)).toBe("400 AUTHENTICATION_FAILED");
    }
  });

  it("N21 rejects users of a suspended organization and users who still need a second factor", async () => {
    const suspended = await makeOrganization(testApp);
    const member = await makeMember(testApp, suspended.id, "viewer");
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      suspended.id,
    ]);
    expect(await authenticate(tokenRequestBody(member))).toBe("403 ORGANIZATION_SUSPENDED");
    const strictOrganization = await makeOrganization(testApp, { twoFactorPolicy: "required_all" });
    const unprotected = await makeMember(testApp, strictOrganization.id, "viewer");
    expect(await authenticate(tokenRequestBody(unprotected))).toBe("403 TWO_FACTOR_SETUP_REQUIRED");
  });

  it("see R7t-03 R7s-13 R7s-14 requires the second factor, accepts each code once and counts wrong ones", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const { secret, backupCodes } = await setUpSecondFactor(testApp, await signInMember(member));
    expect(await authenticate(tokenRequestBody(member))).toBe("403 SECOND_FACTOR_REQUIRED");
    const totpCode = appCode(testApp, secret);
    const twice = await Promise.all([1, 2].map(() => authenticate(tokenRequestBody(member, { totpCode }))));
    expect(twice.filter((response) => response === "200")).toHaveLength(1);
    const backupCode = backupCodes[0];
    expect(await authenticate(tokenRequestBody(member, { backupCode }))).toBe("200");
    expect(await authenticate(tokenRequestBody(member, { backupCode }))).toBe("400 AUTHENTICATION_FAILED");
    expect(await auditEntries(testApp, home.id, "user.backup_code_used")).not.toEqual([]);
    await deleteAttempts(testApp);
    for (let index = 0; index < loginFailuresBeforeLock; index += 1) {
      expect(await authenticate(tokenRequestBody(member, { totpCode: "000000" }))).toBe(
        "400 AUTHENTICATION_FAILED",
      );
    }
    expect(await authenticate(tokenRequestBody(member, { totpCode: "000000" }))).toBe(
      "429 TOO_MANY_ATTEMPTS",
    );
  });

  it("R7t-01 R7t-02 N03 rejects headers that name another organization or application", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const headers = [
      [{ "x-organization-id": foreign.id }, "403 ORGANIZATION_MISMATCH"],
      [{ "x-application-id": "andere" }, "403 FORBIDDEN"],
      [{ "x-organization-id": home.id.toUpperCase(), "x-application-id": "kasse-am-empfang" }, "200"],
      [{ "x-organization-id": "", "x-application-id": "" }, "200"],
    ] as const;
    for (const [named, expected] of headers)
      expect(await authenticate(tokenRequestBody(member), named)).toBe(expected);
    // Every other call that names both rejects them, too.
    await joinOrganization(testApp, foreign.id, member.personId, "viewer");
    const { pair } = await makeApplication(testApp, member);
    const session = await signInMember(member);
    const application = { organizationId: home.id, applicationId: pair.applicationId };
    const calls = [
      (named: Record<string, string>) =>
        session.call(orgTokens.switchOrganization, { body: application, headers: named }),
      (named: Record<string, string>) =>
        anonymous().call(orgTokens.validateOrgToken, {
          body: { accessToken: pair.accessToken, ...application },
          headers: named,
        }),
      (named: Record<string, string>) =>
        anonymous().call(orgTokens.refreshOrgToken, {
          body: { refreshToken: pair.refreshToken, ...application },
          headers: named,
        }),
      (named: Record<string, string>) =>
        session.call(orgTokens.revokeOrgToken, { query: application, headers: named }),
    ];
    for (const call of calls) {
      for (const [named, expected] of headers.slice(0, 3)) {
        const response = await call(named);
        expect(response.status === 200 ? "200" : `${response.status} ${response.problem.code}`).toBe(
          expected,
        );
      }
    }
  });
});

describe("permissions of an application", () => {
  it("R7t-20 N48 cover reading, writing and the profile by its scopes, and never exceed those of the person", async () => {
    const administrator = await makeMember(testApp, home.id, "org_admin");
    const viewer = await makeMember(testApp, home.id, "viewer");
    const body = { username: "neu_am_token", personalInfo: { firstName: "Neu", lastName: "Muster" } };
    const tries = async (person: typeof viewer, scope: string) => {
      const { client } = await makeApplication(testApp, person, { scope });
      const readResponse = await client.call(listOrganizationUsers, { params: { id: home.id } });
      const write = await client.call(users.createUser, { body: { ...body, unknown: true } });
      const profile = await client.call(users.getMe);
      const change = await client.call(users.updateMe, { body: { phone: "030 1234567" } });
      return [readResponse, write, profile, change].map(({ status }) => status);
    };
    // 400 means authorized: the body has an unknown field.
    expect(await tries(administrator, "read write profile")).toEqual([200, 400, 200, 200]);
    expect(await tries(administrator, "read")).toEqual([200, 403, 403, 403]);
    expect(await tries(administrator, "write")).toEqual([403, 400, 403, 403]);
    expect(await tries(administrator, "profile")).toEqual([403, 403, 200, 200]);
    expect(await tries(viewer, "read write profile")).toEqual([200, 403, 200, 200]);
  });

  it("see R7t-20 give no access to the session, other organizations or the platform", async () => {
    const member = await makeMember(testApp, home.id, "org_admin");
    await joinOrganization(testApp, foreign.id, member.personId, "org_admin");
    const { client, pair } = await makeApplication(testApp, member);
    expect((await client.call(users.getMe)).result.organizationId).toBe(home.id);
    const closedResponses = await Promise.all([
      client.call(orgTokens.listActiveOrgTokens),
      client.call(orgTokens.switchOrganization, { body: { organizationId: home.id } }),
      client.call(orgTokens.revokeAllOrgTokens),
      client.call(auth.createSocketTicket),
      client.call(orgTokens.listOrganizationTokens, { params: { id: home.id } }),
    ]);
    expect(closedResponses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await client.call(listOrganizationUsers, { params: { id: foreign.id } })).status).toBe(404);
    const header = { "x-organization-id": foreign.id };
    expect((await client.call(users.getMe, { headers: header })).problem.code).toBe("ORGANIZATION_MISMATCH");
    // A public endpoint treats it as anonymous, and a refresh token grants no access by itself.
    expect((await client.call(auth.checkAuth)).result.authenticated).toBe(false);
    client.accessToken = pair.refreshToken;
    expect((await client.call(users.getMe)).status).toBe(401);
  });

  it("see R7t-20 of an operator's application are those of their membership only", async () => {
    const operator = await makePlatformAccount(testApp, "super_admin");
    await joinOrganization(testApp, home.id, operator.personId, "viewer");
    const { client } = await makeApplication(testApp, { ...operator, organizationId: home.id });
    expect((await client.call(listOrganizationUsers, { params: { id: home.id } })).status).toBe(200);
    expect((await client.call(users.createUser, { body: {} })).status).toBe(403);
    expect((await client.call(orgTokens.listAllOrgTokens)).status).toBe(403);
    expect((await client.call(listOrganizationUsers, { params: { id: foreign.id } })).status).toBe(404);
  });

  it("N21 N22 N23 are lost on the next request when the person's membership changes", async () => {
    const cases = [
      ["update membership set blocked_at = now() where person_id = $1", 401, false],
      ["update membership set status = 'deactivated' where person_id = $1", 401, false],
      ["update membership set status = 'removed' where person_id = $1", 401, false],
      ["update membership set valid_until = now() - interval '1 s' where person_id = $1", 401, false],
      ["update person set deactivated_at = now() where id = $1", 401, false],
      ["update person set must_change_password = true where id = $1", 401, false],
      ["update membership set role = 'guest' where person_id = $1", 403, true],
    ] as const;
    for (const [change, status, isValid] of cases) {
      const member = await makeMember(testApp, home.id, "viewer");
      const { client, pair } = await makeApplication(testApp, member);
      expect((await client.call(listOrganizationUsers, { params: { id: home.id } })).status).toBe(200);
      await queryRows(testApp, change, [member.personId]);
      const next = await client.call(listOrganizationUsers, { params: { id: home.id } });
      expect([change, next.status]).toEqual([change, status]);
      expect([change, (await valid(pair.accessToken, home.id)).valid]).toEqual([change, isValid]);
    }
  });

  it("N21 end while the organization is suspended", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const { client, pair } = await makeApplication(testApp, member);
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      organization.id,
    ]);
    const response = await client.call(listOrganizationUsers, { params: { id: organization.id } });
    expect(response.problem.code).toBe("ORGANIZATION_SUSPENDED");
    expect(await valid(pair.accessToken, organization.id)).toEqual({ valid: false });
    const { refreshToken, applicationId } = pair;
    const refresh = await anonymous().call(orgTokens.refreshOrgToken, {
      body: { refreshToken, applicationId, organizationId: organization.id },
    });
    expect(refresh.problem.code).toBe("AUTHENTICATION_FAILED");
  });

  it("N22 of an old token do not return with a new membership", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const { client } = await makeApplication(testApp, member);
    const { personId: otherPersonId } = await makeMember(testApp, foreign.id, "viewer");
    await queryRows(
      testApp,
      "update membership set status = 'removed', person_id = $2 where person_id = $1",
      [member.personId, otherPersonId],
    );
    await joinOrganization(testApp, home.id, member.personId, "viewer");
    expect((await client.call(users.getMe)).status).toBe(401);
  });

  it("N24 end when the person changes their password or second factor", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const session = await signInMember(member);
    const first = await makeApplication(testApp, member);
    const change = { currentPassword: member.password, newPassword: "Sonnen-Garten-83" };
    expect((await session.call(auth.changePassword, { body: change })).status).toBe(204);
    expect((await first.client.call(users.getMe)).status).toBe(401);
    const second = await makeApplication(testApp, member, { password: "Sonnen-Garten-83" });
    expect((await second.client.call(users.getMe)).status).toBe(200);
    await setUpSecondFactor(testApp, session);
    expect((await second.client.call(users.getMe)).status).toBe(401);
    const [row] = await queryRows(testApp, "select revoke_reason from org_token where id = $1", [
      second.pair.tokenId,
    ]);
    expect(row).toEqual({ revoke_reason: "two_factor_changed" });
  });

  it("N24 disabling the second factor ends only that person's tokens, in every organization", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    await joinOrganization(testApp, foreign.id, member.personId, "viewer");
    const session = await signInMember(member);
    const { secret, backupCodes } = await setUpSecondFactor(testApp, session);
    const ownTokens = [
      await makeApplication(testApp, member, { totpCode: appCode(testApp, secret) }),
      await makeApplication(
        testApp,
        { ...member, organizationId: foreign.id },
        { backupCode: backupCodes[0] },
      ),
    ];
    const bystander = await makeApplication(testApp, await makeMember(testApp, home.id, "viewer"));
    const off = await session.call(twoFactor.disableTwoFactor, { body: { password: member.password } });
    expect(off.status).toBe(204);
    for (const { client } of ownTokens) expect((await client.call(users.getMe)).status).toBe(401);
    expect((await bystander.client.call(users.getMe)).status).toBe(200);
    const rows = await queryRows(
      testApp,
      "select revoke_reason, revoked_at is not null as revoked from org_token where person_id = $1",
      [member.personId],
    );
    const endedToken = { revoke_reason: "two_factor_changed", revoked: true };
    expect(rows).toEqual([endedToken, endedToken]);
  });

  it("N22 a removed member who returns finds their old tokens revoked", async () => {
    const administrator = await signInMember(await makeMember(testApp, home.id, "org_admin"));
    const member = await makeMember(testApp, home.id, "viewer");
    await joinOrganization(testApp, foreign.id, member.personId, "viewer");
    const { client } = await makeApplication(testApp, member);
    const params = { id: home.id, userId: member.personId };
    expect((await administrator.call(removeMember, { params })).status).toBe(204);
    // The same membership is reactivated.
    await queryRows(
      testApp,
      "update membership set status = 'active' where person_id = $1 and organization_id = $2",
      [member.personId, home.id],
    );
    expect((await client.call(users.getMe)).status).toBe(401);
  });

  it("N22 removing a member revokes their tokens in that organization only", async () => {
    const administrator = await signInMember(await makeMember(testApp, home.id, "org_admin"));
    const member = await makeMember(testApp, home.id, "viewer");
    await joinOrganization(testApp, foreign.id, member.personId, "viewer");
    const ownApplication = await makeApplication(testApp, member);
    const foreignApplication = await makeApplication(testApp, { ...member, organizationId: foreign.id });
    const body = { status: "deactivated" };
    const response = await administrator.call(users.updateUser, { params: { id: member.personId }, body });
    expect(response.status).toBe(200);
    expect((await ownApplication.client.call(users.getMe)).status).toBe(401);
    expect((await foreignApplication.client.call(users.getMe)).status).toBe(200);
    const rows = await queryRows(
      testApp,
      "select id from org_token where person_id = $1 and revoked_at is not null",
      [member.personId],
    );
    expect(rows).toEqual([{ id: ownApplication.pair.tokenId }]);
  });

  it("N22 a sign-in elsewhere and a sign-out do not affect applications", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const session = await signInMember(member);
    const { client } = await makeApplication(testApp, member);
    await session.call(auth.logout);
    expect((await client.call(users.getMe)).status).toBe(200);
  });

  it("R3-45 stores the last use at most once a minute", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const { client, pair } = await makeApplication(testApp, member);
    const lastUse = async () => {
      const [row] = await queryRows<{ last: Date | null }>(
        testApp,
        "select last_used_at as last from org_token where id = $1",
        [pair.tokenId],
      );
      return row?.last?.getTime() ?? null;
    };
    expect(await lastUse()).toBeNull();
    await client.call(users.getMe);
    const first = await lastUse();
    expect(first).not.toBeNull();
    testApp.clock.advance(30_000);
    await client.call(users.getMe);
    expect(await lastUse()).toBe(first);
    testApp.clock.advance(31_000);
    await client.call(users.getMe);
    expect(await lastUse()).toBeGreaterThan(first ?? 0);
  });

  it("S1 end with the access token after ten minutes", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const { client } = await makeApplication(testApp, member);
    testApp.clock.advance(599_000);
    expect((await client.call(users.getMe)).status).toBe(200);
    testApp.clock.advance(2_000);
    expect((await client.call(users.getMe)).status).toBe(401);
  });
});

describe("POST /org-tokens/validate", () => {
  it("R7t-09 R7t-10 R5-08 N49 returns true for a live token of the organization, and false for everything else", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const { pair } = await makeApplication(testApp, member);
    const issuedAtMs = testApp.clock.now().getTime();
    expect(await valid(pair.accessToken, home.id, { applicationId: pair.applicationId })).toEqual({
      valid: true,
      tokenId: pair.tokenId,
      userId: member.personId,
      organizationId: home.id,
      applicationId: pair.applicationId,
      scope: ["read", "write", "profile"],
      expiresAt: pair.accessTokenExpiresAt,
    });
    const session = await signInMember(member);
    const refusedValues = [
      [pair.accessToken, foreign.id],
      [pair.accessToken, unknownId],
      [pair.refreshToken, home.id],
      [session.accessToken ?? "", home.id],
      [`pp_at_${"A".repeat(43)}`, home.id],
      ["x", home.id],
    ] as const;
    for (const [token, organization] of refusedValues)
      expect(await valid(token, organization)).toEqual({ valid: false });
    expect(await valid(pair.accessToken, home.id, { applicationId: "andere" })).toEqual({ valid: false });
    for (const missing of ["accessToken", "organizationId"]) {
      for (const value of [undefined, null, ""]) {
        const body = { accessToken: pair.accessToken, organizationId: home.id, [missing]: value };
        const { status, problem } = await anonymous().call(orgTokens.validateOrgToken, { body });
        expect([status, problem.errors?.map(({ path }) => path)]).toEqual([400, [missing]]);
      }
    }
    const revokedToken = await makeApplication(testApp, member, { applicationId: "alt" });
    expect(await valid(revokedToken.pair.accessToken, home.id)).toMatchObject({ valid: true });
    await session.call(orgTokens.revokeOrgToken, {
      body: { organizationId: home.id, applicationId: "alt" },
    });
    expect(await valid(revokedToken.pair.accessToken, home.id)).toEqual({ valid: false });
    // An access token ends after ten minutes, some of which the calls above have used.
    testApp.clock.advance(issuedAtMs + 599_000 - testApp.clock.now().getTime());
    expect(await valid(pair.accessToken, home.id)).toMatchObject({ valid: true });
    testApp.clock.advance(2_000);
    expect(await valid(pair.accessToken, home.id)).toEqual({ valid: false });
  });

  it("N49 is locked for an address after many wrong tokens; valid ones do not count", async () => {
    const { pair } = await makeApplication(testApp, await makeMember(testApp, home.id, "viewer"));
    const validate = (accessToken: string) =>
      anonymous().call(orgTokens.validateOrgToken, { body: { accessToken, organizationId: home.id } });
    await valid("x", home.id);
    await queryRows(testApp, "update attempt_limit set failures = $1", [orgTokenFailuresPerIpAddress - 2]);
    for (let index = 0; index < 5; index += 1) expect((await validate(pair.accessToken)).status).toBe(200);
    expect((await validate("x")).status).toBe(200);
    expect((await validate("x")).status).toBe(200);
    expect((await validate(pair.accessToken)).problem.code).toBe("TOO_MANY_REQUESTS");
  });
});

describe("POST /org-tokens/switch-org", () => {
  it("R7t-04 R7t-05 R7t-06 issues tokens only for organizations of the caller that match the header (R7t-02)", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    await joinOrganization(testApp, foreign.id, member.personId, "editor");
    // Neither former organizations nor those with an invitation that is still open.
    const formerIds: string[] = [];
    for (const status of ["removed", "deactivated", "pending"]) {
      const former = await makeOrganization(testApp);
      formerIds.push(former.id);
      await joinOrganization(testApp, former.id, member.personId, "editor");
      await queryRows(testApp, "update membership set status = $2 where organization_id = $1", [
        former.id,
        status,
      ]);
    }
    const session = await signInMember(member);
    const { organizations } = (await session.call(orgTokens.listUserOrganizations)).result;
    const describeMembership = ({ id, name }: typeof home, role: string) => ({
      id,
      _id: id,
      organizationId: id,
      name,
      type: "organization",
      status: "active",
      role,
    });
    expect(organizations).toHaveLength(2);
    expect(organizations).toEqual(
      expect.arrayContaining([describeMembership(home, "viewer"), describeMembership(foreign, "editor")]),
    );
    const application = { applicationId: "tablet", applicationType: "mobile", applicationName: "Visite" };
    const body = { organizationId: foreign.id, ...application };
    const { result } = await session.call(orgTokens.switchOrganization, { body });
    expect(result).toMatchObject({
      organization: { organizationId: foreign.id },
      userId: member.personId,
      applicationId: "tablet",
    });
    expect(await storedApplication(result.tokenId)).toEqual({
      application_type: "mobile",
      application_name: "Visite",
    });
    expect(result.accessToken).toMatch(/^pp_at_[\w-]{43}$/);
    expect(result.refreshToken).toMatch(/^pp_rt_[\w-]{43}$/);
    expect((await valid(result.accessToken, foreign.id)).valid).toBe(true);
    expect((await valid(result.accessToken, home.id)).valid).toBe(false);
    const third = await makeOrganization(testApp);
    for (const organizationId of [third.id, unknownId, ...formerIds]) {
      const refusal = await session.call(orgTokens.switchOrganization, { body: { ...body, organizationId } });
      expect([refusal.status, refusal.problem.code]).toEqual([403, "FORBIDDEN"]);
    }
    const header = { "x-organization-id": home.id };
    const mixed = await session.call(orgTokens.switchOrganization, { body, headers: header });
    expect([mixed.status, mixed.problem.code]).toEqual([403, "ORGANIZATION_MISMATCH"]);
  });

  it("R7t-05 needs a fresh proof, because the token is not bound to a device; its defaults are those of R9-44 R9-45", async () => {
    const member = await makeMember(testApp, home.id, "viewer");
    const session = await signInMember(member);
    testApp.clock.advance(10 * 60_000 - 1_000);
    await session.refresh();
    const body = { organizationId: home.id };
    const { result } = await session.call(orgTokens.switchOrganization, { body });
    expect([result.applicationId, result.scope, result.organization.id]).toEqual([
      "web-portal",
      ["read", "write", "profile"],
      home.id,
    ]);
    expect(await storedApplication(result.tokenId)).toMatchObject({ application_type: "web" });
    const unnamed = await session.call(orgTokens.switchOrganization, { body: { applicationId: "tablet" } });
    expect([unnamed.status, unnamed.problem.errors]).toMatchObject([400, [{ path: "organizationId" }]]);
    testApp.clock.advance(2_000);
    const late = await session.call(orgTokens.switchOrganization, { body });
    expect(late.problem.code).toBe("STEP_UP_REQUIRED");
  });
});
