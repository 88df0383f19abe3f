import {
  getUserStatistics,
  listOrganizationUsers,
  listSeatHolders,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { getTenantOverview } from "@praxisportal/contract/tenants/tenants.endpoints";
import { getUser, listUsers } from "@praxisportal/contract/users/users.endpoints";
import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const minuteMs = 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("a lock ends at the same time of the server's clock in the profile, lists, filters, counts and files", async () => {
  const { organization, client } = await organizationWith(testApp);
  const { personId } = await makeMember(testApp, organization.id, "viewer");
  const operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  await queryRows(
    testApp,
    "update person set locked_until = $2, failed_login_attempts = 10, lock_reason = 'failed_logins' where id = $1",
    [personId, new Date(testApp.clock.now().getTime() + 5 * minuteMs)],
  );
  await queryRows(testApp, "select sync_member_rows($1)", [personId]);

  const params = { id: organization.id };
  const stateIn = (users: readonly ListedUser[]) => {
    const user = users.find(({ id }) => id === personId);
    return user && { state: user.lockStatus, reason: user.lockReason, isDated: user.lockedUntil !== null };
  };
  /** Returns all data that shows whether the person is locked. */
  const read = async () => {
    const listed = async (status: string) =>
      (await client.call(listOrganizationUsers, { params, query: { status } })).result.data.map(
        ({ id }) => id,
      );
    const listedAnywhere = async (status: string) =>
      (await operator.call(listUsers, { query: { status } })).result.data.map(({ id }) => id);
    const holders = (await client.call(listSeatHolders, { params })).result.data;
    const file = await client.fetch("/api/v1/users/export?format=json&status=locked");
    const counts = (await client.call(getUserStatistics, { params })).result;
    return {
      profile: (await client.call(getUser, { params: { id: personId } })).result.lockStatus,
      list: stateIn((await client.call(listOrganizationUsers, { params })).result.data),
      platformList: stateIn((await operator.call(listUsers)).result.data),
      isListedAs: {
        locked: (await listed("locked")).includes(personId),
        active: (await listed("active")).includes(personId),
        lockedAnywhere: (await listedAnywhere("locked")).includes(personId),
        activeAnywhere: (await listedAnywhere("active")).includes(personId),
      },
      seat: holders.find(({ id }) => id === personId)?.status,
      exported: stateIn((await file.json()) as ListedUser[])?.state,
      counted: { locked: counts.lockedUsers, active: counts.activeUsers },
      overview: (await operator.call(getTenantOverview)).result.people?.locked,
    };
  };

  expect(await read()).toEqual({
    profile: "locked",
    list: { state: "locked", reason: "failed_logins", isDated: true },
    platformList: { state: "locked", reason: "failed_logins", isDated: true },
    isListedAs: { locked: true, active: false, lockedAnywhere: true, activeAnywhere: false },
    seat: "locked",
    exported: "locked",
    counted: { locked: 1, active: 1 },
    overview: 1,
  });
  testApp.clock.advance(6 * minuteMs);
  expect(await read()).toEqual({
    profile: "unlocked",
    list: { state: "unlocked", reason: null, isDated: false },
    platformList: { state: "unlocked", reason: null, isDated: false },
    isListedAs: { locked: false, active: true, lockedAnywhere: false, activeAnywhere: true },
    seat: "active",
    exported: undefined,
    counted: { locked: 0, active: 2 },
    overview: 0,
  });
});
