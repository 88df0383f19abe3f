import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "./factories.ts";
import { createTestApp, type TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

type Row = { method: string; path: string; who: string; scope: string };

const table: Row[] = readFileSync(new URL("../../../docs/access.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", path = "", , who = "", scope = ""] = line.split("\t");
    return { method, path, who, scope };
  });

const keyOf = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
const rows = new Map(table.map((row) => [keyOf(row), row]));
const endpoints = new Map(allEndpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
const built = table.filter((row) => endpoints.has(keyOf(row)));

describe("the table of access", () => {
  it("R1-01 names every call that exists, with the same rule", () => {
    expect(rows.size).toBe(table.length);
    expect(endpoints.size).toBeGreaterThan(15);
    const differences = [...endpoints].flatMap(([key, endpoint]) => {
      const row = rows.get(key);
      if (row === undefined) return [`${key} is missing in docs/access.tsv`];
      return row.who === endpoint.access.who && row.scope === endpoint.access.scope
        ? []
        : [
            `${key}: table "${row.who}" ${row.scope}, endpoint "${endpoint.access.who}" ${endpoint.access.scope}`,
          ];
    });
    expect(differences).toEqual([]);
  });

  it("R1-01 names calls that are not built yet; each has a rule that can be read", () => {
    const notBuilt = table.filter((row) => !endpoints.has(keyOf(row)));
    console.log(`not built yet: ${notBuilt.length} of ${table.length} calls of docs/access.tsv`);
    for (const row of table) {
      for (const alternative of row.who.split(" | ")) {
        expect(alternative, keyOf(row)).toMatch(
          /^(public|session|self|permission:[a-z]+:[a-z]+|role:[a-z_|]+|token\+permission:[a-z]+:[a-z]+)$/,
        );
      }
      expect(["own", "platform", "self", "-"], keyOf(row)).toContain(row.scope);
    }
  });
});

/** What each kind of caller is, independent of the server's own arithmetic. */
type Kind = {
  role: string;
  state: "signed in" | "refused" | "must change";
  isPlatform: boolean;
  permissions: readonly string[];
};

const reading = ["organizations:read", "users:read"];
const ownerGrants = ["billing:read", "billing:write", "usage:read", "ai:read", "ai:use", "ai:manage"];
const orgAdmin: Kind = {
  role: "org_admin",
  state: "signed in",
  isPlatform: false,
  permissions: [...reading, "users:write", ...ownerGrants],
};

const kinds = {
  anonymous: { role: "", state: "refused", isPlatform: false, permissions: [] },
  viewer: { role: "viewer", state: "signed in", isPlatform: false, permissions: reading },
  editor: { role: "editor", state: "signed in", isPlatform: false, permissions: reading },
  practice_admin: {
    role: "practice_admin",
    state: "signed in",
    isPlatform: false,
    permissions: [...reading, "users:write"],
  },
  org_admin: orgAdmin,
  "org_admin of another practice": orgAdmin,
  admin: { role: "admin", state: "signed in", isPlatform: true, permissions: [] },
  super_admin: { role: "super_admin", state: "signed in", isPlatform: true, permissions: [] },
  blocked: { ...orgAdmin, state: "refused" },
  deactivated: { ...orgAdmin, state: "refused" },
  expired: { ...orgAdmin, state: "refused" },
  "must change": { ...orgAdmin, state: "must change" },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof kinds;
const kindNames = Object.keys(kinds) as KindName[];

type Where = "own" | "foreign" | "missing";
type Outcome = "passes" | 401 | 403 | 404 | "change password" | "409 ORGANIZATION_REQUIRED";

/** Calls a session may still make that has to change its password. */
const whileRestricted = [
  "POST /api/v1/auth/change-password",
  "POST /api/v1/auth/logout",
  "GET /api/v1/auth/check-auth",
];

/** Calls about the session itself; they always work, so the header plays no part. */
const inNoPractice = ["POST /api/v1/auth/logout", "GET /api/v1/auth/verify"];

/** The operator lists the people of all practices without naming one. */
const listAll = "GET /api/v1/users";

/** What the row of the table means for a caller; the server is not asked. */
function expected(row: Row, kind: Kind, where: Where): Outcome {
  if (row.who === "public") return "passes";
  if (kind.state === "refused") return 401;
  if (kind.state === "must change" && !whileRestricted.includes(keyOf(row))) return "change password";
  const namesPractice = row.path.includes("/organizations/{id}");
  // Without a header a member works in her only practice; a path always names one.
  if (where === "foreign" && !kind.isPlatform && !inNoPractice.includes(keyOf(row))) return 404;
  if (where === "missing" && namesPractice) return 404;
  // Somebody who belongs to no practice has to say which one she means.
  const worksInPractice = /\/users(\/\{id\}.*)?$/.test(row.path) && !namesPractice && keyOf(row) !== listAll;
  if (where === "missing" && worksInPractice && kind.isPlatform) return "409 ORGANIZATION_REQUIRED";
  const mayPass =
    where === "missing" && row.method === "GET" && row.path.endsWith("/users/{id}") ? 404 : "passes";
  if (kind.role === "super_admin") return mayPass;
  const passes = row.who.split(" | ").some((alternative) => {
    if (alternative === "session" || alternative === "self") return true;
    const type = alternative.split(":", 1)[0];
    const value = alternative.slice(alternative.indexOf(":") + 1);
    if (type === "role") return value.split("|").includes(kind.role);
    return type === "permission" && kind.permissions.includes(value);
  });
  return passes ? mayPass : 403;
}

let test: TestApp;
const clients = new Map<KindName, { client: TestClient; own: string; foreign: string }>();
/** Somebody of each practice, for the paths that name a person. */
const colleagues = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp();
  const [first, second] = [(await makeOrganization(test)).id, (await makeOrganization(test)).id];
  const add = async (
    name: KindName,
    who: { username?: string | null; email: string | null } | undefined,
    own = first,
  ) => {
    const client = new TestClient(test);
    if (who !== undefined) await client.signIn(who);
    clients.set(name, { client, own, foreign: own === first ? second : first });
  };
  for (const practice of [first, second]) {
    colleagues.set(practice, (await makeMember(test, practice, "viewer")).personId);
  }
  await add("anonymous", undefined);
  for (const role of ["viewer", "editor", "practice_admin", "org_admin"] as const) {
    await add(role, await makeMember(test, first, role));
  }
  await add("org_admin of another practice", await makeMember(test, second, "org_admin"), second);
  await add("admin", await makePlatformAccount(test, "admin"));
  await add("super_admin", await makePlatformAccount(test, "super_admin"));
  await add("must change", await makeMember(test, first, "org_admin", { mustChangePassword: true }));
  // These three signed in while they still could.
  for (const [name, change] of [
    ["blocked", "blocked_at = now()"],
    ["deactivated", "status = 'deactivated'"],
    ["expired", "valid_until = now() - interval '1 minute'"],
  ] as const) {
    const member = await makeMember(test, first, "org_admin");
    await add(name, member);
    await queryRows(test, `update membership set ${change} where person_id = $1`, [member.personId]);
  }
  test.app.sessions.cache.forgetAll();
});
afterAll(() => test.stop());

