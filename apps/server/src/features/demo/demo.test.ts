import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { addMember } from "@praxisportal/contract/members/members.endpoints";
import * as organizations from "@praxisportal/contract/organizations/organizations.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  joinOrganization,
  makeMember,
  makeOrganization,
  makePerson,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { verifyChain } from "../../platform/audit/audit-verifier.ts";
import { demoAccounts, demoPassword } from "./demo-people.ts";
import { removeDemo } from "./remove-demo.ts";

let testApp: TestApp;
let wasSeeded: boolean;
beforeAll(async () => {
  testApp = await createTestApp({ DEMO: "on" });
  wasSeeded = await testApp.app.demo.seed();
});
afterAll(() => testApp.stop());

async function runSecurityCheck({ jobs }: TestApp["app"]): Promise<void> {
  await jobs.find(({ name }) => name === "security-check")?.run(new AbortController().signal);
}

describe("the demonstration", () => {
  it("is created once", async () => {
    expect(wasSeeded).toBe(true);
    expect(await testApp.app.demo.seed()).toBe(false);
    expect(await queryRows(testApp, "select count(*)::int as count from organization")).toEqual([
      { count: 5 },
    ]);
  });

  it("R3-75 fills three pages of the first organization, with free seats, in every state", async () => {
    const rows = await queryRows<{
      name: string;
      people: number;
      seats: number;
      seat_limit: number;
      country: string;
    }>(
      testApp,
      `select o.name, o.country, max(e.value)::int as seat_limit, count(m.id)::int as people,
         (count(m.id) filter (where m.status in ('active', 'pending')))::int as seats
       from organization o join membership m using (organization_id)
         join entitlement e on e.organization_id = o.organization_id and e.limit_name = 'max_users' group by o.organization_id order by people desc`,
    );
    expect(rows.map((row) => row.country).toSorted()).toEqual(["AT", "AT", "CH", "DE", "DE"]);
    expect(rows[0]?.name).toBe("Praxis am Musterplatz");
    expect(rows[0]?.people).toBeGreaterThanOrEqual(41);
    for (const row of rows) expect(row.seats).toBeLessThan(row.seat_limit);
    const client = new TestClient(testApp);
    const { organization } = await client.signIn({ username: "inhaberin", password: demoPassword });
    const id = organization?.id ?? "";
    for (const status of ["active", "pending", "deactivated", "locked", "blocked"]) {
      const { result } = await client.call(organizations.listOrganizationUsers, {
        params: { id },
        query: { status },
      });
      expect(result.pagination.total, status).toBeGreaterThan(0);
    }
  });

  it.each(demoAccounts.map((account) => [account.username, account] as const))(
    "R7s-07 signs %s in with the documented password and role",
    async (_username, account) => {
      const client = new TestClient(testApp);
      const { result } = await client.call(auth.login, {
        body: { username: account.username, password: demoPassword },
      });
      expect(result.requires2FA).toBe(account.twoFactor ?? false);
      if (result.requires2FA) return;
      expect(result.user.role.type).toBe(account.role);
      expect(result.user.email).toBe(`${account.username}@example.org`);
      expect(result.organization === null).toBe(account.organization === null);
      expect(result.restriction).toBeNull();
    },
  );

  it("N72 has accounts that reject requests through a proxy, at sign-in and later", async () => {
    const client = new TestClient(testApp);
    for (const headers of [
      { "x-forwarded-for": "203.0.113.9" },
      { forwarded: "for=203.0.113.9" },
      { "x-real-ip": "203.0.113.9" },
      { via: "1.1 proxy" },
      { "x-forwarded-proto": "https" },
      { "cf-connecting-ip": "203.0.113.9" },
    ]) {
      const body = { username: "inhaberin", password: demoPassword };
      const refusal = await client.call(auth.login, { body, headers });
      expect([refusal.status, refusal.problem.code]).toEqual([403, "DEMO_LOCAL_ONLY"]);
    }
    await client.signIn({ username: "inhaberin", password: demoPassword });
    expect((await client.call(getMe)).status).toBe(200);
    const refusal = await client.call(getMe, { headers: { "x-forwarded-for": "127.0.0.1" } });
    expect([refusal.status, refusal.problem.code]).toEqual([403, "DEMO_LOCAL_ONLY"]);
  });

  it("see R7n-22 is recorded in every chain", async () => {
    const ids = await queryRows<{ id: string }>(testApp, "select organization_id as id from organization");
    for (const id of [platformChainId, ...ids.map((row) => row.id)]) {
      expect(await auditEntries(testApp, id, "platform.demo_created")).toHaveLength(1);
      expect((await verifyChain(testApp.app.platformDb.reads, id)).intact).toBe(true);
    }
  });

  it("see R9-33 shows a morning's activity by its owner, and a computed score after the first check", async () => {
    const client = new TestClient(testApp);
    const { organization } = await client.signIn({ username: "inhaberin", password: demoPassword });
    const params = { id: organization?.id ?? "" };
    await runSecurityCheck(testApp.app);
    const { result } = await client.call(organizations.getOrganizationStatistics, { params });
    const activity = result.recentActivity ?? [];
    expect(activity.map((entry) => [entry.action, entry.actor.name])).toEqual([
      ["user.updated", "Ina Musterfrau"],
      ["member.added", "Ina Musterfrau"],
      ["user.updated", "Ina Musterfrau"],
      ["user.role_changed", "Ina Musterfrau"],
      ["user.updated", "Ina Musterfrau"],
      ["platform.demo_created", null],
    ]);
    expect(activity.slice(0, -1).every((entry) => entry.target.name)).toBe(true);
    const { value, checkedAt, checks } = result.securityScore;
    expect(checkedAt).not.toBeNull();
    expect(value).toBe(checks.reduce((sum, { points }) => sum + points, 0));
    // At least one check passes and at least one does not.
    expect(checks.some(({ affected, total }) => affected === 0 && total > 0)).toBe(true);
    expect(checks.some(({ affected }) => affected > 0)).toBe(true);
    const history = await client.call(organizations.listOperations, { params });
    expect(history.result.data.length).toBeGreaterThanOrEqual(5);
  });

  it("can be removed completely without removing anything else", async () => {
    const otherApp = await createTestApp({ DEMO: "on" });
    try {
      await otherApp.app.demo.seed();
      const real = await makeOrganization(otherApp, { name: "Praxis Echt" });
      const member = await makeMember(otherApp, real.id, "org_admin");
      const [demoOrganization] = await queryRows<{ id: string }>(
        otherApp,
        "select organization_id as id from organization where is_demo limit 1",
      );
      // A real member who also joined a demo organization, and a person who belongs to that one only.
      await joinOrganization(otherApp, demoOrganization?.id ?? "", member.personId, "viewer");
      const { personId: tester } = await makePerson(otherApp);
      await joinOrganization(otherApp, demoOrganization?.id ?? "", tester, "viewer");
      // A demo account that became a member of a real organization.
      const [inhaberin] = await queryRows<{ id: string }>(
        otherApp,
        "select id from person where email = 'inhaberin@example.org'",
      );
      await joinOrganization(otherApp, real.id, inhaberin?.id ?? "", "org_admin");
      const client = new TestClient(otherApp);
      await client.signIn({ username: "system", password: demoPassword });

      await runSecurityCheck(otherApp.app);
      await queryRows(otherApp, "update demo_season set done_days = 88");
      await otherApp.app.demoSeason.run(new AbortController().signal, 0);
      expect((await queryRows(otherApp, "select day from uptime_day")).length).toBeGreaterThan(0);
      // The demo account invites someone into it.
      const demoAdmin = new TestClient(otherApp);
      await demoAdmin.signIn({ username: "inhaberin", password: demoPassword });
      const invitation = await demoAdmin.call(addMember, {
        params: { id: real.id },
        headers: { "x-organization-id": real.id },
        body: { email: "neu@example.org" },
      });
      expect(invitation.status).toBe(201);

      // Records about the organization and its people, in the demo and by the demo account in the real one.
      for (const [organizationId, personId] of [
        [demoOrganization?.id, tester],
        [real.id, member.personId],
      ]) {
        await queryRows(
          otherApp,
          `with one as (
            select m.organization_id, m.id as membership_id, m.person_id, $3::uuid as by_id, gen_random_uuid() as id,
              (select device_id from session where person_id = $3 limit 1) as device_id
            from membership m where m.organization_id = $1 and m.person_id = $2),
          moved as (
            insert into transfer (organization_id, id, person_id, direction, other_organization, role_before,
              role_after, performed_by, performed_at)
            select organization_id, id, person_id, 'in', organization_id, 'viewer', 'viewer', by_id, now() from one),
          station as (
            insert into workstation (organization_id, id, released_by, released_at)
            select organization_id, device_id, by_id, now() from one
            on conflict (organization_id, id) do update set released_by = excluded.released_by),
          token as (
            insert into org_token (organization_id, id, person_id, membership_id, application_id, application_name,
              application_type, scopes, access_expires_at, refresh_expires_at, revoked_at, revoked_by)
            select organization_id, id, person_id, membership_id, 'kasse', 'Kasse', 'desktop', '{read}', now(), now(),
              now(), by_id from one),
          change as (
            insert into staff_change (organization_id, id, kind, membership_id, person_id, state, takes_effect_at,
              successor_id, created_by, created_at)
            select organization_id, id, 'offboarding', membership_id, person_id, 'planned', now(), by_id, person_id, now()
            from one returning organization_id, id),
          ticked as (
            insert into staff_check (organization_id, change_id, item, checked_by, checked_at)
            select change.organization_id, change.id, 'keys', by_id, now() from change join one using (id))
          update membership set blocked_by = $3, blocked_at = now() where organization_id = $1 and person_id = $2`,
          [organizationId, personId, inhaberin?.id],
        );
      }

      const removal = await removeDemo(otherApp.app.platformDb);
      expect(removal.organizations).toBe(5);
      expect(await queryRows(otherApp, "select day from uptime_day")).toEqual([]);
      expect(await queryRows(otherApp, "select anchored_at from demo_season")).toEqual([]);
      expect(removal.people).toBeGreaterThan(50);
      expect(await queryRows(otherApp, "select name from organization")).toEqual([{ name: "Praxis Echt" }]);
      const remaining = [member.personId, invitation.result.id].toSorted();
      expect(await queryRows(otherApp, "select id from person order by id")).toEqual(
        remaining.map((id) => ({ id })),
      );
      expect(await queryRows(otherApp, "select person_id from membership order by person_id")).toEqual(
        remaining.map((id) => ({ person_id: id })),
      );
      expect(await queryRows(otherApp, "select id from invitation")).toEqual([]);
      for (const table of ["org_token", "staff_change"]) {
        const rows = await queryRows(otherApp, `select organization_id, person_id from ${table}`);
        expect([table, rows]).toEqual([table, [{ organization_id: real.id, person_id: member.personId }]]);
      }
      expect(await queryRows(otherApp, "select id from session")).toEqual([]);
      expect((await client.call(getMe)).status).toBe(401);
      expect(await auditEntries(otherApp, platformChainId, "platform.demo_removed")).toHaveLength(1);
      const chain = await verifyChain(otherApp.app.platformDb.reads, demoOrganization?.id ?? "");
      expect(chain.intact).toBe(true);
      expect(await removeDemo(otherApp.app.platformDb)).toEqual({ people: 0, organizations: 0 });
      expect(await auditEntries(otherApp, platformChainId, "platform.demo_removed")).toHaveLength(1);
    } finally {
      await otherApp.stop();
    }
  });
});
