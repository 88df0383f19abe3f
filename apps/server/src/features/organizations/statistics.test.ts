import {
  getOrganizationStatistics,
  getUserStatistics,
  listOrganizationUsers,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { exportUsers } from "@praxisportal/contract/users/users.endpoints";
import type { memberStates } from "@praxisportal/contract/users/users.schema";
import { firstStepIds } from "@praxisportal/contract/organizations/organizations.schema";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { dayIn } from "../../platform/clock/day-in.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const pastTime = new Date(Date.now() - 3_600_000);
const future = new Date(Date.now() + 3_600_000);

/** Returns an organization with people in every state. */
async function setUpOrganization(overrides: Parameters<typeof makeOrganization>[1] = {}) {
  const { id } = await makeOrganization(testApp, overrides);
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, id, "org_admin", { department: "Leitung" }));
  const add = (extra: Parameters<typeof makeMember>[3]) =>
    makeMember(testApp, id, "viewer", { password: null, ...extra });
  await add({ department: "Labor" });
  await add({ department: "Äußeres" });
  await add({ department: "Labor", status: "pending" });
  await add({ status: "pending", validUntil: pastTime });
  await add({ status: "deactivated", department: "Archiv" });
  await add({ blockedAt: pastTime });
  await add({ validUntil: future });
  await add({ validUntil: pastTime });
  const lockedMember = await add({});
  await queryRows(testApp, "update person set locked_until = now() + interval '1 hour' where id = $1", [
    lockedMember.personId,
  ]);
  await queryRows(testApp, "select sync_member_rows($1)", [lockedMember.personId]);
  const removedMember = await add({ department: "Weg" });
  await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
    removedMember.personId,
  ]);
  return { id, client };
}

describe("counts of an organization's people", () => {
  it("R7o-18 assign each person one state; seats are active and pending within validity", async () => {
    const { id, client } = await setUpOrganization({ maxUsers: 15 });
    await setUpOrganization();
    const { result } = await client.call(getUserStatistics, { params: { id } });
    expect(result).toEqual({
      totalUsers: 10,
      activeUsers: 5,
      pendingUsers: 2,
      lockedUsers: 1,
      blockedUsers: 1,
      deactivatedUsers: 1,
      seatsTaken: 7,
      maxUsers: 15,
      byRole: { org_admin: 1, viewer: 9 },
      departments: [
        { name: "Archiv", count: 1 },
        { name: "Äußeres", count: 1 },
        { name: "Labor", count: 2 },
        { name: "Leitung", count: 1 },
      ],
    });
    expect(result.totalUsers).toBe(
      result.activeUsers +
        result.pendingUsers +
        (result.lockedUsers ?? NaN) +
        (result.blockedUsers ?? NaN) +
        result.deactivatedUsers,
    );
  });

  it("with the filters of a list, count the people in that list by state", async () => {
    const { id, client } = await setUpOrganization();
    const params = { id };
    const external = await makeMember(testApp, id, "auditor", { password: null, lastName: "Extern-Muster" });
    await queryRows(testApp, "update membership set two_factor_enabled = true where person_id = $1", [
      external.personId,
    ]);
    const filters = [
      { department: "Labor" },
      { role: "viewer" },
      { search: "Extern-Muster" },
      { secondFactor: "missing" },
      { employment: "external" },
      { finding: "membersTwoFactor" },
      { endsWithinDays: 30 },
    ] as const;
    const totals = [];
    for (const filter of filters) {
      const { result } = await client.call(getUserStatistics, { params, query: filter });
      const countFound = async (status?: (typeof memberStates)[number]) =>
        (
          await client.call(listOrganizationUsers, {
            params,
            query: { ...filter, ...(status && { status }) },
          })
        ).result.pagination.total;
      expect(
        [
          result.totalUsers,
          result.activeUsers,
          result.pendingUsers,
          result.lockedUsers,
          result.blockedUsers,
          result.deactivatedUsers,
        ],
        JSON.stringify(filter),
      ).toEqual([
        await countFound(),
        await countFound("active"),
        await countFound("pending"),
        await countFound("locked"),
        await countFound("blocked"),
        await countFound("deactivated"),
      ]);
      totals.push(result.totalUsers);
    }
    // People who cannot sign in need no second factor: invited, blocked, expired and deactivated people do not count.
    expect(totals).toEqual([2, 9, 1, 5, 1, 4, 1]);
  });

  it("refuse filters about the security or the employment of others to callers who may not see them", async () => {
    const { id } = await setUpOrganization();
    const params = { id };
    const reader = new TestClient(testApp);
    await reader.signIn(await makeMember(testApp, id, "viewer", { permissions: ["users:read"] }));
    expect((await reader.call(getUserStatistics, { params, query: { department: "Labor" } })).status).toBe(
      200,
    );
    for (const query of [
      { secondFactor: "missing" },
      { employment: "external" },
      { finding: "membersTwoFactor" },
      { endsWithinDays: 30 },
    ] as const) {
      expect((await reader.call(getUserStatistics, { params, query })).status).toBe(403);
      expect((await reader.call(listOrganizationUsers, { params, query })).status).toBe(403);
      expect((await reader.call(exportUsers, { query: { ...query, format: "json" } })).status).toBe(403);
    }
  });

  it("R3-21 R7o-18 have a limit: the tenant's own, otherwise the plan's, otherwise 10", async () => {
    const limitOf = async (change: string) => {
      const { id } = await makeOrganization(testApp);
      const client = new TestClient(testApp);
      await client.signIn(await makeMember(testApp, id, "org_admin"));
      if (change !== "")
        await queryRows(testApp, `update organization set ${change} where organization_id = $1`, [id]);
      return (await client.call(getUserStatistics, { params: { id } })).result.maxUsers;
    };
    expect(await limitOf("")).toBe(10);
    expect(await limitOf("plan = 'professional'")).toBe(100);
    expect(await limitOf("plan = 'professional', max_users = 7")).toBe(7);
  });
});

