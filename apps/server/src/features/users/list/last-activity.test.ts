import { getMe, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const minuteMs = 60_000;
const minuteOf = (time: Date) => new Date(Math.floor(time.getTime() / minuteMs) * minuteMs).toISOString();

it("R0-51 R2.4-40 a member's last activity is the minute of their latest request in the organization", async () => {
  const organization = await makeOrganization(testApp);
  const otherOrganization = await makeOrganization(testApp);
  const admin = await makeMember(testApp, organization.id, "org_admin", { lastName: "Muster-Leitung" });
  await joinOrganization(testApp, otherOrganization.id, admin.personId, "org_admin");
  const absent = await makeMember(testApp, organization.id, "viewer", { lastName: "Muster-Fern" });
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": organization.id };
  await client.signIn(admin);
  const activities = async (id = organization.id) => {
    const { result } = await client.call(listUsers, { headers: { "x-organization-id": id } });
    return Object.fromEntries(
      result.data.map(({ id: userId, lastActivity }) => [
        userId,
        !lastActivity ? null : new Date(lastActivity).toISOString(),
      ]),
    );
  };
  const first = minuteOf(testApp.clock.now());
  expect([first, minuteOf(testApp.clock.now())]).toContain((await activities())[admin.personId]);
  expect((await activities())[absent.personId]).toBeNull();

  testApp.clock.advance(2 * minuteMs);
  const second = minuteOf(testApp.clock.now());
  const { result: me } = await client.call(getMe);
  expect([second, minuteOf(testApp.clock.now())]).toContain(me.lastActivity);

  testApp.clock.advance(2 * minuteMs);
  await activities(otherOrganization.id);
  const rows = await queryRows<{ last_activity_at: Date }>(
    testApp,
    "select last_activity_at from membership where organization_id = $1 and person_id = $2",
    [organization.id, admin.personId],
  );
  expect(rows[0]?.last_activity_at.toISOString()).toBe(me.lastActivity);
});

it("R0-51 the activity is written at most once a minute", async () => {
  const organization = await makeOrganization(testApp);
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": organization.id };
  await client.signIn(member);
  /** Identifies the transaction that last wrote the membership. */
  const lastWrite = async () =>
    (
      await queryRows(testApp, "select xmin::text from membership where person_id = $1", [member.personId])
    )[0];
  const writes = [];
  for (const step of [1, 2]) {
    // The calls fall into one minute, which has just begun.
    testApp.clock.advance(step * minuteMs - (testApp.clock.now().getTime() % minuteMs));
    for (let index = 0; index < 5; index += 1) {
      await client.call(getMe);
      writes.push(await lastWrite());
    }
  }
  const [first, second] = [writes[0], writes[5]];
  expect(writes).toEqual([
    ...Array.from({ length: 5 }, () => first),
    ...Array.from({ length: 5 }, () => second),
  ]);
  expect(second).not.toEqual(first);
});

it("a request does not wait for a concurrent change to the membership whose activity it records", async () => {
  const organization = await makeOrganization(testApp);
  const member = await makeMember(testApp, organization.id, "viewer");
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": organization.id };
  await client.signIn(member);
  const [locked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = testApp.app.platformDb.write(async (_tx, allDb) => {
    await sql`select from membership where person_id = ${member.personId} for update`.execute(allDb);
    locked.resolve();
    await answered.promise;
  });
  await locked.promise;
  testApp.clock.advance(minuteMs);
  const during = await client.call(getMe);
  answered.resolve();
  await change;
  expect(during.status).toBe(200);
  testApp.clock.advance(minuteMs);
  const { result: me } = await client.call(getMe);
  expect(me.lastActivity).not.toBe(during.result.lastActivity);
});
