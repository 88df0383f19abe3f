import { listOrganizations } from "@praxisportal/contract/organizations/organizations.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { joinOrganization, makeMember, makeOrganization } from "../../../test/factories.ts";
import { countReads } from "../../../test/round-trips.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

it("see R7n-22 lists the organizations of a user with one read, regardless of their number", async () => {
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await makeOrganization(test)).id);
  const [first = "", ...others] = ids;
  const member = await makeMember(test, first, "org_admin");
  for (const id of others) await joinOrganization(test, id, member.personId, "org_admin");
  const client = new TestClient(test);
  await client.signIn({ ...member, organizationId: first });
  const listed: string[] = [];

  const reads = await countReads('from "organization" as "o"', async () => {
    const { result } = await client.call(listOrganizations, {});
    listed.push(...result.data.map(({ id }) => id));
  });

  expect(listed.toSorted()).toEqual(ids.toSorted());
  expect(reads).toBe(1);
});
