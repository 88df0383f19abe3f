import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { recordBackup } from "../embedded-postgres/last-backup.ts";
import { measurePortal } from "../metrics/measure-portal.ts";
import { createMetrics } from "../metrics/metrics.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const get = (path: string, headers: Record<string, string> = {}, base = testApp) =>
  fetch(new URL(path, base.baseUrl), { headers });

describe("the endpoints for monitoring", () => {
  it("see R7x-08 /healthz and /readyz need no session and are not stored", async () => {
    for (const [path, body] of [
      ["/healthz", { status: "ok" }],
      ["/readyz", { status: "ready" }],
    ] as const) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual(body);
    }
  });

  it("see R8-72 N72 /metrics is available only to this machine, without forwarding", async () => {
    const own = await get("/metrics");
    expect(own.status).toBe(200);
    expect(own.headers.get("content-type")).toContain("text/plain");
    for (const headers of [
      { "x-forwarded-for": "127.0.0.1" },
      { "x-forwarded-for": "" },
      { forwarded: "for=127.0.0.1" },
      { "x-real-ip": "127.0.0.1" },
      { via: "1.1 proxy" },
      { "x-forwarded-host": "localhost" },
      { "cf-connecting-ip": "127.0.0.1" },
    ]) {
      const response = await get("/metrics", headers);
      expect(response.status, JSON.stringify(headers)).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    }
  });

  it("see R8-72 /metrics count by route pattern and never contain a path, id or query", async () => {
    await get("/api/v1/organizations/01a1fbb3-fad5-77c6-8265-9cac0b365253?search=Geheim");
    await get("/api/v1/geheimer-pfad?search=Geheim");
    const text = await (await get("/metrics")).text();
    expect(text).toContain('http_route="/api/v1/organizations/:id"');
    expect(text).toContain('http_route="unknown"');
    expect(text).not.toMatch(/geheim|01a1fbb3/i);
    expect(text).toContain("process_cpu_seconds_total");
  });

  it("see R8-72 /metrics can be closed and opened", async () => {
    for (const [metrics, headers, status] of [
      ["off", {}, 404],
      ["on", { "x-forwarded-for": "203.0.113.9" }, 200],
    ] as const) {
      const otherPortal = await createTestApp({ METRICS: metrics });
      try {
        expect((await get("/metrics", headers, otherPortal)).status).toBe(status);
      } finally {
        await otherPortal.stop();
      }
    }
  });
});

/** Returns the samples of a metric by the text of their labels. */
async function samples(name: string): Promise<Record<string, number>> {
  const text = await (await get("/metrics")).text();
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, "gm"));
  return Object.fromEntries(Array.from(lines, ([, labels = "", value]) => [labels, Number(value)]));
}

describe("the metrics of requests", () => {
  it("R0-243 /metrics has http_server_request_duration_seconds by method, route pattern and status", async () => {
    const labels =
      'http_request_method="GET",http_route="/api/v1/organizations/:id",http_response_status_code="401"';
    const before = (await samples("http_server_request_duration_seconds_count"))[labels] ?? 0;
    const sumBefore = (await samples("http_server_request_duration_seconds_sum"))[labels] ?? 0;
    const startedAt = performance.now();
    await get(`/api/v1/organizations/${randomUUID()}`);
    await get(`/api/v1/organizations/${randomUUID()}?search=x`);
    const elapsedSeconds = (performance.now() - startedAt) / 1_000;
    const counts = await samples("http_server_request_duration_seconds_count");
    expect(counts[labels]).toBe(before + 2);
    const sums = await samples("http_server_request_duration_seconds_sum");
    expect(sums[labels]).toBeGreaterThan(sumBefore);
    expect(sums[labels]).toBeLessThanOrEqual(sumBefore + elapsedSeconds);
    const buckets = await samples("http_server_request_duration_seconds_bucket");
    const limits = Object.keys(buckets).filter((key) => key.endsWith(labels));
    expect(limits.map((key) => /^le="([^"]+)"/.exec(key)?.[1])).toEqual([
      "0.005",
      "0.01",
      "0.025",
      "0.05",
      "0.1",
      "0.25",
      "0.5",
      "1",
      "2.5",
      "10",
      "+Inf",
    ]);
    expect(buckets[`le="+Inf",${labels}`]).toBe(before + 2);
  });

  it("see R0-243 unknown paths and methods add no time series", async () => {
    await fetch(new URL("/geheim-1", testApp.baseUrl), { method: "PROPFIND" });
    const knownSeries = Object.keys(await samples("http_server_request_duration_seconds_count"));
    expect(knownSeries.filter((labels) => labels.includes("_OTHER"))).toHaveLength(1);
    for (const method of ["PROPFIND", "MKCOL", "LOCK"])
      await fetch(new URL(`/geheim-${method}`, testApp.baseUrl), { method });
    expect(Object.keys(await samples("http_server_request_duration_seconds_count"))).toEqual(knownSeries);
  });
});

