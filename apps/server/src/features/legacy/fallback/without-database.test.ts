import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TcpProxy } from "../../../../test/tcp-proxy.ts";
import {
  legacyLoginBody,
  legacySettings,
  startLegacyServer,
} from "../../../../test/legacy/legacy-practice.ts";
import { startSecondPortal } from "../../../../test/second-portal.ts";
import { roleUrl } from "../../../../test/test-cluster.ts";
import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import { migrate } from "../../../platform/db/migrate.ts";
import { createRoles } from "../../../platform/db/roles.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../platform/embedded-postgres/embedded-postgres.ts";

// Each start of a process takes seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const passwords = { owner: "owner-test", app: "app-test", platform: "platform-test" };
const organizationId = "018f0000-0000-7000-8000-000000000001";

let postgres: EmbeddedPostgres;
let clusterDir: string;
let dataDir: string;
let proxy: TcpProxy;
let proxyHost: string;
let legacyServer: Awaited<ReturnType<typeof startLegacyServer>>;
let portal: Awaited<ReturnType<typeof startSecondPortal>>;

beforeAll(async () => {
  clusterDir = await mkdtemp(join(tmpdir(), "praxisportal-stopped-"));
  dataDir = await mkdtemp(join(tmpdir(), "praxisportal-data-"));
  postgres = await startEmbeddedPostgres({ dataDir: clusterDir });
  legacyServer = await startLegacyServer();
  const admin = new pg.Client({ connectionString: postgres.superuserUrl });
  await admin.connect();
  await createRoles(admin, "portal", passwords);
  await admin.end();
  const { host } = new URL(postgres.superuserUrl);
  await migrate(roleUrl(host, "portal", "owner"));
  await query(
    `insert into organization (organization_id, name, practice_code, country, status, time_zone, language, currency)
     values ($1, $2, $3, 'DE', 'active', 'Europe/Berlin', 'de', 'EUR')`,
    [organizationId, "Musterpraxis", legacyServer.praxisId],
  );
  // The proxy keeps the database at the same address across restarts.
  proxy = await TcpProxy.open(Number(new URL(postgres.superuserUrl).port));
  proxyHost = `127.0.0.1:${proxy.port}`;
  portal = await startPortal();
});
afterAll(async () => {
  portal.child.kill("SIGKILL");
  proxy.close();
  await legacyServer.stop();
  await postgres.stop();
  for (const folder of [clusterDir, dataDir]) await rm(folder, { recursive: true, force: true });
});

const startPortal = () =>
  startSecondPortal(
    {
      urls: {
        owner: "",
        app: roleUrl(proxyHost, "portal", "app"),
        platform: roleUrl(proxyHost, "portal", "platform"),
      },
    },
    dataDir,
    { ...legacySettings(legacyServer.url), LEGACY_FALLBACK_NETWORKS: "127.0.0.0/8" },
  );

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const url = new URL(postgres.superuserUrl);
  url.pathname = "/portal";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function stopDatabase(): Promise<void> {
  await postgres.stop();
  proxy.cutConnections();
}

async function startDatabase(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir: clusterDir });
  proxy.target = Number(new URL(postgres.superuserUrl).port);
}

const call = (path: string, init: RequestInit = {}) => fetch(new URL(path, portal.baseUrl), init);

const signIn = (overrides: object = {}) =>
  call("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(legacyLoginBody(overrides)),
  });

/** Signs in and returns the headers for subsequent calls. */
async function signInLegacy() {
  const response = await signIn();
  expect(response.status).toBe(200);
  const { token } = (await response.json()) as { token: string };
  const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";", 1);
  return { authorization: `Bearer ${token}`, cookie };
}

const entries = async () => {
  const rows = await query<{ record: AuditRecord }>(
    "select record from audit_entry where organization_id = $1 and action like 'legacy.%' order by seq",
    [organizationId],
  );
  return rows.map(({ record }) => record);
};
/** Lists the files that contain waiting entries. An attempt to write them first renames the file. */
const spoolFiles = () =>
  ["legacy-audit.writing.jsonl", "legacy-audit.jsonl"].map((name) => join(dataDir, name));
