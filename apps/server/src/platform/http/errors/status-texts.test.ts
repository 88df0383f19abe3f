import { problemSchema } from "@praxisportal/contract/errors";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  deleteAttempts,
  makeMember,
  makeOrganization,
  testPassword,
  unique,
} from "../../../../test/factories.ts";
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
afterEach(() => deleteAttempts(testApp));

type Sent = { path: string; method?: string; body?: object | string; headers?: Record<string, string> };

async function send({ path, method = "POST", body, headers = {} }: Sent): Promise<Response> {
  return client.fetch(path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** Returns status and title of the error response to a request without a preferred language. */
async function refusal(sent: Sent): Promise<{ status: number; title: string }> {
  const response = await send(sent);
  const { status, title } = problemSchema.parse(await response.json());
  expect(status).toBe(response.status);
  return { status, title };
}

const login = "/api/v1/auth/login";
const users = "/api/v1/users";
const newUser = (username = unique("neu")) => ({
  username,
  personalInfo: { firstName: "Mia", lastName: "Muster" },
  password: testPassword,
});

describe("the German text of a status, without a requested language", () => {
  it("R8-35 of 400 is Ungültige Anfrage", async () => {
    expect(await refusal({ path: login, body: "{" })).toEqual({ status: 400, title: "Ungültige Anfrage" });
  });

  it("R8-36 of 401 is Nicht autorisiert", async () => {
    const wrongCredentials = { username: "gibt_es_nicht", password: "y" };
    expect(await refusal({ path: login, body: wrongCredentials })).toEqual({
      status: 401,
      title: "Nicht autorisiert",
    });
  });

  it("R8-37 of 403 is Verboten", async () => {
    const headers = { origin: "https://boese.example" };
    expect(await refusal({ path: login, body: {}, headers })).toEqual({ status: 403, title: "Verboten" });
  });

  it("R8-38 of 404 is Nicht gefunden", async () => {
    expect(await refusal({ path: "/api/v1/nothing" })).toEqual({ status: 404, title: "Nicht gefunden" });
  });

  it("R8-39 of 409 is Konflikt, for a username that is taken", async () => {
    const takenUser = newUser();
    expect((await send({ path: users, body: takenUser })).status).toBe(201);
    expect(await refusal({ path: users, body: takenUser })).toEqual({ status: 409, title: "Konflikt" });
  });

  it("R8-40 of 422 is Unverarbeitbare Entität, for an Idempotency-Key that was used for another request", async () => {
    const headers = { "idempotency-key": unique("key") };
    expect((await send({ path: users, body: newUser(), headers })).status).toBe(201);
    expect(await refusal({ path: users, body: newUser(), headers })).toEqual({
      status: 422,
      title: "Unverarbeitbare Entität",
    });
  });

  it("R8-41 of 429 is Zu viele Anfragen, for a login name without remaining attempts", async () => {
    const body = { username: "gibt_es_nicht", password: "falsch" };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push((await send({ path: login, body })).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await refusal({ path: login, body })).toEqual({ status: 429, title: "Zu viele Anfragen" });
  });

  it("R8-42 of 500 is Interner Serverfehler, for a statement whose column is missing", async () => {
    const owner = new pg.Client({ connectionString: testApp.urls.owner });
    await owner.connect();
    await owner.query("alter table membership rename column department to department_gone");
    try {
      const path = `/api/v1/organizations/${organization}/users`;
      expect(await refusal({ path, method: "GET" })).toEqual({
        status: 500,
        title: "Interner Serverfehler",
      });
    } finally {
      await owner.query("alter table membership rename column department_gone to department");
      await owner.end();
    }
  });
});

/** Base paths outside /api/v1. */
const otherBases = ["/api/ai/", "/api/billing/", "/api/tenant/"];
/** Legacy calls of the specification, without /v1. */
const legacyCalls = ["/api/login", "/api/praxis", "/api/test-descriptions", "/api/patienten", "/api/health"];
/** Additional calls with the same base path. */
const additionalLegacyCalls = ["/api/session", "/api/logout"];

describe("the base path", () => {
  async function servedPaths(): Promise<string[]> {
    const response = await client.fetch("/api/openapi.json");
    const { paths } = (await response.json()) as { paths: Record<string, object> };
    return Object.keys(paths);
  }

  it("R7s-01 is /api/v1 for every call, except AI, billing, tenants and legacy", async () => {
    const paths = await servedPaths();
    expect(paths).toContain(login);
    const legacy = [...legacyCalls, ...additionalLegacyCalls];
    const elsewhere = paths.filter((path) => !path.startsWith("/api/v1/") && !legacy.includes(path));
    expect(elsewhere.filter((path) => !otherBases.some((base) => path.startsWith(base)))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(legacyCalls));
    for (const base of otherBases) {
      expect(elsewhere.filter((path) => path.startsWith(base)).length, base).toBeGreaterThan(0);
      const within = base.replace("/api/", "/api/v1/");
      expect(paths.filter((path) => path.startsWith(within))).toEqual([]);
    }
  });

  it("R7s-01 is required for every call, and other versions do not exist", async () => {
    const inner = (await servedPaths())
      .filter((path) => path.startsWith("/api/v1/"))
      .map((path) => path.slice("/api/v1".length).replaceAll(/\{\w+\}/g, "x"));
    expect(inner).toContain("/auth/login");
    for (const path of inner) {
      const unknownPaths = [`/api${path}`, `/api/v2${path}`].filter(
        (candidate) => !legacyCalls.includes(candidate),
      );
      for (const unknownPath of unknownPaths)
        expect((await send({ path: unknownPath, body: {} })).status, unknownPath).toBe(404);
    }
  });
});
