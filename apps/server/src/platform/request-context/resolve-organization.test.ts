import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { pathOf } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import {
  getOrganization,
  listOrganizations,
  listOrganizationUsers,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { hasPermission } from "@praxisportal/contract/permissions";
import { getMe, updateMe } from "@praxisportal/contract/users/users.endpoints";
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

let test: TestApp;
let own: { id: string };
let second: { id: string };
let foreign: { id: string };
beforeAll(async () => {
  test = await createTestApp();
  [own, second, foreign] = [
    await makeOrganization(test),
    await makeOrganization(test),
    await makeOrganization(test),
  ];
});
afterAll(() => test.stop());

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
  const client = new TestClient(test);
  const person = await makeMember(test, own.id, role);
  await client.signIn(person);
  return { client, person };
}

/** Signs in a member of two organizations: org_admin in the first, guest (no permission) in the second. */
async function memberOfTwo() {
  const { client, person } = await member("org_admin");
  await joinOrganization(test, second.id, person.personId, "guest");
  test.app.callers.cache.forgetPerson(person.personId);
  return { client, person };
}

async function platformClient(role: "super_admin" | "admin") {
  const account = await makePlatformAccount(test, role);
  const client = new TestClient(test);
  const { sessionId } = await client.signIn({ username: account.username });
  return { account, client, sessionId };
}

const usersPath = (id: string) => pathOf(listOrganizationUsers, { id });

