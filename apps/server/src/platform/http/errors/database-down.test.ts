import { problemSchema } from "@praxisportal/contract/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let client: TestClient;
let organization: string;
beforeAll(async () => {
  testApp = await createTestApp();
  organization = (await makeOrganization(testApp)).id;
  client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organization, "org_admin"));
});
afterAll(() => testApp.stop());

describe("without the database", () => {
  it("R8-44 R8-72 calls respond with 503 and Retry-After, and succeed when it is available again", async () => {
    const { pool } = testApp.databases.app;
    const connect = pool.connect;
    const query = pool.query;
    // Every connection attempt fails as if the server were gone.
    const refuse = () =>
      Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    pool.connect = refuse as never;
    pool.query = refuse;
    try {
      for (const [method, path, body] of [
        ["GET", `/api/v1/organizations/${organization}/users`, undefined],
        ["POST", "/api/v1/auth/login", '{"username":"a","password":"b"}'],
        ["GET", "/readyz", undefined],
      ] as const) {
        const response = await client.fetch(path, {
          method,
          ...(body ? { body, headers: { "content-type": "application/json" } } : {}),
        });
        const text = await response.text();
        expect([path, response.status]).toEqual([path, 503]);
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(response.headers.get("cache-control")).toBe("no-store");
        const problem = problemSchema.parse(JSON.parse(text));
        expect(problem).toMatchObject({ code: "DATABASE_UNAVAILABLE", title: "Dienst nicht verfügbar" });
        expect(text).not.toMatch(/ECONN|postgres|portal_app|\.ts|at \w+ \(/);
      }
      expect((await client.fetch("/healthz")).status).toBe(200);
    } finally {
      pool.connect = connect;
      pool.query = query;
    }
    expect((await client.fetch("/readyz")).status).toBe(200);
    expect((await client.fetch(`/api/v1/organizations/${organization}/users`)).status).toBe(200);
  });

  it("see R8-44 some calls fail but the process continues if the database ends its connections", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_unused, index) => {
        if (index % 20 === 10) {
          await testApp.databases.platform.pool
            .query(
              "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portal_app' and datname = current_database()",
            )
            .catch(() => undefined);
        }
        return (await client.fetch(`/api/v1/organizations/${organization}/users`)).status;
      }),
    );
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect((await client.fetch(`/api/v1/organizations/${organization}/users`)).status).toBe(200);
  });

  it("see R8-44 closed pools also respond with 503", async () => {
    const otherPortal = await createTestApp();
    await otherPortal.databases.app.pool.end();
    const response = await fetch(new URL("/api/v1/auth/login", otherPortal.baseUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"username":"a","password":"b"}',
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).not.toBeNull();
    otherPortal.databases.app.pool.end = () => Promise.resolve();
    await otherPortal.stop();
  });
});
