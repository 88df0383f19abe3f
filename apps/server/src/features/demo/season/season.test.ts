import { getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { getOrganizationStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import { getTenantStatistics, listTenants } from "@praxisportal/contract/tenants/tenants.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { listChains, verifyChain } from "../../../platform/audit/audit-verifier.ts";
import { findDifferences } from "../../usage/usage-check.platform-queries.ts";
import { demoPassword } from "../demo-people.ts";

const upstream = { url: "http://127.0.0.1:41001/v1", key: "demo-schluessel-eins-a1b2" };
const signal = new AbortController().signal;
const dayMs = 86_400_000;

let testApp: TestApp;
/** Number of rows to be sent, before the history is created. */
let sentBefore: Record<string, unknown>[];
beforeAll(async () => {
  testApp = await createDemo();
  sentBefore = await sentRows();
  await testApp.app.demoSeason.run(signal, 0);
});
afterAll(() => testApp.stop());

/** Creates a demonstration without its history, with a stopped clock. */
async function createDemo(now?: Date): Promise<TestApp> {
  const demoApp = await createTestApp();
  demoApp.clock.stop();
  if (now !== undefined) demoApp.clock.advance(now.getTime() - demoApp.clock.now().getTime());
  await demoApp.app.demo.seed();
  await demoApp.app.demoAi.register(upstream);
  return demoApp;
}

function sentRows() {
  return queryRows(
    testApp,
    `select (select count(*)::int from notification) as notifications,
       (select count(*)::int from ai_alert) as ai_alerts,
       (select count(*)::int from limit_alert where notified_at is null) as open_alerts,
       (select count(*)::int from outbox where topic in ('ai.threshold', 'limit.alert')) as alerts`,
  );
}

/** Returns the last 30 days of the history, without ids. */
async function historyOf(app: TestApp) {
  const entries = await queryRows(
    app,
    `select coalesce(o.name, 'platform') as place, e.action, e.outcome, e.occurred_at, count(*)::int
     from audit_entry e left join organization o using (organization_id), demo_season s
     where e.occurred_at between s.anchored_at - interval '30 days' and s.anchored_at and e.action <> 'platform.demo_created' group by 1, 2, 3, 4 order by 1, 4, 2, 3`,
  );
  const uses = await queryRows(
    app,
    `select o.name, e.occurred_at, e.model, e.cost_micro, count(*)::int
     from ai_usage_event e join organization o using (organization_id), demo_season s
     where e.occurred_at > s.anchored_at - interval '30 days' group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
  // The last day also counts the minutes that the portal of the test actually ran.
  const days = await queryRows(
    app,
    `select day::text, minutes from uptime_day, demo_season
     where day < (anchored_at at time zone 'UTC')::date order by day`,
  );
  return { entries, uses, days };
}

async function signInAccount(username: string) {
  const client = new TestClient(testApp);
  const { organization } = await client.signIn({ username, password: demoPassword });
  return { client, organizationId: organization?.id ?? "" };
}

/** Returns the number of local sign-ins of one demo organization per working day, the oldest first. */
async function signInsPerDay(name: string) {
  return queryRows<{ day: string; weekday: number; count: number; first: number; last: number }>(
    testApp,
    `select local::date::text as day, extract(isodow from local)::int as weekday, count(*)::int,
       min(extract(hour from local))::int as first, max(extract(hour from local))::int as last
     from (
       select e.occurred_at at time zone o.time_zone as local
       from audit_entry e join organization o using (organization_id), demo_season s
       where o.name = $1 and e.action = 'auth.login' and e.outcome = 'success' and e.occurred_at < s.anchored_at
     ) sign_in group by 1, 2 order by 1`,
    [name],
  );
}

describe("the season of the demonstration", { timeout: 60_000 }, () => {
  it("is the same and complete after a connection was lost in the middle and two processes continued", async () => {
    const otherApp = await createDemo(testApp.clock.now());
    const owner = new pg.Client({ connectionString: otherApp.urls.owner });
    await owner.connect();
    try {
      await owner.query(
        `create function end_connection() returns trigger language plpgsql as $$ begin
           if new.action = 'auth.logout' and (select done_days from demo_season) > 70 then
             perform pg_terminate_backend(pg_backend_pid());
           end if;
           return new; end $$;
         create trigger end_connection before insert on audit_entry for each row execute function end_connection()`,
      );
      await queryRows(otherApp, "update demo_season set done_days = 55");
      await expect(otherApp.app.demoSeason.run(signal, 0)).rejects.toThrow(/connection/i);
      const [stopped] = await queryRows(otherApp, "select done_days, finished_at from demo_season");
      // The day was rolled back, although most of its entries had been written.
      expect(stopped).toEqual({
        done_days: expect.toSatisfy((days) => days >= 70 && days < 76),
        finished_at: null,
      });
      await owner.query("drop trigger end_connection on audit_entry");
      await Promise.all([otherApp.app.demoSeason.run(signal, 0), otherApp.app.demoSeason.run(signal, 0)]);
      expect(await historyOf(otherApp)).toEqual(await historyOf(testApp));
      // Another run adds nothing.
      await otherApp.app.demoSeason.run(signal, 0);
      expect(await historyOf(otherApp)).toEqual(await historyOf(testApp));
    } finally {
      await owner.end();
      await otherApp.stop();
    }
  });

  it("has intact chains, sums that match the calls, and no messages to send", async () => {
    const chains = await listChains(testApp.app.platformDb.reads);
    expect(chains).toHaveLength(6);
    for (const { id } of chains) {
      const verdict = await verifyChain(testApp.app.platformDb.reads, id);
      expect(verdict.intact).toBe(true);
    }
    const since = new Date(testApp.clock.now().getTime() - 100 * dayMs).toISOString().slice(0, 10);
    expect((await findDifferences(testApp.app.platformDb, since)).differences).toEqual([]);
    expect(await queryRows(testApp, "select id from ai_call")).toEqual([]);
    const mispricedEvents = await queryRows(
      testApp,
      `select e.id from ai_usage_event e left join ai_price p on p.id = e.price_id
       where p.id is null or p.valid_from > e.occurred_at or p.currency <> e.currency or e.cost_micro is null`,
    );
    expect(mispricedEvents).toEqual([]);
    expect(await sentRows()).toEqual(sentBefore);
  });

  it("resembles a real organization: closed on weekends, open by day, growing, and quiet in between", async () => {
    const days = await signInsPerDay("Praxis am Musterplatz");
    expect(days.length).toBeGreaterThan(50);
    expect(days.filter(({ weekday }) => weekday > 5)).toEqual([]);
    expect(Math.min(...days.map(({ first }) => first))).toBe(7);
    expect(Math.max(...days.map(({ last }) => last))).toBeLessThan(16);
    const mean = (part: typeof days) => part.reduce((sum, { count }) => sum + count, 0) / part.length;
    expect(mean(days.slice(-15))).toBeGreaterThan(mean(days.slice(0, 15)) * 1.2);
    const quiet = days.filter(({ count }) => count < mean(days) * 0.7);
    expect(quiet.length).toBeGreaterThanOrEqual(3);
  });

  it("agrees with the members: the log contains the last sign-in of each, and no entry before their first day", async () => {
    const members = await queryRows<{
      name: string;
      stored: Date;
      active: Date | null;
      logged: Date | null;
      early: number;
    }>(
      testApp,
      `select m.first_name || ' ' || m.last_name as name, m.last_login_at as stored, m.last_activity_at as active, max(e.occurred_at) as logged,
         (count(*) filter (where e.occurred_at < m.created_at))::int as early
       from membership m left join audit_entry e on e.organization_id = m.organization_id and e.actor_id = m.person_id
         and e.action = 'auth.login' and e.outcome = 'success'
       where m.last_login_at < (select anchored_at from demo_season) group by m.organization_id, m.id`,
    );
    expect(members.length).toBeGreaterThan(40);
    for (const { name, stored, active, logged, early } of members)
      expect([name, logged, active, early]).toEqual([name, stored, stored, 0]);
  });

  it("shows the operator a trial near its seats, and a suspended organization with its reason and no later entries", async () => {
    const { client: operator } = await signInAccount("plattform");
    expect((await operator.call(getTenantStatistics)).result).toMatchObject({
      totalTenants: 5,
      trialTenants: 1,
      suspendedTenants: 1,
    });
    const { result } = await operator.call(listTenants, { query: { health: "limit_near" } });
    expect(result.data.map(({ name }) => name)).toEqual(["Praxis Testallee"]);
    const [row] = await queryRows(
      testApp,
      `select o.suspended_at < s.last_sign_in_at as signs_in,
         (select count(*)::int from audit_entry e where e.organization_id = o.organization_id
           and e.occurred_at > o.suspended_at) as later,
         (select count(*)::int from audit_entry e where e.organization_id = o.organization_id
           and e.occurred_at < o.suspended_at) > 300 as has_history,
         (select e.record ->> 'reason' = o.suspension_reason from audit_entry e
           where e.organization_id = o.organization_id and e.action = 'organization.suspended') as has_reason
       from organization o join organization_size s using (organization_id) where o.status = 'suspended'`,
    );
    expect(row).toEqual({ signs_in: false, later: 0, has_history: true, has_reason: true });
  });

  it("fills the figures of the first organization", async () => {
    const { client: owner, organizationId: id } = await signInAccount("inhaberin");
    const { result } = await owner.call(getOrganizationStatistics, { params: { id } });
    expect(result.uptime.days).toHaveLength(30);
    expect(result.uptime.percent).toBeGreaterThan(99);
    expect(result.uptime.percent).toBeLessThan(100);
    const { result: quota } = await owner.call(getQuota, { query: { ledger: "true" } });
    expect(quota.ledger?.isHealthy).toBe(true);
  });
});

it("the season is created only in a demonstration with a history", async () => {
  const names = async (env: Readonly<Record<string, string>>) => {
    const app = await createTestApp(env);
    await app.stop();
    return app.app.jobs.map(({ name }) => name).filter((name) => name === "demo-season");
  };
  expect(testApp.app.jobs.map(({ name }) => name)).toContain("demo-season");
  expect(await names({ DEMO: "on", DEMO_HISTORY: "off" })).toEqual([]);
  expect(await names({ DEMO: "off" })).toEqual([]);
});