describe("the organization of a request", () => {
  it("R6-49 foreign, unknown and malformed ids in the path return the same 404", async () => {
    const { client } = await member();
    const [reference, ...others] = await Promise.all(
      [unknownId, foreign.id, "not-a-uuid", "%00", foreign.id.toUpperCase(), `${own.id}x`].map(async (id) => {
        const { instance: _instance, ...response } = await responseTo(
          client,
          `/api/v1/organizations/${id}/users`,
        );
        return response;
      }),
    );
    expect(reference).toMatchObject({ status: 404, problem: { code: "NOT_FOUND" } });
    for (const other of others) expect(other).toEqual(reference);
  });

  it("R6-49 R6-51 the same ids in the header return the same 404 on every guarded call", async () => {
    const { client } = await member();
    const guarded = allEndpoints.filter(
      ({ access, organizationFrom: organization, withoutOrganization, method }) =>
        access.who !== "public" && organization === undefined && !withoutOrganization && method === "GET",
    );
    expect(guarded.length).toBeGreaterThan(1);
    for (const endpoint of guarded) {
      const [reference, ...others] = await Promise.all(
        [unknownId, foreign.id, "not-a-uuid", "*", `${own.id},${foreign.id}`].map((id) =>
          responseTo(client, endpoint.path, id),
        ),
      );
      expect(reference).toMatchObject({ status: 404, problem: { code: "NOT_FOUND" } });
      for (const other of others) expect(other).toEqual(reference);
    }
  });

  it("R7t-02 N03 different path and header are 403, but only for users who may see the organization in the path", async () => {
    const { client } = await memberOfTwo();
    const differing = await responseTo(client, usersPath(own.id), second.id);
    expect([differing.status, differing.problem["code"]]).toEqual([403, "ORGANIZATION_MISMATCH"]);
    const unknown = await responseTo(client, usersPath(unknownId), own.id);
    expect(unknown).toMatchObject({ status: 404, problem: { code: "NOT_FOUND" } });
    const foreignPath = await responseTo(client, usersPath(foreign.id), own.id);
    expect({ ...foreignPath, instance: "" }).toEqual({ ...unknown, instance: "" });
    const toForeign = await responseTo(client, usersPath(own.id), foreign.id);
    expect([toForeign.status, toForeign.problem["code"]]).toEqual([403, "ORGANIZATION_MISMATCH"]);
    expect((await responseTo(client, usersPath(own.id), own.id)).status).toBe(200);
  });

  it("uses the only membership if the request names no organization, and treats an empty header as absent", async () => {
    const { client } = await member("viewer");
    expect((await client.call(getMe)).result.organizationId).toBe(own.id);
    const empty = await client.call(getMe, { headers: { "x-organization-id": "" } });
    expect(empty.result.organizationId).toBe(own.id);
  });

  it("R6-44 R6-45 shows and applies the role of the organization that the request names", async () => {
    const { client, person } = await memberOfTwo();
    const roleIn = async (id: string) => {
      const { result } = await client.call(getMe, { headers: { "x-organization-id": id } });
      return [result.organizationId, result.role.type];
    };
    expect(await roleIn(own.id)).toEqual([own.id, "org_admin"]);
    expect(await roleIn(second.id)).toEqual([second.id, "guest"]);
    // The responses that start a session in an organization contain its role as well.
    for (const [id, role] of [
      [own.id, "org_admin"],
      [second.id, "guest"],
    ] as const) {
      await queryRows(
        test,
        "update membership set username = $3 where person_id = $1 and organization_id = $2",
        [person.personId, id, person.username],
      );
      const there = new TestClient(test);
      const started = await there.signIn({ ...person, organizationId: id });
      expect([started.organization?.id, started.user.role.type]).toEqual([id, role]);
      const { result } = await there.call(auth.checkAuth);
      expect(result).toMatchObject({
        authenticated: true,
        organization: { id },
        user: { role: { type: role } },
      });
    }
    // Workstations are for certain roles, whatever permissions a member has.
    const statusIn = async ({ id }: { id: string }) =>
      (await responseTo(client, pathOf(listWorkstations, { id }))).status;
    expect([await statusIn(own), await statusIn(second)]).toEqual([200, 403]);
  });

  it("R6-51 N03 the header of an organization with many permissions opens nothing in another one", async () => {
    const { client } = await memberOfTwo();
    // A guest has no permission in the second organization, regardless of the role in the first.
    const plain = await responseTo(client, usersPath(second.id));
    expect([plain.status, plain.problem["code"]]).toEqual([403, "FORBIDDEN"]);
    const widened = await responseTo(client, usersPath(second.id), own.id);
    expect(widened.status).toBe(403);
    for (const name of [
      "x-organization",
      "x-tenant-id",
      "organization-id",
      "x-role",
      "x-user-id",
      "x-application-id",
    ]) {
      client.headers = { [name]: own.id, "x-permissions": "*" };
      expect([name, (await responseTo(client, usersPath(second.id))).status]).toEqual([name, 403]);
    }
  });

  it("R7s-05 N50 a device fingerprint, forged or missing, changes no response", async () => {
    const { client } = await member("viewer");
    const bare = {
      own: await responseTo(client, usersPath(own.id)),
      foreign: await responseTo(client, usersPath(foreign.id)),
    };
    for (const fingerprint of ["", "forged", "x".repeat(2_000), "' or 1=1 --"]) {
      client.headers = { "x-device-fingerprint": fingerprint };
      expect((await responseTo(client, usersPath(own.id))).status).toBe(bare.own.status);
      expect(await responseTo(client, usersPath(foreign.id))).toEqual(bare.foreign);
    }
  });

  it("R6-29 R6-30 R6-31 each role has the permissions of the specification, in its organization only", async () => {
    const expected = {
      org_admin: ["organizations:read", "users:read", "users:write"],
      practice_admin: ["organizations:read", "users:read", "users:write"],
      editor: ["organizations:read", "users:read"],
      viewer: ["organizations:read", "users:read"],
    } as const;
    for (const [role, held] of Object.entries(expected)) {
      const client = new TestClient(test);
      await client.signIn(await makeMember(test, own.id, role as keyof typeof expected));
      const read = await client.call(listOrganizationUsers, { params: { id: own.id } });
      expect([role, read.status]).toEqual([role, 200]);
      expect((await client.call(listOrganizationUsers, { params: { id: foreign.id } })).status).toBe(404);
      const { type, permissions } = (await client.call(getMe)).result.role;
      const required = ["organizations:read", "users:read", "users:write"];
      const passed = required.filter((permission) => hasPermission({ role: type, permissions }, permission));
      expect([role, passed]).toEqual([role, held]);
    }
  });
});

