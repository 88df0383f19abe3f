import { randomUUID } from "node:crypto";
import * as organizations from "@praxisportal/contract/organizations/organizations.endpoints";
import { listUserOrganizations } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { getTenant, listTenants } from "@praxisportal/contract/tenants/tenants.endpoints";
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
let operator: TestClient;
const names = ["Äskulap", "Zahnwerk", "Ärztehaus Ost", "Aeskulap", "Praxis 100%", "Praxis_Unter", "Öhrchen"];
beforeAll(async () => {
  testApp = await createTestApp();
  for (const name of names) await makeOrganization(testApp, { name });
  for (let index = 0; index < 12; index += 1) await makeOrganization(testApp, { name: "Gleichnamig" });
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
});
afterAll(() => testApp.stop());

async function signInMember(organizationId: string, role: Parameters<typeof makeMember>[2]) {
  const client = new TestClient(testApp);
  const member = await makeMember(testApp, organizationId, role);
  await client.signIn(member);
  return { client, ...member };
}

describe("GET /organizations", () => {
  it.each(["org_admin", "practice_admin", "editor", "viewer"] as const)(
    "R7o-01 R7o-02 shows %s only their own organization",
    async (role) => {
      const ownOrganization = await makeOrganization(testApp);
      await makeOrganization(testApp);
      const { client } = await signInMember(ownOrganization.id, role);
      const { result } = await client.call(organizations.listOrganizations);
      expect(result.data.map((row) => row.id)).toEqual([ownOrganization.id]);
      expect(result.pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 });
      expect(result.data[0]).toMatchObject({
        _id: ownOrganization.id,
        organizationId: ownOrganization.id,
        name: ownOrganization.name,
        userCount: 1,
      });
      const searchResult = await client.call(organizations.listOrganizations, {
        query: { search: "Zahnwerk" },
      });
      expect(searchResult.result.data).toEqual([]);
    },
  );

  it("R7o-01 R7o-02 shows a member of several organizations those they may read, whichever is active", async () => {
    const [firstOrganization, secondOrganization, thirdOrganization, formerOrganization] = [
      await makeOrganization(testApp, { name: "B-Praxis" }),
      await makeOrganization(testApp, { name: "a-Praxis" }),
      await makeOrganization(testApp),
      await makeOrganization(testApp),
    ];
    const { client, personId } = await signInMember(firstOrganization.id, "viewer");
    await joinOrganization(testApp, secondOrganization.id, personId, "editor");
    await joinOrganization(testApp, thirdOrganization.id, personId, "guest");
    await joinOrganization(testApp, formerOrganization.id, personId, "viewer", { status: "deactivated" });
    testApp.app.callers.cache.forgetAll();
    for (const headers of [{}, { "x-organization-id": firstOrganization.id }] as Record<string, string>[]) {
      const { result } = await client.call(organizations.listOrganizations, { headers });
      expect(result.data.map((row) => row.id)).toEqual([secondOrganization.id, firstOrganization.id]);
    }
    const { result } = await client.call(organizations.listOrganizations, { query: { limit: 1, page: 2 } });
    expect(result.data.map((row) => row.id)).toEqual([firstOrganization.id]);
    expect(result.pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2 });
    const down = await client.call(organizations.listOrganizations, { query: { sortOrder: "desc" } });
    expect(down.result.data.map((row) => row.id)).toEqual([firstOrganization.id, secondOrganization.id]);
    const byAge = await client.call(organizations.listOrganizations, { query: { sortBy: "createdAt" } });
    expect(byAge.result.data.map((row) => row.id)).toEqual([firstOrganization.id, secondOrganization.id]);
    const searchResult = await client.call(organizations.listOrganizations, { query: { search: "A-PRAX" } });
    expect(searchResult.result.data.map((row) => row.id)).toEqual([secondOrganization.id]);
  });

  it("see R7o-01 R7o-02 is refused to users who may read no organization, and to the system administrator", async () => {
    const { id } = await makeOrganization(testApp);
    const { client } = await signInMember(id, "guest");
    expect((await client.call(organizations.listOrganizations)).problem.code).toBe("FORBIDDEN");
    const admin = new TestClient(testApp);
    await admin.signIn(await makePlatformAccount(testApp, "admin"));
    expect((await admin.call(organizations.listOrganizations)).problem.code).toBe("FORBIDDEN");
  });

  it("R7o-02 see R7o-11 shows a super_admin all organizations in every state, in German order, page by page", async () => {
    const states = ["trial", "suspended", "archived"] as const;
    for (const [index, status] of states.entries())
      await queryRows(testApp, "update organization set status = $2 where name = $1", [names[index], status]);
    const { result: first } = await operator.call(organizations.listOrganizations, { query: { limit: 100 } });
    const stored = await queryRows<{ id: string }>(
      testApp,
      "select organization_id as id from organization where status <> 'deleted'",
    );
    expect(first.data.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    const foundNames = first.data.map((row) => row.name).filter((name) => names.includes(name));
    expect(foundNames).toEqual([
      "Aeskulap",
      "Ärztehaus Ost",
      "Äskulap",
      "Öhrchen",
      "Praxis 100%",
      "Praxis_Unter",
      "Zahnwerk",
    ]);
    const pagedIds: string[] = [];
    for (let page = 1; page <= Math.ceil(first.pagination.total / 3); page += 1) {
      const { result } = await operator.call(organizations.listOrganizations, { query: { limit: 3, page } });
      pagedIds.push(...result.data.map((row) => row.id));
    }
    expect(pagedIds).toEqual(first.data.map((row) => row.id));
  });

  it.each(["name", "type", "status", "createdAt", "userCount"] as const)(
    "R7o-11 equal values of %s keep their order on pages of every size",
    async (sortBy) => {
      const values: (string | number)[] = [];
      const readIds = async (limit: number) => {
        const ids: string[] = [];
        values.length = 0;
        for (let page = 1; ; page += 1) {
          const query = { sortBy, limit, page };
          const { result } = await operator.call(organizations.listOrganizations, { query });
          ids.push(...result.data.map((row) => row.id));
          values.push(...result.data.map((row) => row[sortBy]));
          if (page >= result.pagination.pages) return ids;
        }
      };
      const onePage = await readIds(100);
      expect(new Set(onePage).size).toBe(onePage.length);
      expect(await readIds(5)).toEqual(onePage);
      expect(await readIds(7)).toEqual(onePage);
      const german = new Intl.Collator("de", { numeric: sortBy === "userCount" });
      const sorted = values.toSorted((left, right) => german.compare(String(left), String(right)));
      expect(values).toEqual(sorted);
    },
  );

  it("R7o-01 R2.4-45 searches names literally and sorts by each field in both directions", async () => {
    const find = async (search: string) => {
      const { result } = await operator.call(organizations.listOrganizations, { query: { search } });
      return result.data.map((row) => row.name).filter((name) => names.includes(name));
    };
    expect(await find("äsk")).toEqual(["Äskulap"]);
    expect(await find("100%")).toEqual(["Praxis 100%"]);
    expect(await find("%")).toEqual(["Praxis 100%"]);
    expect(await find("s_u")).toEqual(["Praxis_Unter"]);
    // Their types and states are not in the order of their creation.
    await makeOrganization(testApp, { type: "other", status: "trial" });
    await makeOrganization(testApp, { type: "medical_center" });
    await makeOrganization(testApp, { type: "other", status: "trial" });
    const { compare } = new Intl.Collator("de");
    const order = (left: string | number, right: string | number) =>
      typeof left === "number" ? left - Number(right) : compare(left, String(right));
    for (const sortBy of ["name", "type", "status", "createdAt", "userCount"] as const) {
      const orders = await Promise.all(
        ["asc", "desc"].map(async (sortOrder) => {
          const { result } = await operator.call(organizations.listOrganizations, {
            query: { sortBy, sortOrder, limit: 100 },
          });
          return result.data;
        }),
      );
      expect(orders[0]?.map((row) => row.id).toSorted()).toEqual(orders[1]?.map((row) => row.id).toSorted());
      const [up = [], down = []] = orders.map((rows) => rows.map((row) => row[sortBy]));
      expect(new Set(up).size, sortBy).toBeGreaterThan(1);
      expect(up, sortBy).toEqual(up.toSorted(order));
      expect(down, sortBy).toEqual(up.toReversed());
    }
  });

  it.each([
    "sortBy=practice_code",
    "sortBy=",
    "limit=0",
    "limit=101",
    "limit=2.5",
    "limit=abc",
    "page=0",
    "page=-1",
    "page=x",
    "sortOrder=x",
    "status=Active",
    "plan=x",
    `search=${"a".repeat(101)}`,
    "a=1",
  ])("R7o-10 rejects %s with 400 and a problem", async (query) => {
    const response = await operator.fetch(`/api/v1/organizations?${query}`);
    const problem = (await response.json()) as { code: string; errors: { path: string }[] };
    expect([response.status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(problem.errors.map(({ path }) => path)).toEqual([query.split("=")[0]]);
  });

  it("see R7o-07 hides deleted organizations from all users", async () => {
    const { id, name } = await makeOrganization(testApp);
    const { client } = await signInMember(id, "org_admin");
    await queryRows(testApp, "update organization set status = 'deleted' where organization_id = $1", [id]);
    testApp.app.callers.cache.forgetAll();
    expect((await client.call(organizations.getOrganization, { params: { id } })).status).toBe(401);
    const { result } = await operator.call(organizations.listOrganizations, { query: { search: name } });
    expect(result.data).toEqual([]);
    expect((await operator.call(organizations.getOrganization, { params: { id } })).status).toBe(404);
  });
});

describe("GET /organizations/{id}", () => {
  it("R3-18 R3-19 R3-20 R3-21 R7o-04 returns the organization with its ids, name, type and limit", async () => {
    const { id, name } = await makeOrganization(testApp, { type: "dental", maxUsers: 12, country: "CH" });
    const { client } = await signInMember(id, "viewer");
    const { result } = await client.call(organizations.getOrganization, { params: { id } });
    expect(result).toMatchObject({
      id,
      _id: id,
      organizationId: id,
      name,
      type: "dental",
      country: "CH",
      currency: "CHF",
      timezone: "Europe/Zurich",
      status: "active",
      settings: { maxUsers: 12 },
      plan: { name: "starter", maxUsers: 10 },
      userCount: 1,
    });
    // Every other response with an organization contains them, too.
    const summary = { id, _id: id, organizationId: id, name, type: "dental", status: "active" };
    const searchResult = await operator.call(organizations.listOrganizations, { query: { search: name } });
    expect(searchResult.result.data).toMatchObject([summary]);
    expect((await client.call(organizations.listOrganizations)).result.data).toMatchObject([summary]);
    expect((await operator.call(getTenant, { params: { id } })).result).toMatchObject(summary);
    const tenants = await operator.call(listTenants, { query: { search: name } });
    expect(tenants.result.data).toMatchObject([summary]);
    const own = await client.call(listUserOrganizations);
    expect(own.result.organizations).toEqual([{ ...summary, role: "viewer" }]);
    const signIn = await new TestClient(testApp).signIn(await makeMember(testApp, id, "org_admin"));
    expect(signIn.organization).toEqual(summary);
    const update = await operator.call(organizations.updateOrganization, {
      params: { id },
      body: { description: "Probe" },
    });
    expect(update.result).toMatchObject(summary);
    for (const status of ["trial", "suspended", "archived"]) {
      await queryRows(testApp, "update organization set status = $2 where organization_id = $1", [
        id,
        status,
      ]);
      const response = await operator.call(organizations.getOrganization, { params: { id } });
      expect([response.result.id, response.result.status]).toEqual([id, status]);
    }
  });

  it("R7o-04 a foreign organization gets the same response as one that does not exist", async () => {
    const [ownOrganization, otherOrganization] = [
      await makeOrganization(testApp),
      await makeOrganization(testApp),
    ];
    const { client } = await signInMember(ownOrganization.id, "org_admin");
    for (const endpoint of [
      organizations.getOrganization,
      organizations.listOrganizationUsers,
      organizations.getOrganizationStatistics,
      organizations.getUserStatistics,
    ]) {
      const bodies = await Promise.all(
        [otherOrganization.id, randomUUID(), "keine-id", otherOrganization.id.toUpperCase()].map(
          async (id) => {
            const { problem } = await client.call(endpoint, { params: { id } });
            return { ...problem, requestId: "", instance: "" };
          },
        ),
      );
      expect(bodies[0]?.status).toBe(404);
      for (const body of bodies) expect(body).toEqual(bodies[0]);
    }
  });

  it("see R1-01 rejects a header that names another organization than the path", async () => {
    const [first, second] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const { client, personId } = await signInMember(first.id, "org_admin");
    await joinOrganization(testApp, second.id, personId, "viewer");
    testApp.app.callers.cache.forgetAll();
    const headers = { "x-organization-id": second.id };
    const { status, problem } = await client.call(organizations.getOrganization, {
      params: { id: first.id },
      headers,
    });
    expect([status, problem.code]).toEqual([403, "ORGANIZATION_MISMATCH"]);
    const sameOrganization = await client.call(organizations.getOrganization, {
      params: { id: second.id },
      headers,
    });
    expect(sameOrganization.status).toBe(200);
  });

  it("see R7n-22 opening an organization as super_admin is recorded there, once per session", async () => {
    const { id } = await makeOrganization(testApp);
    await makeMember(testApp, id, "org_admin");
    for (let index = 0; index < 3; index += 1) {
      expect((await operator.call(organizations.getOrganization, { params: { id } })).status).toBe(200);
    }
    await Promise.all(
      [1, 2, 3].map(() => operator.call(organizations.getUserStatistics, { params: { id } })),
    );
    expect(await auditEntries(testApp, id, "platform.organization_opened")).toHaveLength(1);
  });

  it("see R1-01 members of a suspended organization get an error that names the suspension", async () => {
    const { id } = await makeOrganization(testApp);
    const { client } = await signInMember(id, "viewer");
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [id]);
    testApp.app.callers.cache.forgetAll();
    const { status, problem } = await client.call(organizations.getOrganization, { params: { id } });
    expect([status, problem.code]).toEqual([403, "ORGANIZATION_SUSPENDED"]);
    expect((await operator.call(organizations.getOrganization, { params: { id } })).status).toBe(200);
  });
});
