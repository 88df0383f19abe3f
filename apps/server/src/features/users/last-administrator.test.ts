import { setUserRole } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { withSlowMemberWrites } from "../../../test/slow-member-writes.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

it("R6-48 N11 of two administrators lowered at once one stays, in each of twelve organizations at the same moment", async () => {
  const operator = new TestClient(test);
  await operator.signIn(await makePlatformAccount(test, "super_admin"));
  const organizations: { id: string; people: string[] }[] = [];
  for (let index = 0; index < 12; index += 1) {
    const { id } = await makeOrganization(test);
    const people = [await makeMember(test, id, "org_admin"), await makeMember(test, id, "org_admin")];
    organizations.push({ id, people: people.map(({ personId }) => personId) });
  }
  const lowerBoth = async ({ id, people }: (typeof organizations)[number]) => {
    const headers = { "x-organization-id": id };
    const lower = (personId: string) =>
      operator.call(setUserRole, { params: { id: personId }, body: { type: "viewer" }, headers });
    const answers = await Promise.all(people.map(lower));
    return answers.map(({ status }) => status).toSorted((left, right) => left - right);
  };
  const statuses = await withSlowMemberWrites(test, () => Promise.all(organizations.map(lowerBoth)));
  expect(statuses).toEqual(organizations.map(() => [200, 409]));
  const left = await queryRows<{ count: number }>(
    test,
    `select count(*)::int as count from membership where role = 'org_admin' and organization_id = any($1)
     group by organization_id`,
    [organizations.map(({ id }) => id)],
  );
  expect(left.map(({ count }) => count)).toEqual(organizations.map(() => 1));
});
