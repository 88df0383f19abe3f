import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTenant, getProvisioningStatus } from "@praxisportal/contract/tenants/tenants.endpoints";
import { provisioningSteps } from "@praxisportal/contract/tenants/provisioning.schema";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { startSecondPortal } from "../../../../test/second-portal.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const patience = { timeout: 60_000, interval: 50 };
const stepLock = 4203;
const steps = provisioningSteps.slice(1);

let test: TestApp;
let owner: pg.Client;
let folder: string;
let portal: ChildProcess | undefined;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), "praxisportal provisioning-"));
  owner = new pg.Client({ connectionString: test.urls.owner });
  await owner.connect();
  // The other process waits in the transaction of the step that the organization is named after.
  await owner.query(`
    create function hold_step() returns trigger language plpgsql security definer as $$ begin
      if coalesce(current_setting('test.process', true), '') = 'other' and exists (
        select from organization o where o.organization_id = new.organization_id
          and to_jsonb(new) ->> (o.name || '_at') is not null and to_jsonb(old) ->> (o.name || '_at') is null
      ) then perform pg_advisory_xact_lock(${stepLock}); end if;
      return new; end $$;
    create trigger hold_step before update on provisioning for each row execute function hold_step()`);
}, 120_000);
afterAll(async () => {
  portal?.kill("SIGKILL");
  await owner.end();
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

const waiters = async () =>
  (
    await queryRows<{ pid: number }>(
      test,
      `select pid from pg_locks where locktype = 'advisory' and objid = ${stepLock} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).map(({ pid }) => pid);

it(
  "R0-67 provisioning killed at any step is resumed there and finishes every step exactly once",
  { timeout: 180_000 },
  async () => {
    const operator = new TestClient(test);
    await operator.signIn(await makePlatformAccount(test, "super_admin"));
    await owner.query(`select pg_advisory_lock(${stepLock})`);
    const { child, baseUrl } = await startSecondPortal(test, folder, { FEATURE_TWO_FACTOR: "off" });
    portal = child;
    const elsewhere = new TestClient({ ...test, baseUrl });
    elsewhere.accessToken = operator.accessToken;
    for (const step of steps) {
      const body = { name: step, country: "DE", administrator: { email: `${step}@example.org` } };
      void elsewhere.call(createTenant, { body }).catch(() => undefined);
    }
    await vi.waitFor(async () => expect(await waiters()).toHaveLength(steps.length), patience);
    child.kill("SIGKILL");
    await once(child, "exit");
    await owner.query(`select pg_advisory_unlock(${stepLock})`);
    await vi.waitFor(async () => expect(await waiters()).toEqual([]), patience);

    const organizations = await queryRows<{ id: string; step: string }>(
      test,
      "select organization_id as id, name as step from organization",
    );
    expect(organizations.map(({ step }) => step).toSorted()).toEqual([...steps].toSorted());
    const statusOf = async (id: string) =>
      (await operator.call(getProvisioningStatus, { params: { id } })).result;
    const stopped = new Map<string, Awaited<ReturnType<typeof statusOf>>>();
    for (const { id, step } of organizations) {
      const status = await statusOf(id);
      expect(status.steps.find(({ state }) => state !== "done")?.name).toBe(step);
      stopped.set(id, status);
    }
    await queryRows(test, "update provisioning set retry_at = now()");
    const job = test.app.jobs.find(({ name }) => name === "provisioning");
    // Two processes may find the same ones.
    await Promise.all([job?.run(new AbortController().signal), job?.run(new AbortController().signal)]);

    for (const { id, step } of organizations) {
      const status = await statusOf(id);
      expect([step, status.state, status.percent]).toEqual([step, "ready", 100]);
      const done = stopped.get(id)?.steps.filter(({ state }) => state === "done") ?? [];
      expect(status.steps.slice(0, done.length)).toEqual(done);
      const [counts] = await queryRows(
        test,
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
