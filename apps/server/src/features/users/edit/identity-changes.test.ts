import { addMember, setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import { startOnboarding } from "@praxisportal/contract/staff/staff.endpoints";
import * as security from "@praxisportal/contract/user-security/user-security.endpoints";
import {
  changeEmail,
  createUser,
  deleteUser,
  setUserRole,
  updateMe,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeApplication } from "../../../../test/application.ts";
import { makeMember, makeOrganization, queryRows, testPassword, unique } from "../../../../test/factories.ts";
import { newUser } from "../../../../test/people.ts";
import { setUpSecondFactor } from "../../../../test/second-factor.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const stepUpMs = 10 * 60_000;

let testApp: TestApp;
let organizationId: string;
/** Clients with an expired and with a fresh step-up. */
let stale: TestClient;
let fresh: TestClient;
let application: TestClient;

beforeAll(async () => {
  testApp = await createTestApp();
  organizationId = (await makeOrganization(testApp, { maxUsers: 500 })).id;
  const owner = await makeMember(testApp, organizationId, "org_admin");
  const signedIn = async () => {
    const client = new TestClient(testApp);
    client.headers = { "x-organization-id": organizationId };
    await client.signIn(owner);
    return client;
  };
  stale = await signedIn();
  await ageProofs(owner.personId);
  fresh = await signedIn();
  ({ client: application } = await makeApplication(testApp, owner));
  application.headers = { "x-organization-id": organizationId };
});
afterAll(() => testApp.stop());

/** Ages the proofs of a user's open sessions until they have just expired. */
async function ageProofs(personId: string): Promise<void> {
  await queryRows(
    testApp,
    `update session set authenticated_at = authenticated_at - $2 * interval '1 ms',
       second_factor_at = second_factor_at - $2 * interval '1 ms' where person_id = $1`,
    [personId, stepUpMs],
  );
  testApp.app.callers.cache.forgetAll();
}

const address = () => `${unique("neu")}@example.org`;
const viewer = (overrides: Parameters<typeof makeMember>[3] = {}) =>
  makeMember(testApp, organizationId, "viewer", overrides);

/** Returns all accounts, roles and addresses of the organization. */
const memberState = () =>
  queryRows(
    testApp,
    `select m.person_id, m.role, m.permissions, p.email, p.pending_email from membership m
     join person p on p.id = m.person_id where m.organization_id = $1 order by m.person_id`,
    [organizationId],
  );

type Answer = { status: number; problem: { code: string } };
type Change = (client: TestClient, personId: string) => Promise<Answer>;
const params = () => ({ id: organizationId });
const member = (personId: string) => ({ id: organizationId, userId: personId });
const newcomer = () => ({
  firstName: "Jana",
  lastName: "Muster-Neu",
  initials: unique("J").replace("_", "").slice(0, 4).toUpperCase(),
  role: "viewer" as const,
  startsOn: new Date(testApp.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
});

/** Every change to an account, to administrative permissions or to sign-in data. */
const sensitive: Readonly<Record<string, Change>> = {
  "N57 creating a user with a password": (client) => client.call(createUser, { body: newUser() }),
  "N57 creating an administrator with grants": (client) =>
    client.call(createUser, {
      body: newUser({
        role: { type: "practice_admin", permissions: ["ai:manage", "billing:write"] },
        mustChangePassword: false,
      }),
    }),
  "N57 adding a member with a temporary password": (client) =>
    client.call(addMember, { params: params(), body: { username: unique("start") } }),
  "N57 inviting an administrator": (client) =>
    client.call(addMember, { params: params(), body: { email: address(), role: "practice_admin" } }),
  "N57 starting an onboarding": (client) =>
    client.call(startOnboarding, { params: params(), body: newcomer() }),
  "N57 changing an address": (client, id) =>
    client.call(updateUser, { params: { id }, body: { email: address() } }),
  "N57 changing an address inside personalInfo": (client, id) =>
    client.call(updateUser, { params: { id }, body: { personalInfo: { email: address() } } }),
  "N57 removing an address": (client, id) =>
    client.call(updateUser, { params: { id }, body: { email: null } }),
  "N57 making a user an administrator": (client, id) =>
    client.call(setUserRole, { params: { id }, body: { type: "practice_admin" } }),
  "N57 making a member an administrator": (client, id) =>
    client.call(setMemberRole, { params: member(id), body: { role: "practice_admin" } }),
  "N57 adding a grant": (client, id) =>
    client.call(setUserRole, { params: { id }, body: { type: "viewer", permissions: ["billing:read"] } }),
};

describe("identity changes by administrators", () => {
  it.each(Object.entries(sensitive))("%s needs a fresh proof of identity", async (_name, change) => {
    const { personId } = await viewer();
    const before = await memberState();
    const refusal = await change(stale, personId);
    expect([refusal.status, refusal.problem.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await memberState()).toEqual(before);
    expect((await change(fresh, personId)).status).toBeLessThan(300);
    expect(await memberState()).not.toEqual(before);
  });

  it.each(Object.entries(sensitive))(
    "%s is not available to applications, regardless of their scopes",
    async (_name, change) => {
      const { personId } = await viewer();
      const before = await memberState();
      const refusal = await change(application, personId);
      expect([refusal.status, refusal.problem.code]).toEqual([403, "FORBIDDEN"]);
      expect(await memberState()).toEqual(before);
    },
  );

  it("N57 lowering an administrator's role also needs a fresh proof", async () => {
    const { personId } = await makeMember(testApp, organizationId, "practice_admin");
    const lower = (client: TestClient) =>
      client.call(setUserRole, { params: { id: personId }, body: { type: "viewer" } });
    expect((await lower(stale)).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await lower(fresh)).status).toBe(200);
  });

  it("N57 everyday changes need no fresh proof", async () => {
    const { personId } = await viewer();
    const about = { params: { id: personId } };
    const body = { personalInfo: { firstName: "Mina" }, organizationData: { department: "Empfang" } };
    expect((await stale.call(updateUser, { ...about, body })).status).toBe(200);
    expect((await stale.call(setUserRole, { ...about, body: { type: "editor" } })).status).toBe(200);
    const invited = await stale.call(addMember, { params: params(), body: { email: address() } });
    expect(invited.status).toBe(201);
  });

  it("N57 an application cannot invite a viewer or change a role, but may set a department", async () => {
    const { personId } = await viewer();
    const about = { params: { id: personId } };
    const refusals = [
      await application.call(addMember, { params: params(), body: { email: address() } }),
      await application.call(setUserRole, { ...about, body: { type: "editor" } }),
      await application.call(setMemberRole, { params: member(personId), body: { role: "editor" } }),
    ];
    expect(refusals.map(({ status, problem }) => [status, problem.code])).toEqual(
      Array.from({ length: 3 }, () => [403, "FORBIDDEN"]),
    );
    const body = { organizationData: { department: "Labor" } };
    expect((await application.call(updateUser, { ...about, body })).status).toBe(200);
  });
});

describe("changing the user's own address", () => {
  it("N57 a user with a second factor needs a fresh proof by that factor as well as the password", async () => {
    const ownAccount = await viewer();
    const client = new TestClient(testApp);
    await client.signIn(ownAccount);
    await setUpSecondFactor(testApp, client);
    const change = () => client.call(changeEmail, { body: { newEmail: address(), password: testPassword } });
    expect((await change()).status).toBe(202);
    await ageProofs(ownAccount.personId);
    expect((await change()).problem.code).toBe("STEP_UP_REQUIRED");
  });
});

describe("a member who has more permissions than the administrator", () => {
  const finance = () =>
    makeMember(testApp, organizationId, "finance", { permissions: ["billing:write", "ai:manage"] });
  const manager = async () => {
    const client = new TestClient(testApp);
    client.headers = { "x-organization-id": organizationId };
    await client.signIn(await makeMember(testApp, organizationId, "practice_admin"));
    return client;
  };
  const identityActions = (client: TestClient, id: string): (() => Promise<Answer>)[] => [
    () => client.call(security.setUserPassword, { params: { id }, body: { newPassword: "Blaue-Treppe-58" } }),
    () => client.call(security.createRecoveryCode, { params: { id }, body: { purpose: "password" } }),
    () => client.call(security.resetUserTwoFactor, { params: { id } }),
    () => client.call(updateUser, { params: { id }, body: { email: address() } }),
    () => client.call(updateUser, { params: { id }, body: { email: null } }),
    () => client.call(deleteUser, { params: { id } }),
  ];

  it("N59 protects password, code, factor, address and account from an administrator without these permissions", async () => {
    const client = await manager();
    const { personId: id } = await finance();
    for (const act of identityActions(client, id)) {
      const refusal = await act();
      expect([refusal.status, refusal.problem.code]).toEqual([403, "TARGET_HAS_MORE_PERMISSIONS"]);
    }
    const details = await client.call(security.getUserSecurity, { params: { id } });
    expect(details.result.identityAuthority).toBe("more_permissions");
    expect(details.result.allowedActions).toContain("mailResetLink");
    expect(details.result.allowedActions).not.toContain("setPassword");
    const body = { personalInfo: { firstName: "Fina" }, phone: "030 123456" };
    expect((await client.call(updateUser, { params: { id }, body })).status).toBe(200);
  });

  it("N59 can be changed by an administrator who has the permissions, and by everyone with a higher role", async () => {
    const { personId: id } = await finance();
    const details = await fresh.call(security.getUserSecurity, { params: { id } });
    expect(details.result.identityAuthority).toBe("full");
    const set = (client: TestClient, personId: string) =>
      client.call(security.setUserPassword, {
        params: { id: personId },
        body: { newPassword: "Blaue-Treppe-58" },
      });
    expect((await set(fresh, id)).status).toBe(200);
    const client = await manager();
    for (const role of ["editor", "viewer", "guest"] as const) {
      const { personId } = await makeMember(testApp, organizationId, role);
      expect([role, (await set(client, personId)).status]).toEqual([role, 200]);
    }
  });
});

describe("names with invisible characters", () => {
  it("N69 are rejected if they are new, and accepted if they are stored and sent back unchanged", async () => {
    const ownAccount = await viewer({ firstName: "In\u00ADge", lastName: "Muster" });
    const client = new TestClient(testApp);
    client.headers = { "x-organization-id": organizationId };
    await client.signIn(ownAccount);
    const asMe = (firstName: string) =>
      client.call(updateMe, {
        body: { personalInfo: { firstName, lastName: "Muster" }, phone: "030 123456" },
      });
    const asAdministrator = (firstName: string) =>
      fresh.call(updateUser, {
        params: { id: ownAccount.personId },
        body: { personalInfo: { firstName, lastName: "Muster-Neu" } },
      });
    for (const save of [asMe, asAdministrator]) {
      for (const hidden of ["\u3164", "In\u200Bge", "In\u2800ge", "In\u{E0041}ge"]) {
        const refusal = await save(hidden);
        expect([refusal.status, refusal.problem.errors?.[0]?.path]).toEqual([400, "personalInfo.firstName"]);
      }
      expect((await save("In\u00ADge")).status).toBe(200);
    }
  });
});
