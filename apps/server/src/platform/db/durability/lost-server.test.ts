import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from "vitest";
import { makeOrganization } from "../../../../test/factories.ts";
import { TcpProxy } from "../../../../test/tcp-proxy.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../embedded-postgres/embedded-postgres.ts";
import { toProblem } from "../../http/errors/to-problem.ts";
import { problemBody } from "../../http/problem.ts";
import { Database } from "../database.ts";
import { OrganizationDb } from "../handles.ts";
import { PreparedQuery } from "../prepared.ts";
import { createRoles } from "../roles.ts";

let testApp: TestApp;
let organizationId: string;
let folder: string;
/** A second server, without the commits of the first one. */
let otherServer: EmbeddedPostgres;
beforeAll(async () => {
  testApp = await createTestApp();
  organizationId = (await makeOrganization(testApp)).id;
  folder = await mkdtemp(join(tmpdir(), "praxisportal-other-"));
  otherServer = await startEmbeddedPostgres({ dataDir: folder });
  const admin = new pg.Client({ connectionString: otherServer.superuserUrl });
  await admin.connect();
  const { pathname, password } = new URL(testApp.urls.app);
  await createRoles(admin, pathname.slice(1), {
    owner: "owner-test",
    app: password,
    platform: "platform-test",
  });
  await admin.end();
});
afterAll(async () => {
  await testApp.stop();
  await otherServer.stop();
  await rm(folder, { recursive: true, force: true });
});

let proxy: TcpProxy;
let database: Database;
let db: OrganizationDb;
beforeEach(async () => {
  const url = new URL(testApp.urls.app);
  proxy = await TcpProxy.open(Number(url.port));
  url.port = String(proxy.port);
  database = new Database({ url: url.href, maxConnections: 6, applicationName: "test" });
  db = new OrganizationDb(database, organizationId);
});
afterEach(async () => {
  await database.close();
  proxy.close();
});

const change = () =>
  db.changeAll<[{ one: number }]>(() => [new PreparedQuery("select 1 as one", "probe-change", [])]);

it("a change is confirmed when its server has flushed it", async () => {
  const { rows, flush } = await change();
  expect(rows).toEqual([[{ one: 1 }]]);
  await expect(flush()).resolves.toBeUndefined();
});

it("see R0-232 a change is not confirmed by the flush of another server", async () => {
  const { flush } = await change();
  proxy.target = Number(new URL(otherServer.superuserUrl).port);
  await expect(flush()).rejects.toMatchObject({ code: "08007" });
});

it("see R0-232 a change is not confirmed if its connection is lost before the flush", async () => {
  const { flush } = await change();
  proxy.cutConnections();
  await expect(flush()).rejects.toMatchObject({ code: "08007" });
});

it("see R0-232 a change is not confirmed if the flush fails", async () => {
  const { flush } = await change();
  proxy.target = 1;
  await expect(flush()).rejects.toThrow(/ECONNREFUSED|Connection terminated/);
});

it("see R0-233 a change at a former primary fails with 503, and the next one reaches the new primary", async () => {
  const write = () => database.transaction((trx) => sql`create temp table probe (id int)`.execute(trx));
  const admin = new pg.Client({ connectionString: otherServer.superuserUrl });
  await admin.connect();
  const name = admin.escapeIdentifier(new URL(testApp.urls.app).pathname.slice(1));
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await admin.end();
  const first = proxy.target;
  proxy.target = Number(new URL(otherServer.superuserUrl).port);
  const error = await write().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "25006" });
  expect(toProblem(error)).toMatchObject({ code: "DATABASE_UNAVAILABLE", options: { retryAfterSeconds: 5 } });
  proxy.target = first;
  await expect(write()).resolves.toBeDefined();
});

it.each([
  [{ code: "25006", message: "cannot execute UPDATE in a read-only transaction" }],
  [{ code: "55000", message: "recovery is in progress" }],
  [{ code: "57P03", message: "the database system is starting up" }],
  [{ code: "08007", message: "the database was replaced before a change was on disk" }],
  ...["57P01", "57P02", "08001", "08006", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT"].map(
    (code): [{ code: string; message: string }] => [{ code, message: "the connection failed" }],
  ),
  [{ message: "Client has encountered a connection error and is not queryable" }],
  [{ message: "Connection terminated unexpectedly" }],
  [{ message: "Cannot use a pool after calling end on the pool" }],
  [{ message: "timeout expired" }],
])("see R0-233 %j means that the database is unavailable", (error) => {
  expect(toProblem(error)).toMatchObject({ code: "DATABASE_UNAVAILABLE", options: { retryAfterSeconds: 5 } });
});

it.each([
  [{ code: "53300", message: "sorry, too many clients already" }],
  [{ message: "timeout exceeded when trying to connect" }],
])("see R0-233 %j means that the database is busy, with 503 and Retry-After", (error) => {
  const problem = toProblem(error);
  expect(problem).toMatchObject({ code: "SERVICE_UNAVAILABLE", options: { retryAfterSeconds: 5 } });
  expect(problemBody(problem, "de", "r1", "/api/probe").status).toBe(503);
});

it("an error of a statement does not count as an unavailable database", () => {
  expect(toProblem({ code: "55000", message: "currval is not yet defined" })).toMatchObject({
    code: "INTERNAL_ERROR",
  });
});
