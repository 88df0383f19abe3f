import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { pathOf } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import {
  getOrganization,
  listOrganizations,
  listOrganizationUsers,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { hasPermission } from "@praxisportal/contract/permissions";
import { getMe, updateMe, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { listWorkstations } from "@praxisportal/contract/workstations/workstations.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let ownOrganization: { id: string };
let second: { id: string };
let foreign: { id: string };
beforeAll(async () => {
  testApp = await createTestApp();
  [ownOrganization, second, foreign] = [
    await makeOrganization(testApp),
    await makeOrganization(testApp),
    await makeOrganization(testApp),
  ];
});
afterAll(() => testApp.stop());

const unknownId = "01890000-0000-7000-8000-000000000000";

/** Returns the response that a client receives, without the request id. */
async function responseTo(client: TestClient, path: string, organizationHeader?: string) {
  const response = await client.fetch(path, {
    headers: organizationHeader === undefined ? {} : { "x-organization-id": organizationHeader },
  });
  const { requestId: _id, instance, ...problem } = (await response.json()) as Record<string, unknown>;
  const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return {
    status: response.status,
    problem,
    headers: headers.filter(([name]) => name !== "content-length"),
    instance,
  };
}

async function member(role: "org_admin" | "viewer" = "org_admin") {
  const client = new TestClient(testApp);
  const person = await makeMember(testApp, ownOrganization.id, role);
  await client.signIn(person);
  return { client, person };
}

/** Signs in a member of two organizations: org_admin in the first, guest (no permission) in the second. */
async function memberInTwoOrganizations() {
  const { client, person } = await member("org_admin");
  await joinOrganization(testApp, second.id, person.personId, "guest");
  testApp.app.callers.cache.forgetPerson(person.personId);
  return { client, person };
}

async function platformClient(role: "super_admin" | "admin") {
  const account = await makePlatformAccount(testApp, role);
  const client = new TestClient(testApp);
  const { sessionId } = await client.signIn({ username: account.username });
  return { account, client, sessionId };
}

const usersPath = (id: string) => pathOf(listOrganizationUsers, { id });

describe("the organization of a request", () => {
  it("R6-49 results in the same 404 for foreign, unknown and malformed ids in the path", async () => {
    const { client } = await member();
    const [reference, ...others] = await Promise.all(
      [unknownId, foreign.id, "not-a-uuid", "%00", foreign.id.toUpperCase(), `${ownOrganization.id}x`].map(
        async (id) => {
          const { instance: _instance, ...response } = await responseTo(
            client,
            `/api/v1/organizations/${id}/users`,
          );
          return response;
        },
      ),
    );
    expect(reference).toMatchObject({ status: 404, problem: { code: "NOT_FOUND" } });
    for (const other of others) expect(other).toEqual(reference);
  });

  it("R6-49 R6-51 results in the same 404 for such ids in the header on every guarded call", async () => {
    const { client } = await member();
    const guarded = allEndpoints.filter(
      ({ access, organizationFrom: organization, withoutOrganization, method }) =>
        access.who !== "public" && organization === undefined && !withoutOrganization && method === "GET",
    );
    expect(guarded.length).toBeGreaterThan(1);
    for (const endpoint of guarded) {
      const [reference, ...others] = await Promise.all(
        [unknownId, foreign.id, "not-a-uuid", "*", `${ownOrganization.id},${foreign.id}`].map((id) =>
          responseTo(client, endpoint.path, id),
        ),
      );
      expect(reference).toMatchObject({ status: 404, problem: { code: "NOT_FOUND" } });
      for (const response of others) expect(response).toEqual(reference);
    }
  });

  it("R7t-02 N03 results in 403 for a different path and header, but only if the caller may see the path's organization", async () => {
    const { client } = await memberInTwoOrganizations();
    const differing = await responseTo(client, usersPath(ownOrganization.id), second.id);
    expect([differing.status, differing.problem["code"]]).toEqual([403, "ORGANIZATION_MISMATCH"]);
    const unknown = await responseTo(client, usersPath(unknownId), ownOrganization.id);
    expect(unknown).toMatchObject({ status: 404, problem: { code: "NOT_FOUND" } });
    const foreignPath = await responseTo(client, usersPath(foreign.id), ownOrganization.id);
    expect({ ...foreignPath, instance: "" }).toEqual({ ...unknown, instance: "" });
    const toForeign = await responseTo(client, usersPath(ownOrganization.id), foreign.id);
    expect([toForeign.status, toForeign.problem["code"]]).toEqual([403, "ORGANIZATION_MISMATCH"]);
    expect((await responseTo(client, usersPath(ownOrganization.id), ownOrganization.id)).status).toBe(200);
  });

  it("is that of the only membership if the request names none or has an empty header", async () => {
    const { client } = await member("viewer");
    expect((await client.call(getMe)).result.organizationId).toBe(ownOrganization.id);
    const empty = await client.call(getMe, { headers: { "x-organization-id": "" } });
    expect(empty.result.organizationId).toBe(ownOrganization.id);
  });

  it("R6-44 R6-45 determines the returned and applied role", async () => {
    const { client, person } = await memberInTwoOrganizations();
    const roleIn = async (id: string) => {
      const { result } = await client.call(getMe, { headers: { "x-organization-id": id } });
      return [result.organizationId, result.role.type];
    };
    expect(await roleIn(ownOrganization.id)).toEqual([ownOrganization.id, "org_admin"]);
    expect(await roleIn(second.id)).toEqual([second.id, "guest"]);
    // The responses that start a session in an organization contain its role as well.
    for (const [id, role] of [
      [ownOrganization.id, "org_admin"],
      [second.id, "guest"],
    ] as const) {
      await queryRows(
        testApp,
        "update membership set username = $3 where person_id = $1 and organization_id = $2",
        [person.personId, id, person.username],
      );
      const there = new TestClient(testApp);
      const started = await there.signIn({ ...person, organizationId: id });
      expect([started.organization?.id, started.user.role.type]).toEqual([id, role]);
      const { result } = await there.call(auth.checkAuth);
      expect(result).toMatchObject({
        authenticated: true,
        organization: { id },
        user: { role: { type: role } },
      });
    }
    // Workstations are for certain roles, regardless of permissions.
    const statusIn = async ({ id }: { id: string }) =>
      (await responseTo(client, pathOf(listWorkstations, { id }))).status;
    expect([await statusIn(ownOrganization), await statusIn(second)]).toEqual([200, 403]);
  });

  it("R6-51 N03 gives no access to another one by a header with an organization of more permissions", async () => {
    const { client } = await memberInTwoOrganizations();
    // A guest has no permission in the second organization, regardless of the role in the first.
    const plain = await responseTo(client, usersPath(second.id));
    expect([plain.status, plain.problem["code"]]).toEqual([403, "FORBIDDEN"]);
    const widened = await responseTo(client, usersPath(second.id), ownOrganization.id);
    expect(widened.status).toBe(403);
    for (const name of [
      "x-organization",
      "x-tenant-id",
      "organization-id",
      "x-role",
      "x-user-id",
      "x-application-id",
    ]) {
      client.headers = { [name]: ownOrganization.id, "x-permissions": "*" };
      expect([name, (await responseTo(client, usersPath(second.id))).status]).toEqual([name, 403]);
    }
  });

  it("R7s-05 N50 does not depend on a forged or missing device fingerprint", async () => {
    const { client } = await memberInTwoOrganizations();
    const bare = {
      own: await responseTo(client, usersPath(ownOrganization.id)),
      // A guest may not read the members.
      refused: await responseTo(client, usersPath(second.id)),
      foreign: await responseTo(client, usersPath(foreign.id)),
    };
    expect([bare.own.status, bare.refused.status, bare.foreign.status]).toEqual([200, 403, 404]);
    for (const fingerprint of ["", "forged", "x".repeat(2_000), "' or 1=1 --"]) {
      client.headers = { "x-device-fingerprint": fingerprint };
      expect((await responseTo(client, usersPath(ownOrganization.id))).status).toBe(bare.own.status);
      expect(await responseTo(client, usersPath(second.id))).toEqual(bare.refused);
      expect(await responseTo(client, usersPath(foreign.id))).toEqual(bare.foreign);
    }
  });

  it("R6-29 R6-30 R6-31 see R1-05 gives each role the permissions of the specification, only in its organization", async () => {
    const expected = {
      org_admin: ["organizations:read", "users:read", "users:write"],
      practice_admin: ["organizations:read", "users:read", "users:write"],
      editor: ["organizations:read", "users:read"],
      viewer: ["organizations:read", "users:read"],
    } as const;
    const colleague = await makeMember(testApp, ownOrganization.id, "viewer");
    const foreigner = await makeMember(testApp, foreign.id, "viewer");
    const body = { phone: "030 100029" };
    for (const [role, held] of Object.entries(expected)) {
      const client = new TestClient(testApp);
      await client.signIn(await makeMember(testApp, ownOrganization.id, role as keyof typeof expected));
      const read = await client.call(listOrganizationUsers, { params: { id: ownOrganization.id } });
      expect([role, read.status]).toEqual([role, 200]);
      expect((await client.call(listOrganizationUsers, { params: { id: foreign.id } })).status).toBe(404);
      const practice = await client.call(getOrganization, { params: { id: ownOrganization.id } });
      const change = await client.call(updateUser, { params: { id: colleague.personId }, body });
      const mayWrite = held.some((permission) => permission === "users:write");
      expect([role, practice.status, change.status]).toEqual([role, 200, mayWrite ? 200 : 403]);
      expect((await client.call(getOrganization, { params: { id: foreign.id } })).status).toBe(404);
      const foreignChange = await client.call(updateUser, { params: { id: foreigner.personId }, body });
      expect([role, foreignChange.status]).toEqual([role, mayWrite ? 404 : 403]);
      const { type, permissions } = (await client.call(getMe)).result.role;
      const required = ["organizations:read", "users:read", "users:write"];
      const passed = required.filter((permission) => hasPermission({ role: type, permissions }, permission));
      expect([role, passed]).toEqual([role, held]);
    }
  });
});

describe("platform accounts", () => {
  it("R1-07 with super_admin can open any organization, whose audit log records it once per session", async () => {
    const { account, client, sessionId } = await platformClient("super_admin");
    await Promise.all(
      Array.from({ length: 30 }, () => client.call(getOrganization, { params: { id: foreign.id } })),
    );
    const response = await client.call(listOrganizationUsers, {
      params: { id: foreign.id },
      headers: { "x-organization-id": foreign.id },
    });
    expect(response.status).toBe(200);
    const visits = async () =>
      (await auditEntries(testApp, foreign.id, "platform.organization_opened")).filter(
        (entry) => entry.actor_id === account.personId,
      );
    expect(await visits()).toMatchObject([
      { outcome: "success", target_id: foreign.id, record: { request: { sessionId } } },
    ]);
    expect(await auditEntries(testApp, ownOrganization.id, "platform.organization_opened")).toEqual([]);
    await client.signIn({ username: account.username });
    await client.call(getOrganization, { params: { id: foreign.id } });
    expect(await visits()).toHaveLength(2);
    // All other reads work as well, except those that need a session of classic mode or an application.
    const refusedCalls: string[] = [];
    for (const { name, method, path } of allEndpoints) {
      if (method !== "GET") continue;
      const address = path
        .replace("/organizations/{id}", `/organizations/${foreign.id}`)
        .replace("/organization/{id}", `/organization/${foreign.id}`)
        .replaceAll(/\{\w+\}/g, account.personId);
      const { status, body } = await client.fetch(address, { headers: { "x-organization-id": foreign.id } });
      await body?.cancel();
      if (status === 401 || status === 403) refusedCalls.push(name);
    }
    expect(refusedCalls).toEqual(["legacy.session", "ai.listOpenaiModels"]);
  });

  it("see R1-07 with super_admin get all organizations in a list, and 404 for one that does not exist", async () => {
    const { client } = await platformClient("super_admin");
    const { result } = await client.call(listOrganizations);
    expect(result.pagination.total).toBe(3);
    expect((await client.call(getOrganization, { params: { id: unknownId } })).status).toBe(404);
    expect((await responseTo(client, "/api/v1/users/me", unknownId)).status).toBe(404);
  });

  it("see R6-44 with admin have no permissions in any organization, and a refused call is not recorded as a visit", async () => {
    const { account, client } = await platformClient("admin");
    for (const endpoint of [getOrganization, listOrganizationUsers]) {
      expect((await client.call(endpoint, { params: { id: foreign.id } })).status).toBe(403);
    }
    expect((await client.call(listOrganizations)).status).toBe(403);
    const visits = await auditEntries(testApp, foreign.id, "platform.organization_opened");
    expect(visits.filter((entry) => entry.actor_id === account.personId)).toEqual([]);
  });

  it("with any platform role visit their own organization without a record", async () => {
    const { account, client } = await platformClient("super_admin");
    await joinOrganization(testApp, ownOrganization.id, account.personId, "viewer");
    testApp.app.callers.cache.forgetPerson(account.personId);
    expect((await client.call(getOrganization, { params: { id: ownOrganization.id } })).status).toBe(200);
    const visits = await auditEntries(testApp, ownOrganization.id, "platform.organization_opened");
    expect(visits.filter((entry) => entry.actor_id === account.personId)).toEqual([]);
  });
});

describe("N07 organization and rights in a request body", () => {
  it("see R6-51 R5-46 are rejected as unknown fields", async () => {
    const { client, person } = await member("viewer");
    for (const field of ["organizationId", "role", "permissions", "platformRole", "_organizationId"]) {
      const response = await client.call(updateMe, { body: { [field]: ownOrganization.id } });
      expect([field, response.status]).toEqual([field, 400]);
    }
    const login = await client.call(auth.login, {
      body: { username: person.username, password: person.password, platformRole: "super_admin" },
    });
    expect(login.status).toBe(400);
    const [row] = await queryRows<{ role: string }>(
      testApp,
      "select role from membership where person_id = $1",
      [person.personId],
    );
    expect(row?.role).toBe("viewer");
  });
});
