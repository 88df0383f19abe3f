import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDepartment, listDepartments } from "@praxisportal/contract/departments/departments.endpoints";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UnconfirmedChangeError } from "../../src/platform/db/durability/server-identity.ts";
import { IdentityDb, type OrganizationDb } from "../../src/platform/db/handles.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { PreparedQuery } from "../../src/platform/db/prepared.ts";
import { createRoles } from "../../src/platform/db/roles.ts";
import { makeMember, makeOrganization, testPassword } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { PostgresNode } from "./postgres-node.ts";
import { TcpProxy } from "../tcp-proxy.ts";

/** Maximum time from the loss of the primary to the first write at the promoted standby. */
const maxOutageMs = 3_000;

let folder: string;
let primary: PostgresNode;
let standby: PostgresNode;
/** Carries the replication from the primary to the standby. */
let replication: TcpProxy;
let testApp: TestApp;
let client: TestClient;
let username: string | null;
let organizationId: string;
let db: OrganizationDb;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal failover-"));
  primary = await PostgresNode.createPrimary(join(folder, "primary"));
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  await createRoles(admin, "portal", { owner: "owner-test", app: "app-test", platform: "platform-test" });
  await admin.end();
  await migrate(`postgres://portal_owner:owner-test@${primary.host}/portal`);
  replication = await TcpProxy.open(primary.port);
  standby = await primary.createStandby(join(folder, "standby"), { port: replication.port });
  await primary.waitFor(standby);
  // The standby comes first, because the order of the hosts must not matter.
  const url = (role: string) =>
    `postgres://portal_${role}:${role}-test@${standby.host},${primary.host}/portal`;
  const urls = { owner: url("owner"), app: url("app"), platform: url("platform") };
  testApp = await createTestApp({}, { urls, drop: async () => {} });
  organizationId = (await makeOrganization(testApp)).id;
  const member = await makeMember(testApp, organizationId, "org_admin");
  username = member.username;
  client = new TestClient(testApp);
  await client.signIn(member);
  db = new IdentityDb(testApp.databases.app).organization(organizationId);
}, 60_000);
afterAll(async () => {
  await testApp?.stop();
  replication?.close();
  await primary?.kill();
  await standby?.kill();
  await rm(folder, { recursive: true, force: true });
});

const addDepartment = (name: string) =>
  client.fetch(`/api/v1/organizations/${organizationId}/departments`, {
    method: createDepartment.method,
    body: JSON.stringify({ name }),
    headers: { "content-type": "application/json" },
  });

/** Makes a change that commits before it is on disk and is acknowledged after a flush of its server. */
const changeAtOnce = (name: string) =>
  db.changeAll<[{ name: string }]>(() => [
    new PreparedQuery(
      "insert into department (organization_id, id, name) values ($1, gen_random_uuid(), $2) returning name",
      "probe-department",
      [organizationId, name],
    ),
  ]);

async function departments(): Promise<ReadonlySet<string>> {
  const { result } = await client.call(listDepartments, { params: { id: organizationId } });
  return new Set(result.data.map(({ name }) => name));
}

it("R0-234 all connections are made to the primary if there are several hosts", async () => {
  expect((await addDepartment("Röntgen")).status).toBe(201);
  expect(await departments()).toContain("Röntgen");
  const sessions = await standby.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where usename like 'portal%' and state is not null",
  );
  expect(sessions).toEqual([{ count: 0 }]);
});

it("R0-232 a write is acknowledged only after the synchronous standby has received it", async () => {
  replication.isHeld = true;
  let isAnswered = false;
  const written = addDepartment("Labor").then((response) => {
    isAnswered = true;
    return response.status;
  });
  // The change is at the primary, and its transaction waits for the standby.
  await expect
    .poll(() => primary.query("select from pg_stat_activity where wait_event = 'SyncRep'"))
    .not.toEqual([]);
  expect(isAnswered).toBe(false);
  replication.isHeld = false;
  expect(await written).toBe(201);
});

it("R0-232 R0-233 R0-234 losing the primary keeps acknowledged writes and causes only 503 with Retry-After, for 3 s", async () => {
  const acknowledged: string[] = [];
  const failures: { path: string; status: number; retryAfter: string | null }[] = [];
  const progress = { isOver: false, firstAfter: 0, lostAt: Number.POSITIVE_INFINITY };
  const recordFailure = (path: string, response: Response) => {
    if (!response.ok)
      failures.push({ path, status: response.status, retryAfter: response.headers.get("retry-after") });
    return response.ok;
  };
  const write = async (worker: number) => {
    for (let count = 0; !progress.isOver; count += 1) {
      const name = `Abteilung ${worker}-${count}`;
      const startedAt = performance.now();
      if (!recordFailure("POST departments", await addDepartment(name))) continue;
      acknowledged.push(name);
      if (startedAt > progress.lostAt && progress.firstAfter === 0) progress.firstAfter = performance.now();
    }
  };
  const change = async () => {
    for (let count = 0; !progress.isOver; count += 1) {
      const name = `Direkt ${count}`;
      try {
        const { flush } = await changeAtOnce(name);
        await flush();
        acknowledged.push(name);
      } catch {
        // The change is not acknowledged. Only the calls over HTTP have a status to check.
      }
    }
  };
  const read = async () => {
    while (!progress.isOver)
      recordFailure(
        "GET departments",
        await client.fetch(`/api/v1/organizations/${organizationId}/departments`),
      );
  };
  const signIn = async () => {
    while (!progress.isOver) {
      const body = JSON.stringify({ username, organizationId, password: testPassword });
      const headers = { "content-type": "application/json" };
      recordFailure(
        "POST login",
        await client.copy().fetch("/api/v1/auth/login", { method: "POST", body, headers }),
      );
    }
  };
  const running = [write(1), write(2), change(), read(), signIn()];
  try {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50);

    // The primary commits a change that never reaches the standby.
    replication.isHeld = true;
    const { flush } = await changeAtOnce("Verloren");
    const before = acknowledged.length;
    progress.lostAt = performance.now();
    await primary.kill();
    // These calls find no primary.
    await expect.poll(() => failures.length).toBeGreaterThan(20);
    await standby.promote();
    await expect(flush()).rejects.toBeInstanceOf(UnconfirmedChangeError);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  } finally {
    progress.isOver = true;
    await Promise.all(running);
  }

  const stored = await departments();
  expect(stored).not.toContain("Verloren");
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect(failures).not.toEqual([]);
  expect(failures.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual(
    [],
  );
  expect(progress.firstAfter - progress.lostAt).toBeLessThan(maxOutageMs);
});
