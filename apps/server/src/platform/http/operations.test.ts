import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const get = (path: string, headers: Record<string, string> = {}, base = test) =>
  fetch(new URL(path, base.baseUrl), { headers });

describe("the endpoints for monitoring", () => {
  it("see R7x-08 /healthz and /readyz answer without a session and are not stored", async () => {
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

  it("see R8-72 N72 /metrics is available to this machine only and to no forwarded request", async () => {
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
    expect(text).toContain('route="/api/v1/organizations/:id"');
    expect(text).toContain('route="unknown"');
    expect(text).not.toMatch(/geheim|01a1fbb3/i);
    expect(text).toContain("praxisportal_process_cpu_seconds_total");
  });

  it("see R8-72 /metrics can be closed and opened", async () => {
    for (const [metrics, headers, status] of [
      ["off", {}, 404],
      ["on", { "x-forwarded-for": "203.0.113.9" }, 200],
    ] as const) {
      const other = await createTestApp({ METRICS: metrics });
      try {
        expect((await get("/metrics", headers, other)).status).toBe(status);
      } finally {
        await other.stop();
      }
    }
  });
});
