import {
  type AuditAction,
  auditActions,
  formerAuditActions,
  storedActions,
} from "@praxisportal/contract/audit-actions";
import { exportAudit, listAudit, verifyAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { getOrganizationStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

/** An administrator of an organization whose chain has one entry for each former name of an action. */
async function organizationWithFormerActions() {
  const { id } = await makeOrganization(test);
  const admin = await makeMember(test, id, "org_admin");
  for (const action of Object.keys(formerAuditActions)) {
    await test.app.identityDb.write(async (tx) => {
      tx.record({
        organizationId: id,
        action: action as AuditAction,
        actor: { type: "user", id: admin.personId },
        target: { type: "user", id: admin.personId },
      });
    });
  }
  const client = new TestClient(test);
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
    const shown = await list({ limit: 100 });
    expect(shown).toEqual(expect.arrayContaining(Object.values(formerAuditActions)));
    expect(shown.filter((action) => action in formerAuditActions)).toEqual([]);
    expect(await list({ action: "user.recovery_code_used" })).toEqual(["user.recovery_code_used"]);
    expect((await list({ action: "staff.*", limit: 100 })).toSorted()).toEqual(
      Object.values(formerAuditActions)
        .filter((action) => action.startsWith("staff."))
        .toSorted(),
    );
    const file = await client.fetch(`${exportAudit.path.replace("{id}", id)}?format=csv`);
    const text = await file.text();
    expect(text).toContain("staff.offboarding_completed");
    expect(text).not.toContain("staff.left");
    expect((await client.call(verifyAudit, { params: { id } })).result.intact).toBe(true);
    const stored = await queryRows<{ action: string }>(
      test,
      "select action from audit_entry where organization_id = $1",
      [id],
    );
    expect(stored.map(({ action }) => action)).toEqual(
      expect.arrayContaining(Object.keys(formerAuditActions)),
    );
  });

  it("R0-03 appear in the recent activity under the current name", async () => {
    const { id, client } = await organizationWithFormerActions();
    const { recentActivity } = (await client.call(getOrganizationStatistics, { params: { id } })).result;
    expect(recentActivity?.map(({ action }) => action)).toContain("staff.offboarding_completed");
  });
});

it("R0-03 each former name leads to a current one and is not itself in use", () => {
  for (const [former, present] of Object.entries(formerAuditActions)) {
    expect(auditActions).not.toContain(former);
    expect(auditActions).toContain(present);
    expect(storedActions([present])).toEqual([present, former]);
  }
});