/** Makes a call that changes nothing: an unknown field is refused, but only after everybody else was. */
async function outcomeOf(endpoint: Endpoint, name: KindName, where: Where): Promise<string | number> {
  const caller = clients.get(name);
  if (caller === undefined) throw new Error(`no caller ${name}`);
  const practice = where === "own" ? caller.own : where === "foreign" ? caller.foreign : randomUUID();
  const namesPractice = endpoint.path.includes("/organizations/{id}");
  const path = endpoint.path
    .replace("/organizations/{id}", `/organizations/${practice}`)
    .replace(/\{(?:id|userId)\}/g, () => colleagues.get(practice) ?? randomUUID())
    .replace(/\{\w+\}/g, () => randomUUID());
  const needsHeader = !namesPractice && where !== "missing";
  const response = await caller.client.fetch(path, {
    method: endpoint.method,
    headers: {
      ...(needsHeader ? { "x-organization-id": practice } : {}),
      ...(endpoint.method === "GET" ? {} : { "content-type": "application/json" }),
    },
    ...(endpoint.method === "GET" ? {} : { body: '{"accessMatrix":true}' }),
  });
  if (response.status < 300) return "passes";
  const { code } = (await response.json()) as { code: string };
  if (response.status === 400 && code === "VALIDATION_FAILED") return "passes";
  if (response.status === 401) return 401;
  if (response.status === 404) return 404;
  if (code === "PASSWORD_CHANGE_REQUIRED") return "change password";
  if (code === "FORBIDDEN") return 403;
  return `${response.status} ${code}`;
}

describe("who may make which call", () => {
  it("R1-01 has callers and calls to try", () => {
    expect(built.length).toBeGreaterThan(15);
    expect(clients.size).toBe(kindNames.length);
  });

  it.each(built.map((row) => [keyOf(row), row] as const))("R1-01 %s", async (key, row) => {
    const endpoint = endpoints.get(key) as Endpoint;
    const differences: string[] = [];
    for (const name of kindNames) {
      for (const where of ["own", "foreign", "missing"] as const) {
        const kind: Kind = kinds[name];
        // Public calls are the same for everybody; a session that must change its password is told so first.
        if (row.who === "public" && kind.state === "must change") continue;
        const should = expected(row, kind, where);
        const does = await outcomeOf(endpoint, name, where);
        if (does !== should) differences.push(`${name} in ${where} practice: should ${should}, does ${does}`);
      }
    }
    expect(differences).toEqual([]);
  });

  it("R7s-05 headers never widen access", async () => {
    for (const headers of [
      { "x-organization-id": "*" },
      { "x-organization-id": "00000000-0000-0000-0000-000000000000" },
      { "x-device-fingerprint": "admin", "x-application-id": "admin", "x-user-role": "super_admin" },
      {
        "x-forwarded-user": "plattform",
        "x-original-url": "/api/v1/users/me",
        "x-http-method-override": "PUT",
      },
    ] as Record<string, string>[]) {
      const viewer = clients.get("viewer");
      const own = await viewer?.client.fetch(`/api/v1/organizations/${viewer.foreign}`, { headers });
      expect(own?.status, JSON.stringify(headers)).toBe(404);
      const anonymous = await clients.get("anonymous")?.client.fetch("/api/v1/users/me", { headers });
      expect(anonymous?.status).toBe(401);
    }
  });
});
