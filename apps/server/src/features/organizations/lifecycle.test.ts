import {
  getOrganization,
  listOrganizations,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import * as tenants from "@praxisportal/contract/tenants/tenants.endpoints";
import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { getMe, getUser, setUserRole } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  auditEntries,
  deleteAttempts,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  testPassword,
  unique,
} from "../../../test/factories.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { warmUpCache } from "../../../test/warm-caller.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";

const stepUpMs = 10 * 60_000;
const firstGrants = ["billing:read", "billing:write", "usage:read", "ai:read", "ai:use", "ai:manage"];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => deleteAttempts(testApp));

async function operator() {
  const client = new TestClient(testApp);
  await client.signIn(await makePlatformAccount(testApp, "super_admin"));
  return client;
}

async function memberOf(organizationId: string, role: Parameters<typeof makeMember>[2] = "viewer") {
  const member = await makeMember(testApp, organizationId, role);
  const client = new TestClient(testApp);
  await client.signIn(member);
  return { client, ...member };
}

const deleteOrganization = (client: TestClient, organization: { id: string; name: string }) =>
  client.call(endpoints.removeOrganization, {
    params: { id: organization.id },
    body: { name: organization.name },
  });

const signInStatus = async (email: string | null) => {
  const response = await new TestClient(testApp).call(login, {
    body: { email: email ?? "", password: testPassword },
  });
  return response.status === 200 ? 200 : response.problem.code;
};

/** Ages a person's proof of identity. */
const ageProof = async (personId: string) => {
  await queryRows(
    testApp,
    `update session set authenticated_at = authenticated_at - make_interval(secs => ${stepUpMs / 1000})
     where person_id = $1`,
    [personId],
  );
  testApp.app.callers.cache.forgetPerson(personId);
};