describe("the metrics of the running objects", () => {
  it("R0-243 /metrics has gauges of sockets, bus state, gaps, pools, outbox age and jobs", async () => {
    const sockets = "praxisportal_websockets_open";
    expect(await samples(sockets)).toEqual({ "": 0 });
    const client = new TestClient(testApp);
    await client.signIn(await makeMember(testApp, (await makeOrganization(testApp)).id, "org_admin"));
    const socket = await openSocket(testApp, client);
    expect(await samples(sockets)).toEqual({ "": 1 });
    socket.close();
    await expect.poll(() => samples(sockets)).toEqual({ "": 0 });

    const driver = 'driver="postgres"';
    expect(await samples("praxisportal_bus_connected")).toEqual({ [driver]: 1 });
    expect(await samples("praxisportal_bus_blind")).toEqual({ [driver]: 0 });
    expect(await samples("praxisportal_bus_peers")).toEqual({ [driver]: 0 });
    const gaps = "praxisportal_bus_gaps_total";
    expect(await samples(gaps)).toEqual({ [driver]: 0 });
    await testApp.databases.app.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'praxisportal bus' and datname = current_database()",
    );
    await expect.poll(() => samples(gaps)).toEqual({ [driver]: 1 });
    expect(await samples("praxisportal_bus_connected")).toEqual({ [driver]: 1 });
    const stateSpy = vi.spyOn(testApp.bus, "state");
    stateSpy.mockReturnValue({ driver: "postgres", isConnected: false, isBlind: true, peers: 2, gaps: 7 });
    expect(await samples("praxisportal_bus_connected")).toEqual({ [driver]: 0 });
    expect(await samples("praxisportal_bus_blind")).toEqual({ [driver]: 1 });
    expect(await samples("praxisportal_bus_peers")).toEqual({ [driver]: 2 });
    stateSpy.mockRestore();

    const { pool } = testApp.databases.app;
    const size = (await samples("praxisportal_db_pool_size"))['pool="app_read"'] ?? 0;
    expect(size).toBe(pool.options.max);
    const pools = Object.keys(await samples("praxisportal_db_pool_size"));
    const kinds = ["read", "change", "transaction"];
    const named = ["app", "platform"].flatMap((role) => kinds.map((kind) => `pool="${role}_${kind}"`));
    expect(pools.toSorted()).toEqual(named.toSorted());
    const heldConnections = await Promise.all(Array.from({ length: size }, () => pool.connect()));
    const next = pool.connect();
    const connections = await samples("praxisportal_db_pool_connections");
    expect(connections).toMatchObject({
      'pool="app_read",state="in_use"': size,
      'pool="app_read",state="idle"': 0,
    });
    expect(await samples("praxisportal_db_pool_waiting")).toMatchObject({
      'pool="app_read"': 1,
      'pool="platform_read"': 0,
    });
    for (const connection of heldConnections) connection.release();
    (await next).release();
    expect(await samples("praxisportal_db_pool_waiting")).toMatchObject({ 'pool="app_read"': 0 });

    const age = "praxisportal_outbox_oldest_due_seconds";
    await expect.poll(() => samples(age)).toEqual({ "": 0 });
    // There is no handler for a topic of another version.
    await queryRows(
      testApp,
      `insert into outbox (id, topic, payload, available_at)
       values (gen_random_uuid(), 'unknown', '{}', now() - interval '1 hour'),
         (gen_random_uuid(), 'unknown', '{}', 'infinity')`,
    );
    await expect.poll(() => samples(age)).toEqual({ "": expect.closeTo(3_600, -2) });
    expect(await samples("praxisportal_outbox_parked")).toEqual({ "": 1 });

    const failed = "praxisportal_job_failed";
    expect((await samples(failed))['job_name="cleanup"']).toBe(0);
    await queryRows(
      testApp,
      `update scheduled_job set last_error = 'Error: x', next_run_at = now() - interval '1 hour',
         leased_until = now() + interval '1 hour' where name = 'cleanup'`,
    );
    await expect.poll(async () => (await samples(failed))['job_name="cleanup"']).toBe(1);
    const overdue = await samples("praxisportal_job_overdue_seconds");
    expect(overdue['job_name="cleanup"']).toBeCloseTo(3_600, -2);

    expect((await samples("praxisportal_data_dir_free_bytes"))[""]).toBeGreaterThan(0);
    expect((await samples("praxisportal_data_dir_size_bytes"))[""]).toBeGreaterThan(0);
  });

  it("see R0-243 /metrics has the age of the last backup if there is one", async () => {
    const age = "praxisportal_backup_age_seconds";
    expect(await samples(age)).toEqual({});
    await recordBackup(testApp.dataDir);
    const { "": seconds = -1 } = await samples(age);
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(60);
  });

  it("see R0-243 /metrics omits the values of a database that does not respond", async () => {
    expect(await samples("praxisportal_database_up")).toEqual({ "": 1 });
    const { pool } = testApp.databases.platform;
    const heldConnections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    await expect.poll(() => samples("praxisportal_database_up")).toEqual({ "": 0 });
    expect(await samples("praxisportal_outbox_oldest_due_seconds")).toEqual({});
    expect(await samples("praxisportal_websockets_open")).toEqual({ "": 0 });
    for (const connection of heldConnections) connection.release();
    await expect.poll(() => samples("praxisportal_database_up")).toEqual({ "": 1 });
  });

  it("see R0-243 /metrics has the lag of a replica until its promotion, and no lag without a replica", async () => {
    expect(await samples("praxisportal_replica_up")).toEqual({});
    const metrics = createMetrics();
    let lagMs: number | undefined = 1_500;
    const reports = { hasReplica: true, lagMs: async () => lagMs };
    const ai = {
      runningCalls: () => 0,
      endedCalls: () => ({}),
      budgets: async () => ({ near: 0, reached: 0 }),
    };
    measurePortal(metrics, { ...testApp, ...testApp.app, reports, bus: testApp.bus, ai });
    const lines = async () =>
      (await metrics.text()).split("\n").filter((line) => line.startsWith("praxisportal_replica"));
    expect(await lines()).toEqual(["praxisportal_replica_lag_seconds 1.5", "praxisportal_replica_up 1"]);
    lagMs = undefined;
    expect(await lines()).toEqual(["praxisportal_replica_up 0"]);
  });
});
