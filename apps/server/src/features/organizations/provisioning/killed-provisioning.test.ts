import { createTenant, getProvisioningStatus } from "@praxisportal/contract/tenants/tenants.endpoints";
import { provisioningSteps } from "@praxisportal/contract/tenants/provisioning.schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { createKillKit, type KillKit } from "../../../../test/kills/kill-kit.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const stepLock = 4203;
const steps = provisioningSteps.slice(1);

let testApp: TestApp;
let kit: KillKit;
beforeAll(async () => {
  testApp = await createTestApp();
  kit = await createKillKit(testApp);
  // The other process waits in the transaction of the step that the organization is named after.
  await kit.owner.query(`
    create function hold_step() returns trigger language plpgsql security definer as $$ begin
      if is_other() and exists (
        select from organization o where o.organization_id = new.organization_id
          and to_jsonb(new) ->> (o.name || '_at') is not null and to_jsonb(old) ->> (o.name || '_at') is null
      ) then perform pg_advisory_xact_lock(${stepLock}); end if;
      return new; end $$;
    create trigger hold_step before update on provisioning for each row execute function hold_step()`);
}, 120_000);
afterAll(async () => {
  await kit.stop();
  await testApp.stop();
});

it(
  "R0-67 provisioning killed at any step is resumed there and finishes every step exactly once",
  { timeout: 180_000 },
  async () => {
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    await kit.hold(stepLock);
    const { child, baseUrl } = await kit.start({ FEATURE_TWO_FACTOR: "off" });
    const childClient = new TestClient({ ...testApp, baseUrl });
    childClient.accessToken = operator.accessToken;
    for (const step of steps) {
      const body = { name: step, country: "DE", administrator: { email: `${step}@example.org` } };
      void childClient.call(createTenant, { body }).catch(() => undefined);
    }
    await kit.waiters(stepLock, steps.length);
    await kit.kill(child);
    await kit.release(stepLock);
    await kit.waiters(stepLock, 0);

    const organizations = await queryRows<{ id: string; step: string }>(
      testApp,
      "select organization_id as id, name as step from organization",
    );
    expect(organizations.map(({ step }) => step).toSorted()).toEqual([...steps].toSorted());
    const statusOf = async (id: string) =>
      (await operator.call(getProvisioningStatus, { params: { id } })).result;
    const stoppedById = new Map<string, Awaited<ReturnType<typeof statusOf>>>();
    for (const { id, step } of organizations) {
      const status = await statusOf(id);
      expect(status.steps.find(({ state }) => state !== "done")?.name).toBe(step);
      stoppedById.set(id, status);
    }
    await queryRows(testApp, "update provisioning set retry_at = now()");
    const job = testApp.app.jobs.find(({ name }) => name === "provisioning");
    // Two processes may find the same organizations.
    await Promise.all([job?.run(new AbortController().signal), job?.run(new AbortController().signal)]);

    for (const { id, step } of organizations) {
      const status = await statusOf(id);
      expect([step, status.state, status.percent]).toEqual([step, "ready", 100]);
      const completedSteps = stoppedById.get(id)?.steps.filter(({ state }) => state === "done") ?? [];
      expect(status.steps.slice(0, completedSteps.length)).toEqual(completedSteps);
      const [counts] = await queryRows(
        testApp,
        `select
         (select count(*)::int from membership where organization_id = $1) as members,
         (select count(*)::int from invitation where organization_id = $1) as invitations,
         (select count(*)::int from person where pending_email = $2) as people,
         (select count(*)::int from audit_entry where organization_id = $1 and action = 'organization.created')
           as created,
         (select count(*)::int from audit_entry where organization_id = $1 and action = 'member.added') as added,
         (select count(*)::int from entitlement where organization_id = $1) as limits`,
        [id, `${step}@example.org`],
      );
      expect(counts).toEqual({ members: 1, invitations: 1, people: 1, created: 1, added: 1, limits: 3 });
    }
  },
);
