import { load, type LoadResult } from "./support/load.ts";
import { startBenchPortal } from "./support/portal.ts";
import { startChild } from "./support/process.ts";
import { median, type Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";

const rounds = scaled(5, 1);

/** Compares the member list with raw node:http + pg, and measures the layers around a request and a small read. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const { accessToken, organizationId } = await portal.signIn("inhaberin");
  const rawPort = await findFreePort();
  const raw = await startChild(
    "bench/support/raw-list-server.ts",
    {
      PORT: String(rawPort),
      RAW_DATABASE_URL: await portal.databaseUrl("owner"),
      RAW_ORGANIZATION_ID: organizationId,
    },
    /listening/,
  );
  const headers = { authorization: `Bearer ${accessToken}` };
  const rawUrl = `http://127.0.0.1:${rawPort}`;
  try {
    const list = await measureInterleaved(
      () => load(portal, { url: `${portal.baseUrl}/api/v1/organizations/${organizationId}/users`, headers }),
      () => load(raw, { url: `${rawUrl}/list` }),
    );
    const plain = await measureInterleaved(
      () => load(portal, { url: `${portal.baseUrl}/healthz`, seconds: 2 }),
      () => load(raw, { url: `${rawUrl}/plain`, seconds: 2 }),
    );
    const url = `${portal.baseUrl}/api/v1/users/me`;
    await load(portal, { url, headers });
    const databaseBefore = await portal.databaseCpuSeconds();
    const me = await load(portal, { url, headers });
    const databaseMicros = ((await portal.databaseCpuSeconds()) - databaseBefore) * 1_000_000;
    return [
      {
        subject: "list of people: req/s against raw node:http + pg",
        value: list.rate,
        unit: "×",
        budget: { min: 0.8 },
      },
      { subject: "list of people: p99 against the same", value: list.p99, unit: "×", budget: { max: 1.5 } },
      {
        subject: "cross-cutting CPU per request (headers, ids, log, metrics)",
        value: plain.cpuDifference,
        unit: "µs",
        budget: { max: 25 },
      },
      { subject: "GET /users/me", value: me.requestsPerSecond, unit: "req/s", note: `p99 ${me.p99Ms} ms` },
      {
        subject: "GET /users/me: CPU, database included",
        value: me.cpuMicrosPerRequest + databaseMicros / me.requests,
        unit: "µs",
        budget: { max: 400 },
        note: `${me.cpuMicrosPerRequest.toFixed(0)} µs of it in the server process`,
      },
    ];
  } finally {
    await raw.stop();
    await portal.stop();
  }
}

/** Alternates both servers, because the load on the machine varies. Ratios compare neighboring runs. */
async function measureInterleaved(
  portalRun: () => Promise<LoadResult>,
  baselineRun: () => Promise<LoadResult>,
) {
  const pairs: [LoadResult, LoadResult][] = [];
  await portalRun();
  await baselineRun();
  for (let round = 0; round < rounds; round += 1) pairs.push([await portalRun(), await baselineRun()]);
  return {
    rate: median(pairs.map(([left, right]) => left.requestsPerSecond / right.requestsPerSecond)),
    p99: median(pairs.map(([left, right]) => left.p99Ms / right.p99Ms)),
    cpuDifference: median(pairs.map(([left, right]) => left.cpuMicrosPerRequest - right.cpuMicrosPerRequest)),
  };
}
