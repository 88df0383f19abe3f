import { removeMember, setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import { planOffboarding } from "@praxisportal/contract/staff/staff.endpoints";
import { blockUser } from "@praxisportal/contract/user-security/user-security.endpoints";
import {
  deleteUser,
  setUserRole,
  transferUser,
  undoTransfer,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { inTransaction, untilLockWait } from "../../../../test/lock-waits.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("see R6-48 N11 a demotion waits for another change in the organization and considers its result", async () => {
  const { id } = await makeOrganization(testApp);
  const [first, second] = [
    await makeMember(testApp, id, "org_admin"),
    await makeMember(testApp, id, "org_admin"),
  ];
  const operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  const demote = () =>
    operator.call(setUserRole, {
      params: { id: second.personId },
      body: { type: "viewer" },
      headers: { "x-organization-id": id },
    });
  let change: ReturnType<typeof demote> | undefined;
  await inTransaction(testApp, async (other) => {
    await other.query("select 1 from organization where organization_id = $1 for no key update", [id]);
    await other.query("update membership set role = 'viewer' where person_id = $1", [first.personId]);
    change = demote();
    await Promise.race([
      untilLockWait(testApp),
      change.then(() => Promise.reject(new Error("did not wait"))),
    ]);
  });
  expect((await change)?.problem.code).toBe("LAST_ADMINISTRATOR");
  const administrators = await queryRows<{ person_id: string }>(
    testApp,
    "select person_id from membership where role = 'org_admin' and organization_id = $1",
    [id],
  );
  expect(administrators).toEqual([{ person_id: second.personId }]);
});

it("R6-48 N11 no call removes or demotes the last org_admin, or ends their access", async () => {
  const [{ id }, elsewhere] = [await makeOrganization(testApp), await makeOrganization(testApp)];
  const admin = await makeMember(testApp, id, "org_admin");
  await makeMember(testApp, id, "practice_admin");
  await makeMember(testApp, id, "org_admin", { status: "deactivated" });
  await makeMember(testApp, elsewhere.id, "org_admin");
  const operator = new TestClient(testApp);
  operator.headers = { "x-organization-id": id };
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  const params = { id: admin.personId };
  const about = { params: { id, userId: admin.personId } };
  const past = new Date(Date.now() - 60_000).toISOString();
  const responses = [
    await operator.call(setUserRole, { params, body: { type: "practice_admin" } }),
    await operator.call(setMemberRole, { ...about, body: { role: "viewer" } }),
    await operator.call(removeMember, about),
    await operator.call(deleteUser, { params }),
    await operator.call(updateUser, { params, body: { status: "deactivated" } }),
    await operator.call(updateUser, { params, body: { validUntil: past } }),
    await operator.call(blockUser, { params, body: { reason: "Schlüssel fehlt" } }),
    await operator.call(planOffboarding, { params, body: { at: null } }),
    await operator.call(transferUser, { params, body: { organizationId: elsewhere.id } }),
  ];
  const refusals = Array.from({ length: responses.length }, () => [409, "LAST_ADMINISTRATOR"]);
  expect(responses.map(({ status, problem }) => [status, problem.code])).toEqual(refusals);
  const [stored] = await queryRows(
    testApp,
    "select role, status, blocked_at, valid_until from membership where person_id = $1",
    [admin.personId],
  );
  expect(stored).toEqual({ role: "org_admin", status: "active", blocked_at: null, valid_until: null });
  // With a second administrator, the same calls succeed.
  await makeMember(testApp, id, "org_admin");
  const moved = await operator.call(transferUser, { params, body: { organizationId: elsewhere.id } });
  expect(moved.status).toBe(200);

  // Undoing a transfer that gave an organization its only administrator is rejected too.
  const alone = await makeOrganization(testApp);
  const first = await makeMember(testApp, id, "viewer");
  const to = { organizationId: alone.id, role: "org_admin" };
  await operator.call(transferUser, { params: { id: first.personId }, body: to });
  const undone = await operator.call(undoTransfer, { params: { id: first.personId } });
  expect([undone.status, undone.problem.code]).toEqual([409, "LAST_ADMINISTRATOR"]);
});
