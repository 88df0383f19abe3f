import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows, unique } from "../../test/factories.ts";
import { createTestApp, type TestApp } from "../../test/test-app.ts";
import { TestClient } from "../../test/test-client.ts";
import { entitlementsIn, entitlementsOf, type EntitlementRow } from "./entitlements.queries.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const readEntitlements = (organizationId: string) =>
  testApp.app.identityDb.write(async (tx) => {
    const [rows] = await tx.sendIn<[EntitlementRow]>(organizationId, (db) => [
      entitlementsOf(organizationId)(db),
    ]);
    return entitlementsIn(rows);
  });

async function setPlan(organizationId: string, plan: string, maxUsers: number | null): Promise<void> {
  await queryRows(testApp, "update organization set plan = $2, max_users = $3 where organization_id = $1", [
    organizationId,
    plan,
    maxUsers,
  ]);
}

describe("entitlements", () => {
  it("come from the plan, or from the organization's own limit", async () => {
    const { id } = await makeOrganization(testApp);
    expect((await readEntitlements(id)).maxUsers).toEqual({ value: 10, source: "plan" });
    const plans = await queryRows<{ name: string; max_users: number }>(
      testApp,
      "select name, max_users from plan",
    );
    for (const { name, max_users: value } of plans) {
      await setPlan(id, name, null);
      expect((await readEntitlements(id)).maxUsers).toEqual({ value, source: "plan" });
      await setPlan(id, name, 7);
      expect((await readEntitlements(id)).maxUsers).toEqual({ value: 7, source: "override" });
    }
  });

  it("a change of plan ends one subscription and begins the next at the same moment", async () => {
    const { id } = await makeOrganization(testApp);
    await setPlan(id, "basic", null);
    await setPlan(id, "basic", 12);
    await setPlan(id, "enterprise", 12);
    const rows = await queryRows<{ plan: string; valid_from: Date; valid_until: Date | null }>(
      testApp,
      "select plan, valid_from, valid_until from subscription where organization_id = $1 order by valid_from",
      [id],
    );
    expect(rows.map(({ plan }) => plan)).toEqual(["starter", "basic", "enterprise"]);
    expect(rows.map((row) => row.valid_until)).toEqual([...rows.slice(1).map((row) => row.valid_from), null]);
  });

  it("are the only limit that the seat check uses", async () => {
    const { id } = await makeOrganization(testApp, { maxUsers: 50 });
    const admin = await makeMember(testApp, id, "org_admin");
    const client = new TestClient(testApp);
    await client.signIn({ email: admin.email ?? "" });
    const add = () =>
      client.call(addMember, {
        params: { id },
        body: { role: "guest", email: `${unique("guest")}@example.org` },
      });
    await queryRows(
      testApp,
      "update entitlement set value = 1 where limit_name = 'max_users' and organization_id = $1",
      [id],
    );
    const { problem } = await add();
    expect([problem.code, problem["current"], problem["max"]]).toEqual(["USER_LIMIT_REACHED", 1, 1]);
    await queryRows(
      testApp,
      "update entitlement set value = 2 where limit_name = 'max_users' and organization_id = $1",
      [id],
    );
    expect((await add()).status).toBe(201);
  });

  it("are visible only to their own organization", async () => {
    const { id } = await makeOrganization(testApp);
    const { id: other } = await makeOrganization(testApp);
    for (const table of ["entitlement", "subscription"] as const) {
      const rows = await testApp.app.identityDb.write((tx) =>
        tx.organization(other, (db) => db.selectFrom(table).select("organization_id").execute()),
      );
      expect([...new Set(rows.map((row) => row.organization_id))]).toEqual([other]);
    }
    await expect(
      testApp.app.identityDb.write((tx) =>
        tx.organization(other, (db) =>
          db
            .insertInto("entitlement")
            .values({ organization_id: id, limit_name: "max_users", value: 99, source: "override" })
            .execute(),
        ),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it("disappear when their organization is erased", async () => {
    const { id } = await makeOrganization(testApp);
    await queryRows(
      testApp,
      "update organization set erased_at = now(), max_users = null where organization_id = $1",
      [id],
    );
    const remainingRows = await queryRows(
      testApp,
      "select 1 from entitlement where organization_id = $1 union all select 1 from subscription where organization_id = $1",
      [id],
    );
    expect(remainingRows).toEqual([]);
  });
});