const takenFile = () => join(dataDir, "legacy-audit.writing.jsonl");
const waitingLines = async () => {
  const presentFiles = spoolFiles().filter((file) => existsSync(file));
  const texts = await Promise.all(presentFiles.map((file) => readFile(file, "utf8")));
  return texts.flatMap((text) => text.split("\n").filter(Boolean));
};

it("R0-216 the fallback login works while the database is down", async () => {
  await stopDatabase();
  const login = await call("/api/v1/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "empfang", password: "Muster-Empfang-3000" }),
  });
  expect([login.status, ((await login.json()) as { code: string }).code]).toEqual([
    503,
    "DATABASE_UNAVAILABLE",
  ]);
  const headers = await signInLegacy();
  for (const path of [
    "/api/session",
    "/api/health",
    "/api/praxis",
    "/api/patienten",
    "/api/test-descriptions",
    "/api/v1/auth/public-ip",
  ])
    expect([path, (await call(path, path.endsWith("ip") ? {} : { headers })).status]).toEqual([path, 200]);
  expect((await signIn({ password: "falsch" })).status).toBe(400);
  expect((await call("/api/logout", { method: "POST", headers })).status).toBe(204);
  expect((await call("/api/patienten", { headers })).status).toBe(401);
});

it("see R0-221 entries that wait for the database are on disk, readable only by the server's user, and contain no secret", async () => {
  const lines = await waitingLines();
  expect(lines).toHaveLength(3);
  for (const file of spoolFiles().filter((path) => existsSync(path)))
    expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(lines.join("")).not.toMatch(/Muster-Empfang-3000|falsch|pp_lt_|Bearer|Nachname/);
});

it("R0-221 actions taken while the database is down are recorded once it is back, by this process or the next", async () => {
  const waiting = await waitingLines();
  await startDatabase();
  await vi.waitFor(async () => expect(await entries()).toHaveLength(3), { timeout: 20_000, interval: 200 });
  const writtenEntries = await entries();
  expect(writtenEntries.map(({ action, outcome, origin }) => [action, outcome, origin])).toEqual([
    ["legacy.signed_in", "success", "legacy"],
    ["legacy.signed_in", "denied", "legacy"],
    ["legacy.signed_out", "success", "legacy"],
  ]);
  // Each entry keeps the time of its action.
  const waitingEntries = waiting.map((line) => JSON.parse(line) as { id: string; occurredAt: string });
  expect(writtenEntries.map(({ id, occurredAt }) => [id, occurredAt])).toEqual(
    waitingEntries.map(({ id, occurredAt }) => [id, occurredAt]),
  );
  await vi.waitFor(() => expect(existsSync(takenFile())).toBe(false));

  // Simulates a process that died before deleting the file: it contains entries that were already written, and one that
  // was not.
  portal.child.kill("SIGKILL");
  await once(portal.child, "exit");
  const last = { ...waitingEntries[2], id: randomUUID() };
  const lines = [...waiting, JSON.stringify(last), '{"id":"cut'];
  await writeFile(takenFile(), lines.join("\n"), { mode: 0o600 });
  portal = await startPortal();
  await vi.waitFor(() => expect(existsSync(takenFile())).toBe(false), { timeout: 20_000, interval: 200 });
  expect(await entries()).toEqual([
    ...writtenEntries,
    { ...writtenEntries[2], id: last.id, seq: expect.anything() as number },
  ]);
});

it("see R0-216 a session outlives a restart of the portal and the return of the database", async () => {
  const headers = await signInLegacy();
  portal.child.kill("SIGKILL");
  await once(portal.child, "exit");
  portal = await startPortal();
  // Its port has changed, and the name of the cookie contains the port.
  headers.cookie = headers.cookie.replace(/_\d+=/, `_${new URL(portal.baseUrl).port}=`);
  expect((await call("/api/patienten", { headers })).status).toBe(200);
  expect((await call("/api/v1/users/me", { headers })).status).toBe(403);
});
