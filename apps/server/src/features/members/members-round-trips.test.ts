import { removeMember } from "@praxisportal/contract/members/members.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { longestTransaction } from "../../../test/round-trips.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("see R7n-22 removing a member locks the organization for few round trips, however many administrators are notified", async () => {
  const { id } = await makeOrganization(testApp);
  const owner = await makeMember(testApp, id, "org_admin");
  for (let count = 0; count < 5; count += 1) await makeMember(testApp, id, "org_admin");
  const member = await makeMember(testApp, id, "viewer");
  const [client, memberClient] = [new TestClient(testApp), new TestClient(testApp)];
  await client.signIn(owner);
  await memberClient.signIn(member);

  const roundTrips = await longestTransaction(async () => {
    const params = { id, userId: member.personId };
    expect((await client.call(removeMember, { params })).status).toBe(204);
  });

  expect(roundTrips).toBeGreaterThan(1);
  expect(roundTrips).toBeLessThanOrEqual(15);
  const notifiedRows = await queryRows(testApp, "select 1 from notification where kind = 'memberRemoved'");
  expect(notifiedRows).toHaveLength(5);
});
