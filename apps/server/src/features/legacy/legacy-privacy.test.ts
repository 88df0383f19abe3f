import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  locationsOf,
  tracesOutsideDatabase,
  RecordingClient,
  recordWrites,
  type Trace,
} from "../../../test/canary-sinks.ts";
import { auditEntries } from "../../../test/factories.ts";
import {
  cutDatabase,
  fallbackSession,
  legacyLoginBody,
  startLegacyPortal,
  startLegacyServer,
} from "../../../test/legacy/legacy-practice.ts";
import { startRecordingServer } from "../../../test/legacy/recording-server.ts";

async function portalWith(
  server: { url: string; stop: () => Promise<void> },
  env: Record<string, string> = {},
) {
  const portal = await startLegacyPortal(server.url, env);
  onTestFinished(async () => {
    await portal.testApp.stop();
    await server.stop();
  });
  return portal;
}

describe("calls to the legacy server", () => {
  it("R3-53 R7s-43 a sign-in contains the account, the practice and the connection info, with the address of the connection", async () => {
    const server = await startRecordingServer();
    const portal = await portalWith(server);
    const client = await portal.signedIn();
    const { connectionInfo, ...account } = legacyLoginBody();
    const body = { ...account, connectionInfo: { ...connectionInfo, publicIp: "192.0.2.99" } };
    expect((await client.call(endpoints.legacySignIn, { body })).status).toBe(200);
    const sentCalls = server.received.map(({ call, body: text }) => [call, JSON.parse(text)]);
    expect(sentCalls).toEqual([
      ["POST /api/login", { ...account, connectionInfo: { ...connectionInfo, publicIp: "127.0.0.1" } }],
    ]);
    for (const field of Object.keys(connectionInfo)) {
      const incomplete = { ...account, connectionInfo: { ...connectionInfo, [field]: undefined } };
      expect((await client.call(endpoints.legacySignIn, { body: incomplete })).status, field).toBe(400);
    }
  });

  it("R7s-03 R7s-49 use the base path /api; the health check is GET /api/health", async () => {
    const server = await startRecordingServer();
    const portal = await portalWith(server);
    const client = await portal.reading();
    const reads = [
      endpoints.legacyHealth,
      endpoints.legacyPractice,
      endpoints.legacyPatients,
      endpoints.legacyTestDescriptions,
    ];
    for (const endpoint of reads) expect((await client.call(endpoint)).status).toBe(200);
    // The portal offers them under the same paths.
    const session = [endpoints.legacySignIn, endpoints.legacySession, endpoints.legacySignOut];
    expect([...session, ...reads].map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/login",
      "GET /api/session",
      "POST /api/logout",
      "GET /api/health",
      "GET /api/praxis",
      "GET /api/patienten",
      "GET /api/test-descriptions",
    ]);
    expect(server.received.map(({ call }) => call)).toEqual([
      "POST /api/login",
      "GET /api/health",
      "GET /api/praxis",
      "GET /api/patienten",
      "GET /api/test-descriptions",
    ]);
    const [, health, ...rest] = server.received.map(({ headers }) => headers["authorization"]);
    expect(health).toBeUndefined();
    expect(rest).toEqual(Array<string>(3).fill("Bearer probe-token"));
    // Credentials of the portal stay there.
    for (const { headers } of server.received) expect(headers["cookie"]).toBeUndefined();
  });

  it("R1-44 go to the configured host only: no redirect is followed, and pages may not reach it", async () => {
    const redirectTarget = await startRecordingServer();
    onTestFinished(() => redirectTarget.stop());
    const server = await startRecordingServer(307, { location: `${redirectTarget.url}/api/patienten` });
    const portal = await portalWith(server);
    const client = await portal.signedIn();
    const response = await client.call(endpoints.legacySignIn, { body: legacyLoginBody() });
    expect([response.status, server.received.length, redirectTarget.received.length]).toEqual([503, 1, 0]);
    expect((await client.call(endpoints.legacyHealth)).result.available).toBe(false);
    expect(redirectTarget.received).toEqual([]);
    const page = await client.fetch("/login", { headers: { accept: "text/html" } });
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy.split(/; ?/)).toContain("connect-src 'self'");
    expect(policy).not.toContain(server.url);
  });
});

describe("patient data", () => {
  it("R1-46 R0-212 is in no table, log line, metric, file, notification or audit entry, and may not be stored", async () => {
    const portal = await portalWith(await startLegacyServer(), { LOG_LEVEL: "trace" });
    const writes = await recordWrites(portal.testApp);
    onTestFinished(() => writes.stop());
    const responses: Trace[] = [];
    const client = await portal.reading(new RecordingClient(portal.testApp, responses));
    const list = await client.call(endpoints.legacyPatients, { query: { limit: 100 } });
    expect(list.headers.get("cache-control")).toBe("no-store");
    const [patient] = list.result.data;
    if (patient === undefined) throw new Error("no patients");
    const search = `${patient.lastName} ${patient.firstName}`;
    const searchResult = await client.call(endpoints.legacyPatients, { query: { search } });
    expect(searchResult.result.pagination.total).toBeGreaterThan(0);
    const refusal = await client.call(endpoints.legacyPatients, { query: { search, page: 0 } });
    expect(refusal.status).toBe(400);

    // A session of the fallback login reads the same, with and without the database.
    const { client: fallback } = await fallbackSession(
      portal.testApp,
      new RecordingClient(portal.testApp, responses),
    );
    expect((await fallback.call(endpoints.legacyPatients, { query: { search } })).status).toBe(200);
    const restore = cutDatabase();
    const { client: offline } = await fallbackSession(portal.testApp);
    expect((await offline.call(endpoints.legacyPatients, { query: { search } })).status).toBe(200);
    const spoolText = await readFile(join(portal.testApp.dataDir, "legacy-audit.jsonl"), "utf8");
    restore();
    const token = String(fallback.accessToken);

    const traces = [...(await writes.traces()), ...(await tracesOutsideDatabase(portal.testApp))];
    const { lastName, phone, street, birthDate, insurance } = patient;
    const values = [lastName, phone, street, birthDate, insurance, search].map(String);
    expect(values).not.toContain("null");
    for (const value of [...values, token])
      expect([value, spoolText.includes(value)]).toEqual([value, false]);
    for (const value of [...values, token]) expect([value, locationsOf(value, traces)]).toEqual([value, []]);
    // The search does find the name in the responses, so that it would also find it elsewhere.
    expect(locationsOf(patient.lastName, responses)).toEqual(["answer of GET /api/patienten 200"]);
    expect(locationsOf(legacyLoginBody().password, [...traces, ...responses])).toEqual([]);
    expect(spoolText).not.toContain(legacyLoginBody().password);
    const entries = await auditEntries(portal.testApp, portal.organization.id, "legacy.signed_in");
    expect(entries.length).toBeGreaterThan(1);
  });

  it("see R0-213 one page of a list of 5,000 patients takes less than 300 ms", async () => {
    const portal = await portalWith(await startLegacyServer(5_000));
    const client = await portal.reading();
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      const { result } = await client.call(endpoints.legacyPatients, {
        query: { search: "muster", sortBy: "lastVisit", sortOrder: "desc", page: 3 },
      });
      times.push(performance.now() - startedAt);
      expect([result.available, result.data.length]).toEqual([true, 20]);
    }
    expect(Math.min(...times)).toBeLessThan(300);
  });
});
