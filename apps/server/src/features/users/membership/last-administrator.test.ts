import { setUserRole } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { inTransaction, untilLockWait } from "../../../../test/lock-waits.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

it("R6-48 N11 lowering an administrator waits for another change in the organization and sees its result", async () => {
  const { id } = await makeOrganization(test);
  const [first, second] = [await makeMember(test, id, "org_admin"), await makeMember(test, id, "org_admin")];
  const operator = new TestClient(test);
  await operator.signIn(await makePlatformAccount(test, "super_admin"));
  const lower = () =>
    operator.call(setUserRole, {
      params: { id: second.personId },
      body: { type: "viewer" },
      headers: { "x-organization-id": id },
    });
  let change: ReturnType<typeof lower> | undefined;
  await inTransaction(test, async (other) => {
    await other.query("select 1 from organization where organization_id = $1 for no key update", [id]);
    await other.query("update membership set role = 'viewer' where person_id = $1", [first.personId]);
    change = lower();
    await Promise.race([untilLockWait(test), change.then(() => Promise.reject(new Error("did not wait")))]);
  });
  expect((await change)?.problem.code).toBe("LAST_ADMINISTRATOR");
  const administrators = await queryRows<{ person_id: string }>(
    test,
    "select person_id from membership where role = 'org_admin' and organization_id = $1",
    [id],
  );
  expect(administrators).toEqual([{ person_id: second.personId }]);
});