describe("POST /organizations", () => {
  it("R7o-03 see R3-19 creates a trial with the defaults of its country, its code and its first administrator", async () => {
    const client = await operator();
    const { status, result } = await client.call(endpoints.createOrganization, {
      body: { name: "Praxis Probeweg", country: "CH", administrator: { username: "Leitung_1" } },
    });
    expect(status).toBe(201);
    expect(result).toMatchObject({
      name: "Praxis Probeweg",
      type: "practice",
      status: "trial",
      country: "CH",
      timezone: "Europe/Zurich",
      currency: "CHF",
      plan: { name: "starter", maxUsers: 10 },
      billing: { plan: "starter" },
      settings: { maxUsers: 10, security: { twoFactorPolicy: "required_admins" } },
      userCount: 1,
    });
    expect([result._id, result.organizationId]).toEqual([result.id, result.id]);
    expect(result.practiceCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(result.administrator).toMatchObject({
      username: "leitung_1",
      role: { type: "org_admin" },
      mustChangePassword: true,
      status: "active",
    });
    expect(result.administrator?.grantedPermissions.toSorted()).toEqual(firstGrants.toSorted());
    const signIn = await new TestClient(testApp).call(login, {
      body: {
        username: "leitung_1",
        organizationId: result.id,
        password: result.administrator?.temporaryPassword ?? "",
      },
    });
    expect(signIn.status).toBe(200);
    for (const chain of [result.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "organization.created");
      expect(entries.filter((entry) => entry.target_id === result.id)).toHaveLength(1);
    }
  });

  it("R6-32 the grants of the first administrator are visible, recorded and can be revoked", async () => {
    const client = await operator();
    const { result } = await client.call(endpoints.createOrganization, {
      body: { name: "Praxis Vollmacht", country: "DE", administrator: { username: unique("leitung") } },
    });
    const headers = { "x-organization-id": result.id };
    const params = { id: result.administrator?.id ?? "" };
    const readGranted = async () =>
      (await client.call(getUser, { params, headers })).result.grantedPermissions.toSorted();
    expect(await readGranted()).toEqual(firstGrants.toSorted());
    const [addedEntry] = await auditEntries(testApp, result.id, "member.added");
    expect(addedEntry?.record.changes).toEqual({
      role: [null, "org_admin"],
      permissions: [null, firstGrants],
    });
    const permissions = ["ai:read", "usage:read"];
    const revocation = await client.call(setUserRole, {
      params,
      headers,
      body: { type: "org_admin", permissions },
    });
    expect(revocation.status).toBe(200);
    expect(await readGranted()).toEqual(permissions);
    expect(await auditEntries(testApp, result.id, "user.role_changed")).toHaveLength(1);
  });

  it("see R7x-11 a repeated call returns the organization that the first one created, without the temporary password", async () => {
    const client = await operator();
    const call = (key: string, body: object) =>
      client.call(endpoints.createOrganization, { body, headers: { "idempotency-key": key } });
    const [withAdministrator, alone] = [unique("key"), unique("key")];
    const administrator = { username: unique("leitung") };

    const first = await call(withAdministrator, { name: "Praxis Doppelt", country: "DE", administrator });
    const repeated = await call(withAdministrator, { name: "Praxis Doppelt", country: "DE", administrator });
    expect(first.result.administrator?.temporaryPassword).toMatch(/^(?:\w{4}-){3}\w{4}$/);
    expect(repeated.status).toBe(201);
    expect(repeated.result).toEqual({
      ...first.result,
      administrator: { ...first.result.administrator, temporaryPassword: null },
    });

    const other = await call(alone, { name: "Praxis Einzeln", country: "DE" });
    expect((await call(alone, { name: "Praxis Einzeln", country: "DE" })).result).toEqual(other.result);
  });

  it("see R7o-03 invites an administrator who has an address, and creates an organization without one", async () => {
    const client = await operator();
    const create = (body: object) => client.call(endpoints.createOrganization, { body });
    const invitation = await create({
      name: "Praxis A",
      country: "DE",
      administrator: { email: "a@example.org" },
    });
    expect(invitation.result.administrator).toMatchObject({ status: "pending", temporaryPassword: null });
    expect(invitation.result.administrator?.invitation).not.toBeNull();
    const bare = await create({ name: "Praxis B", country: "AT", type: "group_practice" });
    expect(bare.result).toMatchObject({
      type: "group_practice",
      administrator: null,
      userCount: 0,
      currency: "EUR",
      timezone: "Europe/Vienna",
    });
  });

  it.each(["admin", "org_admin", "practice_admin", "editor", "viewer"] as const)(
    "R7o-03 is refused to %s",
    async (role) => {
      const client = new TestClient(testApp);
      await client.signIn(
        role === "admin"
          ? await makePlatformAccount(testApp, role)
          : await makeMember(testApp, (await makeOrganization(testApp)).id, role),
      );
      const { status, problem } = await client.call(endpoints.createOrganization, {
        body: { name: "Praxis C", country: "DE" },
      });
      expect([status, problem.code]).toEqual([403, "FORBIDDEN"]);
    },
  );
});

describe("DELETE /organizations/{id}", () => {
  it("R7o-07 requires the typed name, the version and a step-up, and then signs out every member", async () => {
    const organization = await makeOrganization(testApp);
    const admin = await memberOf(organization.id, "org_admin");
    const colleague = await memberOf(organization.id);
    const application = await makeApplication(testApp, await makeMember(testApp, organization.id, "viewer"));
    const socket = await openSocket(testApp, colleague.client);
    const params = { id: organization.id };
    for (const body of [{}, { name: "Praxis" }]) {
      const response = await admin.client.call(endpoints.removeOrganization, { params, body });
      expect([response.status, response.problem.errors?.[0]?.path]).toEqual([400, "name"]);
    }
    const stale = await admin.client.call(endpoints.removeOrganization, {
      params,
      body: { name: organization.name },
      headers: { "if-match": '"7"' },
    });
    expect(stale.status).toBe(412);
    await ageProof(admin.personId);
    expect((await deleteOrganization(admin.client, organization)).problem.code).toBe("STEP_UP_REQUIRED");
    const fresh = new TestClient(testApp);
    await fresh.signIn(admin);
    expect((await deleteOrganization(fresh, organization)).status).toBe(204);
    expect(await socket.next("forceLogout")).toEqual({
      type: "session.ended",
      userId: expect.any(String),
      reason: "organization_deleted",
    });
    expect((await colleague.client.call(getMe)).status).toBe(401);
    expect((await fresh.call(getMe)).status).toBe(401);
    expect(await signInStatus(colleague.email)).toBe("ACCOUNT_DISABLED");
    const usedToken = await new TestClient(testApp).fetch("/api/v1/users/me", {
      headers: { authorization: `Bearer ${application.pair.accessToken}` },
    });
    expect(usedToken.status).toBe(401);
    const root = await operator();
    expect((await root.call(getOrganization, { params })).status).toBe(404);
    for (const chain of [organization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "organization.deleted");
      const entry = entries.find((candidate) => candidate.target_id === organization.id);
      expect(entry?.record.changes).toEqual({ status: ["active", "deleted"] });
    }
  });

  it("see R7o-07 members of other organizations stay signed in there and lose access here", async () => {
    const [organization, other] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const { client, personId } = await memberOf(organization.id);
    await joinOrganization(testApp, other.id, personId, "viewer");
    const platform = await operator();
    await warmUpCache(testApp, client);
    expect((await deleteOrganization(platform, organization)).status).toBe(204);
    const inside = (id: string) => client.call(getOrganization, { params: { id } });
    expect([(await inside(organization.id)).status, (await inside(other.id)).status]).toEqual([404, 200]);
  });

  it.each(["practice_admin", "editor", "viewer"] as const)("see R7o-07 is refused to %s", async (role) => {
    const organization = await makeOrganization(testApp);
    const { client } = await memberOf(organization.id, role);
    expect((await deleteOrganization(client, organization)).problem.code).toBe("FORBIDDEN");
  });

  it("R7o-07 can be restored unchanged within 30 days, and not later", async () => {
    const organization = await makeOrganization(testApp, { status: "trial" });
    const member = await makeMember(testApp, organization.id, "viewer");
    const root = await operator();
    const params = { id: organization.id };
    expect((await root.call(endpoints.restoreOrganization, { params })).problem.code).toBe("CONFLICT");
    await deleteOrganization(root, organization);
    const listIds = async (status?: "deleted") =>
      (
        await root.call(listOrganizations, {
          query: { search: organization.name, ...(status && { status }) },
        })
      ).result.data;
    expect(await listIds()).toEqual([]);
    const [row] = await listIds("deleted");
    expect(row?.status).toBe("deleted");
    const [{ deletedAt } = { deletedAt: new Date(0) }] = await queryRows<{ deletedAt: Date }>(
      testApp,
      'select deleted_at as "deletedAt" from organization where organization_id = $1',
      [organization.id],
    );
    expect(Date.parse(row?.restorableUntil ?? "") - deletedAt.getTime()).toBe(30 * 86_400_000);
    await ageDeletion(organization.id, 30 * 86_400_000);
    expect((await root.call(endpoints.restoreOrganization, { params })).problem.code).toBe(
      "ORGANIZATION_ERASED",
    );
    await ageDeletion(organization.id, -60_000);
    const back = await root.call(endpoints.restoreOrganization, { params });
    expect([back.status, back.result.status]).toEqual([200, "trial"]);
    expect(await signInStatus(member.email)).toBe(200);
    const [entry] = await auditEntries(testApp, organization.id, "organization.restored");
    expect(entry?.record.changes).toEqual({ status: ["deleted", "trial"] });
    for (const status of ["active", "suspended", "archived"]) {
      const otherOrganization = await makeOrganization(testApp);
      const change = "update organization set status = $2 where organization_id = $1";
      await queryRows(testApp, change, [otherOrganization.id, status]);
      expect((await deleteOrganization(root, otherOrganization)).status).toBe(204);
      const response = await root.call(endpoints.restoreOrganization, {
        params: { id: otherOrganization.id },
      });
      expect(response.result.status).toBe(status);
    }
  });

  it("see R7o-07 only the platform restores and lists deleted organizations", async () => {
    const [organization, other] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const { client, personId } = await memberOf(organization.id, "org_admin");
    await joinOrganization(testApp, other.id, personId, "org_admin");
    testApp.app.callers.cache.forgetPerson(personId);
    await deleteOrganization(await operator(), organization);
    const response = await client.call(endpoints.restoreOrganization, { params: { id: organization.id } });
    expect(response.status).toBe(404);
    const ownRestore = await client.call(endpoints.restoreOrganization, { params: { id: other.id } });
    expect(ownRestore.problem.code).toBe("FORBIDDEN");
    const account = await makePlatformAccount(testApp, "super_admin");
    const late = new TestClient(testApp);
    await late.signIn(account);
    await ageProof(account.personId);
    const unproven = await late.call(endpoints.restoreOrganization, { params: { id: organization.id } });
    expect(unproven.problem.code).toBe("STEP_UP_REQUIRED");
    const { result } = await client.call(listOrganizations, { query: { status: "deleted" } });
    expect(result.data).toEqual([]);
  });
});

/** Moves the time of a deletion further into the past. */
async function ageDeletion(id: string, ms: number) {
  await queryRows(
    testApp,
    "update organization set deleted_at = deleted_at - make_interval(secs => $2) where organization_id = $1",
    [id, ms / 1000],
  );
}

describe("suspending a tenant", () => {
  it("R7n-05 R7n-06 R4-75 blocks people and applications; reactivating a suspended trial makes it active", async () => {
    const organization = await makeOrganization(testApp, { status: "trial" });
    const member = await memberOf(organization.id);
    const socket = await openSocket(testApp, member.client);
    const application = await makeApplication(testApp, await makeMember(testApp, organization.id, "viewer"));
    const root = await operator();
    const params = { id: organization.id };
    for (const body of [{}, { reason: "" }, { reason: "Rechnung offen", other: 1 }]) {
      const refusal = await root.call(tenants.suspendTenant, { params, body });
      expect([body, refusal.status, refusal.problem.code]).toEqual([body, 400, "VALIDATION_FAILED"]);
    }
    expect((await member.client.call(getMe)).status).toBe(200);
    const suspension = await root.call(tenants.suspendTenant, { params, body: { reason: "Rechnung offen" } });
    expect(suspension.result).toMatchObject({
      status: "suspended",
      suspension: { reason: "Rechnung offen" },
    });
    expect(await socket.next("forceLogout")).toEqual({
      type: "session.ended",
      userId: expect.any(String),
      reason: "organization_suspended",
    });
    expect((await member.client.call(getMe)).status).toBe(401);
    expect(await signInStatus(member.email)).toBe("ORGANIZATION_SUSPENDED");
    const use = async () =>
      (
        await new TestClient(testApp).fetch(`/api/v1/organizations/${organization.id}`, {
          headers: { authorization: `Bearer ${application.pair.accessToken}` },
        })
      ).status;
    expect(await use()).toBe(403);
    const secondSuspension = await root.call(tenants.suspendTenant, {
      params,
      body: { reason: "Noch einmal" },
    });
    expect(secondSuspension.problem.code).toBe("CONFLICT");
    const back = await root.call(tenants.reactivateTenant, { params });
    expect(back.result).toMatchObject({ status: "active", suspension: null });
    expect(await signInStatus(member.email)).toBe(200);
    expect(await use()).toBe(200);
    expect((await root.call(tenants.reactivateTenant, { params })).problem.code).toBe("CONFLICT");
    const [entry] = await auditEntries(testApp, organization.id, "organization.suspended");
    expect(entry?.record).toMatchObject({
      reason: "Rechnung offen",
      changes: { status: ["trial", "suspended"] },
    });
    const [reactivated, ...others] = await auditEntries(testApp, organization.id, "organization.reactivated");
    expect(reactivated?.record.changes).toMatchObject({ status: ["suspended", "active"] });
    expect(others).toEqual([]);
  });

  it("R7n-05 lets its administrators read, but not change anything", async () => {
    const organization = await makeOrganization(testApp);
    const { client, email } = await memberOf(organization.id, "org_admin");
    const params = { id: organization.id };
    await (await operator()).call(tenants.suspendTenant, { params, body: { reason: "Rechnung offen" } });
    expect((await client.call(getOrganization, { params })).result.suspension?.reason).toBe("Rechnung offen");
    const change = await client.call(endpoints.updateOrganization, { params, body: { description: "x" } });
    expect(change.problem.code).toBe("ORGANIZATION_SUSPENDED");
    expect(await signInStatus(email)).toBe(200);
  });

  it("R7n-05 R7n-06 needs a fresh proof and a platform role", async () => {
    const { id } = await makeOrganization(testApp);
    const account = await makePlatformAccount(testApp, "super_admin");
    const root = new TestClient(testApp);
    await root.signIn(account);
    await ageProof(account.personId);
    const call = { params: { id }, body: { reason: "x" } };
    expect((await root.call(tenants.suspendTenant, call)).problem.code).toBe("STEP_UP_REQUIRED");
    const { client } = await memberOf(id, "org_admin");
    expect((await client.call(tenants.suspendTenant, call)).problem.code).toBe("FORBIDDEN");
    await (await operator()).call(tenants.suspendTenant, call);
    const { params } = call;
    expect((await root.call(tenants.reactivateTenant, { params })).problem.code).toBe("STEP_UP_REQUIRED");
    expect((await client.call(tenants.reactivateTenant, { params })).status).toBe(403);
  });
});

describe("the states of an organization", () => {
  const suspend = { reason: "Rechnung offen" };
  /** The state after each call in trial, active, suspended, archived and deleted; "-" where it is refused. */
  const calls = {
    suspend: "suspended suspended - - -",
    reactivate: "- - active - -",
    remove: "deleted deleted deleted deleted -",
    restore: "- - - - active",
    archive: "archived archived archived archived -",
    activate: "active active - active -",
  } as const;

  it.each(Object.entries(calls))("R4-94 %s changes the state as listed: %s", async (name, row) => {
    const root = await operator();
    for (const [index, status] of ["trial", "active", "suspended", "archived", "deleted"].entries()) {
      const organization = await makeOrganization(testApp);
      const params = { id: organization.id };
      await queryRows(testApp, "update organization set status = $2 where organization_id = $1", [
        organization.id,
        status,
      ]);
      const update = (to: "archived" | "active") =>
        root.call(endpoints.updateOrganization, { params, body: { status: to } });
      const request = {
        suspend: () => root.call(tenants.suspendTenant, { params, body: suspend }),
        reactivate: () => root.call(tenants.reactivateTenant, { params }),
        remove: () => deleteOrganization(root, organization),
        restore: () => root.call(endpoints.restoreOrganization, { params }),
        archive: () => update("archived"),
        activate: () => update("active"),
      }[name as keyof typeof calls];
      const response = await request();
      const storedRow = await queryRows<{ status: string }>(
        testApp,
        "select status from organization where organization_id = $1",
        [organization.id],
      );
      const expected = row.split(" ")[index] ?? "";
      const isRefused = expected === "-";
      const refusal = status === "deleted" ? 404 : 409;
      expect([status, storedRow]).toEqual([status, [{ status: isRefused ? status : expected }]]);
      expect([status, response.status < 300 ? "done" : response.status]).toEqual([
        status,
        isRefused ? refusal : "done",
      ]);
    }
  });
});
