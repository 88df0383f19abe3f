import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAttempts, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: "trace" });
});
afterAll(() => testApp.stop());

const json = { "content-type": "application/json" };

/** Returns the lines written while `work` ran. */
async function linesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = testApp.logLines.length;
  await work();
  // A request is logged after its response was sent, and another request flushes that line.
  await fetch(new URL("/healthz", testApp.baseUrl));
  return testApp.logLines.slice(before);
}

describe("the log", () => {
  it("see R8-72 has one line per request with pattern, status, duration and request id", async () => {
    const lines = await linesOf(() =>
      fetch(new URL("/api/v1/organizations/01a1fbb3-fad5-77c6-8265-9cac0b365253/users", testApp.baseUrl), {
        headers: { "x-request-id": "log-1" },
      }),
    );
    const ownLines = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line["requestId"] === "log-1");
    expect(ownLines).toHaveLength(1);
    expect(ownLines[0]).toMatchObject({
      method: "GET",
      route: "/api/v1/organizations/:id/users",
      status: 401,
      ms: expect.any(Number) as number,
    });
  });

  it("see R8-72 never contains tokens, passwords, cookies, query strings, bodies or people", async () => {
    const canary = "Kanarienvogel";
    const { id } = await makeOrganization(testApp);
    const member = await makeMember(testApp, id, "org_admin", {
      lastName: `Muster-${canary}`,
      username: canary.toLowerCase(),
      password: `${canary}-Kennwort-7`,
      email: `${canary.toLowerCase()}@example.org`,
    });
    const secrets: string[] = [];
    const lines = await linesOf(async () => {
      for (const kind of ["browser", "client"] as const) {
        const client = new TestClient(testApp, kind);
        await client.signIn({ ...member, organizationId: id });
        secrets.push(client.accessToken ?? "", client.refreshToken ?? "");
        if (kind === "browser") secrets.push((client.cookie ?? "").split("=")[1] ?? "");
        await client.call(getMe, {
          headers: { "x-device-fingerprint": `${canary}-1`, referer: `http://x/?${canary}` },
        });
        await client.fetch(`/api/v1/organizations/${id}/users?search=${canary}&unknown=${canary}`);
        await client.fetch(`/api/v1/${canary}/${client.accessToken}?token=${client.accessToken}`);
        await client.fetch("/api/v1/users/me", { headers: { authorization: `Basic ${canary}` } });
        const ticket = await client.call(auth.createSocketTicket);
        secrets.push(ticket.result.ticket);
        await client.fetch(`/api/v1/auth/check-auth?ticket=${ticket.result.ticket}`);
        await client.call(auth.changePassword, {
          body: { currentPassword: canary, newPassword: `${canary}-Neu-77` },
        });
        await client.fetch("/api/v1/auth/login", {
          method: "POST",
          headers: json,
          body: `{"password":"${canary}`,
        });
        await client.call(auth.login, { body: { username: canary, password: canary } });
      }
    });
    await deleteAttempts(testApp);
    expect(lines.length).toBeGreaterThan(10);
    expect(secrets.every((secret) => secret.length >= 20)).toBe(true);
    const text = lines.join("");
    expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\?\w+=/);
  });

  it("see R8-72 names only the ids of person and session for a rejection", async () => {
    const { id } = await makeOrganization(testApp);
    const member = await makeMember(testApp, id, "viewer");
    const client = new TestClient(testApp);
    const { sessionId } = await client.signIn(member);
    const lines = await linesOf(async () => {
      for (const [path, requestId] of [
        ["/api/tenant/statistics", "refused-1"],
        ["/api/v1/users/me", "answered-1"],
      ] as const) {
        await client.fetch(path, { headers: { "x-request-id": requestId } });
      }
      await fetch(new URL("/api/tenant/statistics", testApp.baseUrl), {
        headers: { "x-request-id": "unknown-1" },
      });
    });
    const lineOf = (requestId: string) => {
      const line = lines.find((text) => text.includes(requestId)) ?? "{}";
      const { status, personId, sessionId: session } = JSON.parse(line) as Record<string, unknown>;
      return [status, personId, session];
    };
    expect(lineOf("refused-1")).toEqual([403, member.personId, sessionId]);
    expect(lineOf("answered-1")).toEqual([200, undefined, undefined]);
    expect(lineOf("unknown-1")).toEqual([401, undefined, undefined]);
  });

  it("R8-72 has the cause of a failed request without its values", async () => {
    const { id } = await makeOrganization(testApp);
    const member = await makeMember(testApp, id, "viewer");
    const client = new TestClient(testApp);
    await client.signIn(member);
    // Simulates a server error by removing a column that the query needs.
    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    await owner.query("alter table membership rename column department to department_gone");
    try {
      let status = 0;
      let body = "";
      const lines = await linesOf(async () => {
        const response = await client.fetch(`/api/v1/organizations/${id}/users`, {
          headers: { "x-request-id": "fault-1" },
        });
        status = response.status;
        body = await response.text();
      });
      expect(status).toBe(500);
      expect(JSON.parse(body)).toMatchObject({
        code: "INTERNAL_ERROR",
        title: "Interner Serverfehler",
        requestId: "fault-1",
      });
      expect(body).not.toMatch(/department|column|select|\bat \S+ \(|\.ts\b/);
      const failure = lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find((line) => line["err"] !== undefined);
      expect(failure).toMatchObject({ requestId: "fault-1", err: { code: "42703" } });
      expect(Object.keys(failure?.["err"] as object).toSorted()).toEqual([
        "code",
        "message",
        "stack",
        "type",
      ]);
    } finally {
      await owner.query("alter table membership rename column department_gone to department");
      await owner.end();
    }
    expect(await queryRows(testApp, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("see R8-72 cannot be forged, because line breaks and quotes of a request never start a new line", async () => {
    const lines = await linesOf(async () => {
      for (const id of ['x","status":200', "%0a{}", "a%0d%0ab"]) {
        await fetch(new URL(`/api/v1/organizations/${encodeURIComponent(id)}`, testApp.baseUrl), {
          headers: { "x-request-id": id, "user-agent": '"}\t{"level":60' },
        });
      }
    });
    expect(lines.filter((line) => line.includes("/api/v1/organizations/")).length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      expect(line.trim()).not.toContain("\n");
      const parsed = JSON.parse(line) as Record<string, unknown>;
      expect(parsed["level"]).not.toBe(60);
      expect(parsed["requestId"] ?? "").toMatch(/^[\w.:-]*$/);
    }
  });
});
