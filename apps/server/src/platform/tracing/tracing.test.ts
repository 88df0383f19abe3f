import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { createDepartment, listDepartments } from "@praxisportal/contract/departments/departments.endpoints";
import { getMe, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { afterEach, expect, it } from "vitest";
import { quietLog } from "../../../test/background-database.ts";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { startSecondPortal } from "../../../test/second-portal.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { type CollectedSpan, startCollector } from "../../../test/tracing/otlp-collector.ts";
import { startTracing } from "./start-tracing.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function collect(options?: Parameters<typeof startCollector>[0]) {
  const collector = await startCollector(options);
  endings.push(() => collector.stop());
  return collector;
}

async function start(env: Readonly<Record<string, string>>): Promise<TestApp & { end: () => Promise<void> }> {
  const testApp = await createTestApp({ DEMO: "off", ...env });
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= testApp.stop());
  endings.push(end);
  return { ...testApp, end };
}

it("R0-244 R7a-05 traces a request and its queries without a name, address, token or query string", async () => {
  const collector = await collect();
  const testApp = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=key%3D17",
    OTEL_SERVICE_NAME: "portal-probe",
    // Without a trusted proxy, the client cannot choose the trace.
    TRUST_PROXY: "none",
  });
  const canary = "kanarienvogel";
  const { id } = await makeOrganization(testApp);
  const member = await makeMember(testApp, id, "org_admin", {
    firstName: canary,
    lastName: canary,
    email: `${canary}@example.org`,
  });
  const client = new TestClient(testApp);
  const foreignTrace = "5".repeat(32);
  client.headers = {
    "x-request-id": canary,
    "user-agent": canary,
    traceparent: `00-${foreignTrace}-${"6".repeat(16)}-01`,
    tracestate: `probe=${canary}`,
    baggage: `probe=${canary}`,
  };
  const wrongCredentials = {
    body: { username: member.username, organizationId: id, password: `${canary}-falsch-7` },
  };
  expect((await client.call(login, wrongCredentials)).status).toBe(401);
  const { accessToken } = await client.signIn(member);
  await client.call(listUsers, { query: { search: canary } });
  const department = { params: { id }, body: { name: `Abteilung ${canary}` } };
  expect((await client.call(createDepartment, department)).status).toBe(201);
  expect((await client.call(createDepartment, department)).status).toBe(409);
  await client.call(listDepartments, { params: { id } });
  const prompt = new URLSearchParams({ prompt: canary, provider: canary, model: canary, userId: canary });
  await client.fetch(`/api/ai/stream?${prompt.toString()}`);
  await client.fetch(`/${canary}?token=${canary}`);

  const spansNamed = (name: string) => collector.spans().filter((span) => span.name === name);
  // This is the last request, which has an unknown path.
  await expect.poll(() => spansNamed("GET").length).toBe(1);
  const childrenOf = ({ spanId }: CollectedSpan) =>
    collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId);

  const [list] = spansNamed("GET /api/v1/users");
  expect(list?.attributes).toEqual({
    "http.request.method": "GET",
    "http.route": "/api/v1/users",
    "http.response.status_code": 200,
  });
  const reads = list === undefined ? [] : childrenOf(list);
  expect(reads.length).toBeGreaterThan(0);
  for (const { traceId, name, attributes } of reads) {
    expect(traceId).toBe(list?.traceId);
    expect(name).toMatch(/^[a-z]+( [a-z_]+)?$/);
    expect(Object.keys(attributes).toSorted()).toEqual(["db.query.summary", "db.system.name"]);
  }
  expect(reads.map(({ name }) => name)).toContain("select find_caller");
  const [departments] = spansNamed("GET /api/v1/organizations/:id/departments");
  const packets = departments === undefined ? [] : childrenOf(departments).map(({ name }) => name);
  expect(packets).toContain("select department");

  const [created, refused] = spansNamed("POST /api/v1/organizations/:id/departments");
  const statements = created === undefined ? [] : childrenOf(created).map(({ name }) => name);
  expect(statements).toContain("begin");
  expect(statements).toContain("insert department");
  expect(refused?.attributes["http.response.status_code"]).toBe(409);
  const failed = collector.spans().filter(({ hasFailed }) => hasFailed);
  expect(failed.map(({ attributes }) => attributes["error.type"])).not.toContain("error");

  expect(collector.resources()[0]).toMatchObject({ "service.name": "portal-probe" });
  expect(collector.requests[0]).toMatchObject({
    method: "POST",
    url: "/v1/traces",
    headers: { "x-api-key": "key=17" },
  });
  expect(spansNamed("GET /api/ai/stream")).toHaveLength(1);
  const everything = collector.text().toLowerCase();
  for (const secret of [canary, member.username, id, member.personId, accessToken, foreignTrace, "127.0.0.1"])
    expect(everything, secret ?? "").not.toContain(secret?.toLowerCase());
  expect(testApp.logLines.join("")).toContain(`"traceId":"${list?.traceId}"`);
});

