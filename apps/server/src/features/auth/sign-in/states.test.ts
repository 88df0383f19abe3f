import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import type { ErrorCode } from "@praxisportal/contract/errors";
import { getOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import { blockUser } from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe, setUserRole } from "@praxisportal/contract/users/users.endpoints";
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
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { warmUpCache } from "../../../../test/warm-caller.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

type State = {
  name: string;
  change: string;
  login: ErrorCode;
  /** Error for an open session: no session, or the reason where the user may know it. */
  running: ErrorCode;
};

const states: State[] = [
  {
    name: "blocked",
    change: "update membership set blocked_at = now() where person_id = $1",
    login: "ACCOUNT_BLOCKED",
    running: "NOT_AUTHENTICATED",
  },
  {
    name: "deactivated in the organization",
    change: "update membership set status = 'deactivated' where person_id = $1",
    login: "ACCOUNT_DISABLED",
    running: "NOT_AUTHENTICATED",
  },
  {
    name: "pending",
    change: "update membership set status = 'pending' where person_id = $1",
    login: "ACCOUNT_NOT_VERIFIED",
    running: "NOT_AUTHENTICATED",
  },
  {
    name: "past its validity",
    change: "update membership set valid_until = now() - interval '1 minute' where person_id = $1",
    login: "ACCOUNT_DISABLED",
    running: "NOT_AUTHENTICATED",
  },
  {
    name: "of a suspended organization",
    change: `update organization set status = 'suspended'
      where organization_id = (select organization_id from membership where person_id = $1)`,
    login: "ORGANIZATION_SUSPENDED",
    running: "ORGANIZATION_SUSPENDED",
  },
  {
    name: "of an archived organization",
    change: `update organization set status = 'archived'
      where organization_id = (select organization_id from membership where person_id = $1)`,
    login: "ACCOUNT_DISABLED",
    running: "NOT_AUTHENTICATED",
  },
  {
    name: "deactivated as a person",
    change: "update person set deactivated_at = now() where id = $1",
    login: "ACCOUNT_DISABLED",
    running: "NOT_AUTHENTICATED",
  },
];

async function login(username: string | null, password: string) {
  const response = await new TestClient(testApp).call(auth.login, { body: { username, password } });
  return response.status < 400 ? undefined : response.problem.code;
}

describe.each(states)("a member who is $name", ({ change, login: expected, running }) => {
  it("N43 gets the reason only after the right password, and the rejection is audited", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    await queryRows(testApp, change, [member.personId]);
    expect(await login(member.username, "wrong")).toBe("INVALID_CREDENTIALS");
    expect(await login(member.username, testPassword)).toBe(expected);
    const entries = await auditEntries(testApp, organization.id, "auth.login");
    expect(entries.map(({ outcome, record }) => [outcome, record.reason])).toEqual([
      ["failed", "invalid_credentials"],
      ["denied", expected],
    ]);
    const sessions = await queryRows(testApp, "select 1 from session where person_id = $1", [
      member.personId,
    ]);
    expect(sessions).toEqual([]);
  });

  it("N21 is refused once the change is known and at the next refresh, for every kind of client", async () => {
    for (const kind of ["browser", "client"] as const) {
      const home = await makeOrganization(testApp);
      const member = await makeMember(testApp, home.id, "viewer");
      const client = new TestClient(testApp, kind);
      await client.signIn(member);
      expect((await client.call(getMe)).status).toBe(200);
      await queryRows(testApp, change, [member.personId]);
      testApp.app.callers.cache.forgetPerson(member.personId);
      expect((await client.call(getMe)).problem.code).toBe(running);
      const refusal = await client.call(getOrganization, { params: { id: home.id } });
      expect(refusal.problem.code).toBe(running);
      const before = client.kind === "browser" ? client.cookie : client.refreshToken;
      expect((await client.refresh()).problem.code).toBe("NOT_AUTHENTICATED");
      expect(client.kind === "browser" ? client.cookie : client.refreshToken).toBe(before);
    }
  });
});

describe("states in one of several organizations", () => {
  it("see R6-50 a member blocked in one organization still works in the other", async () => {
    const { client: admin, organization: one } = await organizationWith(testApp);
    const two = await makeOrganization(testApp);
    const member = await makeMember(testApp, one.id, "viewer");
    await joinOrganization(testApp, two.id, member.personId, "editor");
    const client = new TestClient(testApp);
    await client.signIn({ email: member.email });
    await warmUpCache(testApp, client);
    await admin.call(blockUser, { params: { id: member.personId } });
    expect((await client.call(getOrganization, { params: { id: one.id } })).status).toBe(404);
    expect((await client.call(getOrganization, { params: { id: two.id } })).status).toBe(200);
    expect((await client.refresh()).status).toBe(200);
    expect(await login(member.username, testPassword)).toBeUndefined();
  });

  it("see R6-44 a lowered role takes effect with the next request", async () => {
    const { client: admin, organization } = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.id, "practice_admin");
    const client = new TestClient(testApp);
    await client.signIn(member);
    await warmUpCache(testApp, client);
    const body = { type: "guest", permissions: [] };
    await admin.call(setUserRole, { params: { id: member.personId }, body });
    expect((await client.call(getMe)).result.role).toEqual({ type: "guest", permissions: [] });
    expect((await client.call(getOrganization, { params: { id: organization.id } })).status).toBe(403);
  });

  it("see R6-50 a change without a notification takes effect when the cached caller expires", async () => {
    const organization = await makeOrganization(testApp);
    const member = await makeMember(testApp, organization.id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(member);
    await client.call(getMe);
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      member.personId,
    ]);
    // Without any notification, the cached state is at most a second old.
    await expect.poll(async () => (await client.call(getMe)).status, { timeout: 5_000 }).toBe(401);
  });
});

describe("platform accounts", () => {
  it("N43 a deactivated person is refused after the right password, in open sessions and at a refresh", async () => {
    for (const role of ["super_admin", "admin"] as const) {
      const account = await makePlatformAccount(testApp, role);
      const client = new TestClient(testApp, "browser");
      await client.signIn({ username: account.username });
      await queryRows(testApp, "update person set deactivated_at = now() where id = $1", [account.personId]);
      testApp.app.callers.cache.forgetPerson(account.personId);
      expect((await client.call(getMe)).status).toBe(401);
      expect((await client.refresh()).status).toBe(401);
      expect(await login(account.username, "wrong")).toBe("INVALID_CREDENTIALS");
      expect(await login(account.username, testPassword)).toBe("ACCOUNT_DISABLED");
    }
  });

  it("a platform role is unaffected by a blocked membership", async () => {
    const organization = await makeOrganization(testApp);
    const account = await makePlatformAccount(testApp, "admin");
    await joinOrganization(testApp, organization.id, account.personId, "viewer", { blockedAt: new Date() });
    expect(await login(account.username, testPassword)).toBeUndefined();
  });
});
