import { getTenantStatistics } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function organizationIn(status: string): Promise<string> {
  const { id } = await makeOrganization(testApp);
  await queryRows(testApp, "update organization set status = $2 where organization_id = $1", [id, status]);
  return id;
}

describe("GET /api/tenant/statistics", () => {
  it("R7n-07 R3-34 counts tenants by status and each person once, without archived and deleted ones", async () => {
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const initial = await operator.call(getTenantStatistics);
    expect(initial.result).toEqual({
      totalTenants: 0,
      activeTenants: 0,
      trialTenants: 0,
      suspendedTenants: 0,
      totalUsers: 0,
    });
    const [active, trial] = [await organizationIn("active"), await organizationIn("trial")];
    await organizationIn("active");
    await organizationIn("suspended");
    const archived = await organizationIn("archived");
    const deleted = await organizationIn("deleted");
    const both = await makeMember(testApp, active, "viewer", { password: null });
    await joinOrganization(testApp, trial, both.personId, "viewer");
    await joinOrganization(testApp, archived, both.personId, "viewer");
    await makeMember(testApp, active, "viewer", { password: null, status: "pending" });
    await makeMember(testApp, trial, "viewer", { password: null, status: "deactivated" });
    await makeMember(testApp, archived, "viewer", { password: null });
    await makeMember(testApp, deleted, "viewer", { password: null });
    const removedMember = await makeMember(testApp, active, "viewer", { password: null });
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      removedMember.personId,
    ]);
    const { result } = await operator.call(getTenantStatistics);
    expect(result).toEqual({
      totalTenants: 4,
      activeTenants: 2,
      trialTenants: 1,
      suspendedTenants: 1,
      totalUsers: 3,
    });
    expect(result.totalTenants).toBe(result.activeTenants + result.trialTenants + result.suspendedTenants);
  });

  it.each(["org_admin", "practice_admin", "viewer"] as const)(
    "R7n-07 is refused to %s, even with every permission granted",
    async (role) => {
      const { id } = await makeOrganization(testApp);
      const client = new TestClient(testApp);
      await client.signIn(
        await makeMember(testApp, id, role, { permissions: ["organizations:*", "users:*", "usage:*"] }),
      );
      const response = await client.call(getTenantStatistics);
      expect([response.status, response.problem.code]).toEqual([403, "FORBIDDEN"]);
    },
  );

  it("R7n-07 is refused to the system administrator and to anonymous callers", async () => {
    const system = new TestClient(testApp);
    await system.signIn(await makePlatformAccount(testApp, "admin"));
    expect((await system.call(getTenantStatistics)).status).toBe(403);
    expect((await new TestClient(testApp).call(getTenantStatistics)).status).toBe(401);
  });
});