it("R0-244 loads no module of OpenTelemetry without OTEL_EXPORTER_OTLP_ENDPOINT", async () => {
  const testApp = await start({});
  const folder = await mkdtemp(join(tmpdir(), "praxisportal modules-"));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const list = join(folder, "modules.txt");
  const hook = `import { appendFileSync } from "node:fs"; import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + "\\n");
      return next(url, context);
    } });`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  const loaded = async () => (await readFile(list, "utf8")).split("\n");
  const isTelemetry = (url: string) => url.includes("/@opentelemetry/");

  const { child, baseUrl } = await startSecondPortal(testApp, folder, { NODE_OPTIONS: preload });
  endings.push(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  });
  expect((await fetch(new URL("/readyz", baseUrl))).status).toBe(200);
  expect(await (await fetch(new URL("/metrics", baseUrl))).text()).toContain("process_cpu_seconds_total");
  const modules = await loaded();
  expect(modules.some((url) => url.includes("/prom-client/lib/"))).toBe(true);
  expect(modules.filter(isTelemetry)).toEqual([]);

  // This proves that the hook reports modules of OpenTelemetry.
  const tracing = new URL("./start-tracing.ts", import.meta.url).href;
  const settings = { url: "http://127.0.0.1:1/v1/traces", headers: {}, serviceName: "probe", share: 1 };
  const program = `const { startTracing } = await import(${JSON.stringify(tracing)});
    await startTracing(${JSON.stringify(settings)}, console);`;
  const traced = spawn(process.execPath, [preload, "--input-type=module", "-e", program], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(await text(traced.stderr)).toBe("");
  expect((await loaded()).filter(isTelemetry).length).toBeGreaterThan(10);
});

it("R0-244 continues the trace of a trusted proxy", async () => {
  const collector = await collect();
  const testApp = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_TRACES_SAMPLER_ARG: "0",
    TRUST_PROXY: "1",
  });
  const traceparent = (digit: string, flags: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`;
  const ready = (headers: Record<string, string>) => fetch(new URL("/readyz", testApp.baseUrl), { headers });
  await ready({ traceparent: traceparent("5", "01") });
  await ready({ traceparent: traceparent("6", "00") });
  await ready({ traceparent: traceparent("0", "01") });
  await ready({ traceparent: "00-geheim" });
  await ready({});
  await testApp.end();
  const spans = collector.spans();
  // Only the first one is recorded, because the share is 0 unless the proxy has decided otherwise.
  expect(spans.map(({ name, traceId }) => ({ name, traceId }))).toEqual([
    { name: "select", traceId: "5".repeat(32) },
    { name: "GET /readyz", traceId: "5".repeat(32) },
  ]);
  expect(spans[1]?.parentSpanId).toBe("5".repeat(16));
  expect(spans[0]?.parentSpanId).toBe(spans[1]?.spanId);
});

it("see R0-244 does not delay requests or the stop if the collector never responds", async () => {
  const collector = await collect({ isDead: true });
  const testApp = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, (await makeOrganization(testApp)).id, "org_admin"));
  await expect.poll(() => collector.requests.length).toBeGreaterThan(0);
  for (let count = 0; count < 20; count += 1) {
    const startedAt = performance.now();
    expect((await client.call(getMe)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  }
  const stopsAt = performance.now();
  await testApp.end();
  expect(performance.now() - stopsAt).toBeLessThan(6_000);
});

it("see R0-244 sends the waiting spans when it stops", async () => {
  const collector = await collect();
  const settings = { url: `${collector.url}/v1/traces`, headers: {}, serviceName: "probe", share: 1 };
  const tracing = await startTracing(settings, quietLog());
  const span = tracing?.startRequest({ method: "GET", parent: undefined });
  span?.run(() => tracing?.startQuery(["select 1"])?.());
  span?.end({ route: "/readyz", status: 200, isComplete: true });
  // Background work that is still running does not belong to the request.
  expect(span?.run(() => tracing?.startQuery(["select 2"]))).toBeUndefined();
  await tracing?.stop();
  expect(collector.spans().map(({ name }) => name)).toEqual(["select", "GET /readyz"]);
});