describe("statistics of the dashboard", () => {
  it("R7o-17 see R3-25 counts people, departments and licenses, and has no value for figures that do not exist yet", async () => {
    const { id, client } = await setUpOrganization({ maxUsers: 15 });
    const { result } = await client.call(getOrganizationStatistics, { params: { id } });
    expect(result).toEqual({
      userCount: 10,
      departmentCount: 4,
      licenseCount: 15,
      monthlyTokens: null,
      recentActivity: [],
      securityScore: { value: 85, checkedAt: null, checks: [] },
      signIns: expect.any(Array) as object[],
      uptime: { percent: 100, since: expect.any(String) as string, days: expect.any(Array) as object[] },
      firstSteps: expect.any(Array) as object[],
    });
    expect(result.signIns).toHaveLength(14);
  });

  it("R7o-17 counts sign-ins per day of the organization's time zone, successes and failures, only its own", async () => {
    const { id } = await makeOrganization(testApp, { country: "CH" });
    const otherOrganization = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, id, "org_admin"));
    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    const insert = (
      organizationId: string,
      seq: number,
      daysAgo: number,
      time: string,
      outcome: string,
      action = "auth.login",
    ) =>
      owner.query(
        `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
         values ($1, $2, gen_random_uuid(),
           (((now() at time zone 'Europe/Zurich')::date - $3::int) + $4::time) at time zone 'Europe/Zurich',
           $5, $6, '{}', '', '')`,
        [organizationId, 1000 + seq, daysAgo, time, action, outcome],
      );
    try {
      // Midnight in Zurich is 22:00 or 23:00 UTC of the day before.
      await insert(id, 1, 3, "00:00:00", "success");
      await insert(id, 2, 3, "23:59:59.999", "success");
      await insert(id, 3, 3, "12:00:00", "failed");
      await insert(id, 4, 3, "12:00:00", "denied");
      await insert(id, 5, 4, "23:59:59", "success");
      await insert(id, 6, 3, "12:00:00", "success", "auth.logout");
      await insert(id, 7, 20, "12:00:00", "success");
      await insert(otherOrganization.id, 1, 3, "12:00:00", "success");
      const { rows } = await owner.query<{ day: string; before: string }>(
        `select ((now() at time zone 'Europe/Zurich')::date - 3)::text as day,
           ((now() at time zone 'Europe/Zurich')::date - 4)::text as before`,
      );
      const { result } = await client.call(getOrganizationStatistics, { params: { id } });
      const countsOf = (day: string | undefined) => result.signIns.find((row) => row.day === day);
      expect(countsOf(rows[0]?.day)).toEqual({ day: rows[0]?.day, succeeded: 2, failed: 2 });
      expect(countsOf(rows[0]?.before)).toEqual({ day: rows[0]?.before, succeeded: 1, failed: 0 });
      const total = result.signIns.reduce((sum, day) => sum + day.succeeded + day.failed, 0);
      // Today's sign-in is that of this test.
      expect(total).toBe(6);
      expect(result.signIns.at(-1)?.succeeded).toBe(1);
    } finally {
      await owner.end();
    }
  });

  it("see R7o-17 R2.4-13 shows the recorded availability", async () => {
    await queryRows(
      testApp,
      `insert into uptime_day (day, minutes, first_minute, last_minute)
       values ((now() at time zone 'UTC')::date - 1, 720, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day', now())`,
    );
    const { id } = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, id, "org_admin"));
    const { result } = await client.call(getOrganizationStatistics, { params: { id } });
    expect(result.uptime.days[0]?.percent).toBe(50);
    expect(result.uptime.percent).toBeLessThanOrEqual(50);
  });

  it("see R7o-17 ends with the current day by the server's clock, in the organization's time zone", async () => {
    const { id } = await makeOrganization(testApp, { country: "CH" });
    const member = await makeMember(testApp, id, "org_admin");
    testApp.clock.advance(3 * 86_400_000);
    const client = new TestClient(testApp);
    await client.signIn(member);
    const { result } = await client.call(getOrganizationStatistics, { params: { id } });
    expect(result.signIns).toHaveLength(14);
    expect(result.signIns.at(-1)?.day).toBe(dayIn("Europe/Zurich", testApp.clock.now()));
  });
});

