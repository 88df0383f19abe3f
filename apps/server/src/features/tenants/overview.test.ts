import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { getTenantOverview } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function organizationIn(status: string): Promise<string> {
  const { id } = await makeOrganization(testApp);
  await queryRows(testApp, "update organization set status = $2 where organization_id = $1", [id, status]);
  return id;
}

async function platform(role: "super_admin" | "admin"): Promise<TestClient> {
  const client = new TestClient(testApp);
  await client.signIn(await makePlatformAccount(testApp, role));
  return client;
}

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);

it("see R2.4-48 counts organizations by state, and each membership of open organizations once by state", async () => {
  const [active, trial] = [await organizationIn("active"), await organizationIn("trial")];
  const [archived, deleted] = [await organizationIn("archived"), await organizationIn("deleted")];
  await organizationIn("suspended");
  const both = await makeMember(testApp, active, "viewer", { password: null });
  for (const id of [trial, archived, deleted]) await joinOrganization(testApp, id, both.personId, "viewer");
  await makeMember(testApp, active, "viewer", { password: null, status: "pending" });
  await makeMember(testApp, trial, "viewer", { password: null, status: "deactivated" });
  const lockedMember = await makeMember(testApp, active, "viewer", { password: null });
  const wasLocked = await makeMember(testApp, active, "viewer", { password: null });
  const blockedMember = await makeMember(testApp, trial, "viewer", { password: null });
  const removedMember = await makeMember(testApp, trial, "viewer", { password: null });
  const change = (set: string, { personId }: { personId: string }) =>
    queryRows(testApp, `update membership set ${set} where person_id = $1`, [personId]);
  await change("locked_until = now() + interval '1 hour'", lockedMember);
  await change("locked_until = now() - interval '1 hour'", wasLocked);
  await change("blocked_at = now(), locked_until = now() + interval '1 hour'", blockedMember);
  await change("status = 'removed'", removedMember);
  const { result } = await (await platform("super_admin")).call(getTenantOverview);
  expect(result.organizations).toEqual({ trial: 1, active: 1, suspended: 1, archived: 1, deleted: 1 });
  expect(result.people).toEqual({ active: 3, pending: 1, locked: 1, blocked: 1, deactivated: 1 });
});

it("see R2.4-48 counts refused sign-ins of organizations and of unknown names by hour and by day", async () => {
  const { id } = await makeOrganization(testApp);
  const member = await makeMember(testApp, id, "viewer");
  const operator = await platform("super_admin");
  const before = (await operator.call(getTenantOverview)).result.refusedSignIns;
  expect([before.hours.length, before.days.length]).toEqual([24, 14]);
  const guess = (username: string) =>
    new TestClient(testApp).call(login, { body: { username, password: "Falsch-Geraten-1" } });
  expect((await guess(member.username ?? "")).status).toBe(401);
  expect((await guess("niemand_bekanntes")).status).toBe(401);
  await new TestClient(testApp).signIn(member);
  // The entry of two days ago counts in its day, and the one of 20 days ago is outside the range.
  await queryRows(
    testApp,
    `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
     select $1, 1000 + age, gen_random_uuid(), now() - age * interval '1 day', 'auth.login', 'failed', '{}', '', ''
     from unnest('{2,20}'::int[]) as age`,
    [id],
  );
  const { hours, days } = (await operator.call(getTenantOverview)).result.refusedSignIns;
  expect(sum(hours) - sum(before.hours)).toBe(2);
  expect(sum(days) - sum(before.days)).toBe(3);
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
  expect((days.at(-3)?.count ?? 0) - (before.days.at(-3)?.count ?? 0)).toBe(1);
});

it("see R2.4-48 counts security events of the last 7 days, most frequent first", async () => {
  const { id } = await makeOrganization(testApp);
  await queryRows(
    testApp,
    `insert into audit_entry (organization_id, seq, id, occurred_at, action, outcome, record, prev_hash, hash)
     select $1, 1000 + n, gen_random_uuid(), now() - case n when 1 then 8 else 1 end * interval '1 day',
       case when n < 4 then 'user.blocked' when n = 4 then 'user.updated' else 'auth.refresh_reused' end,
       'success', '{}', '', '' from generate_series(1, 7) n`,
    [id],
  );
  const { securityEvents } = (await (await platform("admin")).call(getTenantOverview)).result;
  expect(securityEvents.map(({ action, count }) => [action, count])).toEqual([
    ["auth.refresh_reused", 3],
    ["user.blocked", 2],
  ]);
});

it("see R2.4-48 shows queued and failed messages and the state of the jobs", async () => {
  await queryRows(testApp, "delete from outbox");
  await queryRows(testApp, "delete from scheduled_job");
  await queryRows(
    testApp,
    `insert into outbox (id, topic, payload, available_at, last_error, created_at) values
      (gen_random_uuid(), 'test', '{}', now(), null, '2026-01-02T10:00:00Z'),
      (gen_random_uuid(), 'test', '{}', now() + interval '1 hour', 'refused', '2026-01-03T10:00:00Z'),
      (gen_random_uuid(), 'test', '{}', 'infinity', 'refused', '2026-01-01T10:00:00Z')`,
  );
  await queryRows(
    testApp,
    `insert into scheduled_job (name, cron, next_run_at, leased_until, last_run_at, last_error) values
      ('a-waits', '* * * * *', now() + interval '1 minute', null, now(), null),
      ('b-runs', '* * * * *', now() - interval '1 hour', now() + interval '1 minute', null, 'former'),
      ('c-late', '* * * * *', now() - interval '1 hour', null, now(), null),
      ('d-failed', '* * * * *', now() + interval '1 minute', null, now(), 'person mia@example.org unknown')`,
  );
  const response = await (await platform("admin")).call(getTenantOverview);
  expect(response.result.outbox).toEqual({
    waiting: 2,
    retried: 1,
    failed: 1,
    undeliverable: 1,
    oldestAt: "2026-01-02T10:00:00.000Z",
  });
  expect(response.result.jobs.map(({ name, state }) => [name, state])).toEqual([
    ["a-waits", "waiting"],
    ["b-runs", "running"],
    ["c-late", "late"],
    ["d-failed", "failed"],
  ]);
  // The error of a failed run may name people, so it is only in the server log.
  expect(JSON.stringify(response.result)).not.toContain("example.org");
});

it("see R2.4-48 omits counts of organizations and people for the system administrator, and is refused to other users", async () => {
  const { result } = await (await platform("admin")).call(getTenantOverview);
  expect([result.organizations, result.people]).toEqual([null, null]);
  const { id } = await makeOrganization(testApp);
  const administrator = new TestClient(testApp);
  await administrator.signIn(
    await makeMember(testApp, id, "org_admin", { permissions: ["organizations:*"] }),
  );
  expect((await administrator.call(getTenantOverview)).problem.code).toBe("FORBIDDEN");
  expect((await new TestClient(testApp).call(getTenantOverview)).status).toBe(401);
});
