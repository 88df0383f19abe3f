import {
  type AuditAction,
  auditActions,
  formerAuditActions,
  storedActions,
} from "@praxisportal/contract/audit-actions";
import { exportAudit, listAudit, verifyAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { getOrganizationStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import { getTenantOverview } from "@praxisportal/contract/tenants/tenants.endpoints";
import { listOwnActivity } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Creates an organization whose chain has one entry for each former name of an action. Signs in its administrator. */
async function organizationWithFormerActions() {
  const { id } = await makeOrganization(testApp);
  const admin = await makeMember(testApp, id, "org_admin");
  for (const action of Object.keys(formerAuditActions)) {
    await testApp.app.identityDb.write(async (tx) => {
      tx.record({
        organizationId: id,
        action: action as AuditAction,
        actor: { type: "user", id: admin.personId },
        target: { type: "user", id: admin.personId },
      });
    });
  }
  const client = new TestClient(testApp);
  await client.signIn(admin);
  return { id, client };
}

describe("entries stored under a former action", () => {
  it("R0-03 are listed, filtered and exported under the current name, and the chain stays intact", async () => {
    const { id, client } = await organizationWithFormerActions();
    const list = async (query: object) =>
      (await client.call(listAudit, { params: { id }, query: query as never })).result.data.map(
        ({ action }) => action,
      );
    const entryList = await list({ limit: 100 });
    expect(entryList).toEqual(expect.arrayContaining(Object.values(formerAuditActions)));
    expect(entryList.filter((action) => action in formerAuditActions)).toEqual([]);
    expect(await list({ action: "user.recovery_code_used" })).toEqual(["user.recovery_code_used"]);
    expect((await list({ action: "staff.*", limit: 100 })).toSorted()).toEqual(
      Object.values(formerAuditActions)
        .filter((action) => action.startsWith("staff."))
        .toSorted(),
    );
    const fileOf = async (format: string) =>
      (await client.fetch(`${exportAudit.path.replace("{id}", id)}?format=${format}`)).text();
    const json = JSON.parse(await fileOf("json")) as { entries: { action: string }[] };
    const inFiles = [
      (await fileOf("csv")).split("\r\n").map((line) => line.split(";")[3]),
      // The record of the entry keeps the stored name, because the hash is computed from it.
      json.entries.map(({ action }) => action),
    ];
    for (const names of inFiles) {
      expect(names).toEqual(expect.arrayContaining(Object.values(formerAuditActions)));
      expect(names.filter((name = "") => name in formerAuditActions)).toEqual([]);
    }
    expect((await client.call(verifyAudit, { params: { id } })).result.intact).toBe(true);
    const actionRows = await queryRows<{ action: string }>(
      testApp,
      "select action from audit_entry where organization_id = $1",
      [id],
    );
    expect(actionRows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(Object.keys(formerAuditActions)),
    );
  });

  it("R0-03 appear in the recent activity under the current name", async () => {
    const { id, client } = await organizationWithFormerActions();
    const { recentActivity } = (await client.call(getOrganizationStatistics, { params: { id } })).result;
    expect(recentActivity?.map(({ action }) => action)).toContain("staff.offboarding_completed");
  });

  it("see R0-03 appear in a platform account's own activity and in the security events under the current name", async () => {
    const { id } = await makeOrganization(testApp);
    const account = await makePlatformAccount(testApp, "super_admin");
    const operator = new TestClient(testApp);
    await operator.signIn(account);
    const actor = { type: "user", id: account.personId } as const;
    for (const action of ["platform.practice_opened", "user.rescue_code_used"])
      await testApp.app.identityDb.write(async (tx) => {
        const target = { type: "user", id: account.personId } as const;
        tx.record({ organizationId: id, action: action as AuditAction, actor, target });
      });
    const ownActivity = (await operator.call(listOwnActivity)).result.data;
    expect(ownActivity.find(({ organization }) => organization?.id === id)?.action).toBe(
      "platform.organization_opened",
    );
    const { securityEvents } = (await operator.call(getTenantOverview)).result;
    const actions = securityEvents.map(({ action }) => action);
    expect(actions).toContain("user.recovery_code_used");
    expect(actions).not.toContain("user.rescue_code_used");
  });
});

it("R0-03 each former name leads to a current one and is not itself in use", () => {
  for (const [former, present] of Object.entries(formerAuditActions)) {
    expect(auditActions).not.toContain(former);
    expect(auditActions).toContain(present);
    expect(storedActions([present])).toEqual([present, former]);
  }
});
