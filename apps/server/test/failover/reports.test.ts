import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAudit, verifyAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { createDepartment, listDepartments } from "@praxisportal/contract/departments/departments.endpoints";
import { listTenants } from "@praxisportal/contract/tenants/tenants.endpoints";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "../../src/platform/db/migrate.ts";
import { maxLagMs } from "../../src/platform/db/reports/report-db.ts";
import { createRoles } from "../../src/platform/db/roles.ts";
import { makeMember, makeOrganization, makePlatformAccount, unique } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { PostgresNode } from "./postgres-node.ts";

let folder: string;
let primary: PostgresNode;
let replica: PostgresNode;
let testApp: TestApp;
let client: TestClient;
let operator: TestClient;
let organizationId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal reports-"));
  primary = await PostgresNode.createPrimary(join(folder, "primary"));
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  await createRoles(admin, "portal", { owner: "owner-test", app: "app-test", platform: "platform-test" });
  await admin.end();
  const url = (role: string) => `postgres://portal_${role}:${role}-test@${primary.host}/portal`;
  await migrate(url("owner"));
  replica = await primary.createStandby(join(folder, "replica"), { name: "replica" });
  const reports = `postgres://${replica.host}`;
  const urls = { owner: url("owner"), app: url("app"), platform: url("platform"), reports };
  testApp = await createTestApp({}, { urls, drop: async () => {} });
  organizationId = (await makeOrganization(testApp)).id;
  client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organizationId, "org_admin"));
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
}, 120_000);
afterAll(async () => {
  await testApp?.stop();
  await primary?.kill();
  await replica?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Makes a change and returns the number of entries in the audit log, including its own. */
async function change(): Promise<number> {
  const body = { name: unique("Abteilung") };
  const { status } = await client.call(createDepartment, { params: { id: organizationId }, body });
  expect(status).toBe(201);
  const [row] = await query<{ head_seq: string }>(
    `select head_seq from audit_chain where organization_id = '${organizationId}'`,
  );
  return Number(row?.head_seq);
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await testApp.databases.platform.pool.query<Row>(text)).rows;
}

async function countListed(): Promise<number> {
  const { result } = await client.call(listAudit, { params: { id: organizationId }, query: { limit: 1 } });
  return result.pagination.totalEstimate;
}

it("reports read from the replica, and all other calls from the primary", async () => {
  const before = await change();
  await expect.poll(countListed).toBe(before);
  await replica.query("select pg_wal_replay_pause()");
  const after = await change();
  expect(after).toBeGreaterThan(before);
  const { result: departments } = await client.call(listDepartments, { params: { id: organizationId } });
  expect(departments.data).toHaveLength(2);
  expect(await countListed()).toBe(before);
  const { result } = await client.call(verifyAudit, { params: { id: organizationId } });
  expect(result).toMatchObject({ entries: before });
});

it("R0-236 reports read from the primary if the replica lags more than 5 s, and from the replica after it has caught up", async () => {
  const startedAt = performance.now();
  const count = await change();
  // The replay is still paused.
  await expect.poll(countListed, { timeout: 20_000 }).toBe(count);
  expect(maxLagMs).toBe(5_000);
  expect(performance.now() - startedAt).toBeLessThan(maxLagMs + 5_000);
  await replica.query("select pg_wal_replay_resume()");
  await expect
    .poll(async () => {
      await countListed();
      return replica.query(
        "select from pg_stat_activity where application_name = 'praxisportal reports' and state_change > now() - interval '500 ms'",
      );
    })
    .not.toEqual([]);
});

it("see R0-236 reports read from the primary while the replica is unavailable", async () => {
  await replica.kill();
  const count = await change();
  expect(await countListed()).toBe(count);
  expect((await operator.call(listTenants)).status).toBe(200);
});