describe("the first steps of an organization", () => {
  it("see R0-284 are derived from stored data and visible to administrators only", async () => {
    const { id } = await makeOrganization(testApp);
    const client = new TestClient(testApp);
    const owner = await makeMember(testApp, id, "org_admin");
    await client.signIn(owner);
    const completedSteps = async (reader = client) => {
      const { result } = await reader.call(getOrganizationStatistics, { params: { id } });
      return result.firstSteps?.filter((step) => step.done).map((step) => step.id) ?? null;
    };
    expect(await completedSteps()).toEqual([]);
    await queryRows(
      testApp,
      `update organization set details = details || '{"address": "Musterweg 1"}' where organization_id = $1`,
      [id],
    );
    const second = await makeMember(testApp, id, "org_admin", { permissions: [] });
    await queryRows(testApp, "update membership set two_factor_enabled = true where person_id = any($1)", [
      [owner.personId, second.personId],
    ]);
    expect(await completedSteps()).toEqual(["details", "secondAdministrator", "administratorsTwoFactor"]);
    await queryRows(
      testApp,
      "insert into site (organization_id, id, name) values ($1, gen_random_uuid(), 'Hauptstelle')",
      [id],
    );
    const manager = await makeMember(testApp, id, "practice_admin");
    await makeMember(testApp, id, "viewer");
    await queryRows(testApp, "update membership set two_factor_enabled = true where person_id = $1", [
      manager.personId,
    ]);
    await queryRows(
      testApp,
      `with made as (insert into device (id, kind) values (gen_random_uuid(), 'browser') returning id)
       insert into workstation (organization_id, id, label) select $1, id, 'Empfang' from made`,
      [id],
    );
    await queryRows(testApp, "insert into ai_policy (organization_id, stopped_at) values ($1, now())", [id]);
    expect(await completedSteps()).toEqual([...firstStepIds]);
    // Without the right to manage the AI, there is nothing to decide about it.
    const otherAdmin = new TestClient(testApp);
    await otherAdmin.signIn(second);
    expect(await completedSteps(otherAdmin)).toEqual(firstStepIds.filter((step) => step !== "ai"));
    const otherClient = new TestClient(testApp);
    await otherClient.signIn(manager);
    expect(await completedSteps(otherClient)).toBeNull();
  });

  it("see R0-284 count as a second administrator only a permanent member who can sign in", async () => {
    const { id } = await makeOrganization(testApp);
    const owner = await makeMember(testApp, id, "org_admin");
    const client = new TestClient(testApp);
    await client.signIn(owner);
    const isDone = async () => {
      const { result } = await client.call(getOrganizationStatistics, { params: { id } });
      return result.firstSteps?.find((step) => step.id === "secondAdministrator")?.done;
    };
    const { personId } = await makeMember(testApp, id, "viewer");
    const hasAfter = async (change: string) => {
      await queryRows(testApp, `update membership set ${change} where person_id = $1`, [personId]);
      return isDone();
    };
    expect(await isDone()).toBe(false);
    expect(await hasAfter("role = 'org_admin'")).toBe(true);
    // The highest role that an administrator can give.
    expect(await hasAfter("role = 'practice_admin'")).toBe(true);
    expect(await hasAfter("is_external = true, valid_until = now() + interval '30 days'")).toBe(false);
    expect(await hasAfter("is_external = false, valid_until = null")).toBe(true);
    expect(await hasAfter("locked_until = now() + interval '30 days'")).toBe(false);
    expect(await hasAfter("locked_until = null, blocked_at = now()")).toBe(false);
    expect(await hasAfter("blocked_at = null, status = 'deactivated'")).toBe(false);
    expect(await hasAfter("status = 'active'")).toBe(true);
  });
});