describe("platform accounts", () => {
  it("R1-07 super_admin opens any organization; the audit log of that organization records it once per session", async () => {
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
      (await auditEntries(test, foreign.id, "platform.organization_opened")).filter(
        (entry) => entry.actor_id === account.personId,
      );
    expect(await visits()).toMatchObject([
      { outcome: "success", target_id: foreign.id, record: { request: { sessionId } } },
    ]);
    expect(await auditEntries(test, own.id, "platform.organization_opened")).toEqual([]);
    await client.signIn({ username: account.username });
    await client.call(getOrganization, { params: { id: foreign.id } });
    expect(await visits()).toHaveLength(2);
    // Every other part can be read as well, except what needs a session of classic mode or an application.
    const refused: string[] = [];
    for (const { name, method, path } of allEndpoints) {
      if (method !== "GET") continue;
      const address = path
        .replace("/organizations/{id}", `/organizations/${foreign.id}`)
        .replace("/organization/{id}", `/organization/${foreign.id}`)
        .replaceAll(/\{\w+\}/g, account.personId);
      const { status, body } = await client.fetch(address, { headers: { "x-organization-id": foreign.id } });
      await body?.cancel();
      if (status === 401 || status === 403) refused.push(name);
    }
    expect(refused).toEqual(["legacy.session", "ai.listOpenaiModels"]);
  });

  it("see R1-07 super_admin without an organization gets all of them in a list, and 404 for one that does not exist", async () => {
    const { client } = await platformClient("super_admin");
    const { result } = await client.call(listOrganizations);
    expect(result.pagination.total).toBe(3);
    expect((await client.call(getOrganization, { params: { id: unknownId } })).status).toBe(404);
    expect((await responseTo(client, "/api/v1/users/me", unknownId)).status).toBe(404);
  });

  it("see R6-44 admin has no permissions in any organization, and a refused call is not recorded as a visit", async () => {
    const { account, client } = await platformClient("admin");
    for (const endpoint of [getOrganization, listOrganizationUsers]) {
      expect((await client.call(endpoint, { params: { id: foreign.id } })).status).toBe(403);
    }
    expect((await client.call(listOrganizations)).status).toBe(403);
    const visits = await auditEntries(test, foreign.id, "platform.organization_opened");
    expect(visits.filter((entry) => entry.actor_id === account.personId)).toEqual([]);
  });

  it("a visit to a member's own organization is not recorded, whatever their platform role", async () => {
    const { account, client } = await platformClient("super_admin");
    await joinOrganization(test, own.id, account.personId, "viewer");
    test.app.callers.cache.forgetPerson(account.personId);
    expect((await client.call(getOrganization, { params: { id: own.id } })).status).toBe(200);
    const visits = await auditEntries(test, own.id, "platform.organization_opened");
    expect(visits.filter((entry) => entry.actor_id === account.personId)).toEqual([]);
  });
});

describe("N07 organization and rights in a request body", () => {
  it("see R6-51 R5-46 are rejected as unknown fields", async () => {
    const { client, person } = await member("viewer");
    for (const field of ["organizationId", "role", "permissions", "platformRole", "_organizationId"]) {
      const response = await client.call(updateMe, { body: { [field]: own.id } });
      expect([field, response.status]).toEqual([field, 400]);
    }
    const login = await client.call(auth.login, {
      body: { username: person.username, password: person.password, platformRole: "super_admin" },
    });
    expect(login.status).toBe(400);
    const [row] = await queryRows<{ role: string }>(
      test,
      "select role from membership where person_id = $1",
      [person.personId],
    );
    expect(row?.role).toBe("viewer");
  });
});
