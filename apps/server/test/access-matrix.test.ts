import { randomUUID } from "node:crypto";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import type { Role } from "@praxisportal/contract/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addObjects,
  bodiesAbout,
  namedByIdIn,
  type ObjectIds,
  objectsIn,
  storedObjects,
} from "./access/objects.ts";
import { makeApplication } from "./application.ts";
import {
  accessTable,
  expected,
  keyOf,
  type KindName,
  kindNames,
  kinds,
  organizationParameterOf as namesOrganization,
  type Where,
} from "./access-table.ts";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "./factories.ts";
import { insertFinalInvoice } from "./invoices/final-invoice.ts";
import { insertDebitFile } from "./payments/debit-file.ts";
import {
  legacyLoginBody,
  legacySettings,
  makeLegacyOrganization,
  startLegacyServer,
} from "./legacy/legacy-practice.ts";
import { createTestApp, type TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";
import { boundary, formBytes } from "./upload.ts";

const rows = new Map(accessTable.map((row) => [keyOf(row), row]));
const endpoints = new Map(allEndpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
const built = accessTable.filter((row) => endpoints.has(keyOf(row)));

describe("the access table", () => {
  it("see R1-01 contains every existing call, with the same rule", () => {
    expect(rows.size).toBe(accessTable.length);
    expect(endpoints.size).toBeGreaterThan(15);
    const differences = [...endpoints].flatMap(([key, endpoint]) => {
      const row = rows.get(key);
      if (row === undefined) return [`${key} is missing in docs/access.tsv`];
      const { who: audience, scope } = endpoint.access;
      return row.audience === audience && row.scope === scope
        ? []
        : [`${key}: table "${row.audience}" ${row.scope}, endpoint "${audience}" ${scope}`];
    });
    expect(differences).toEqual([]);
  });

  it("see R1-01 has a valid rule for every call, even for those that do not exist yet", () => {
    const notBuilt = accessTable.filter((row) => !endpoints.has(keyOf(row)));
    console.log(`not built yet: ${notBuilt.length} of ${accessTable.length} calls of docs/access.tsv`);
    for (const row of accessTable) {
      for (const alternative of row.audience.split(" | ")) {
        expect(alternative, keyOf(row)).toMatch(
          /^(public|session|self|permission:[a-z]+:[a-z]+|role:[a-z_|]+|token\+permission:[a-z]+:[a-z]+)$/,
        );
      }
      expect(["own", "platform", "self", "-"], keyOf(row)).toContain(row.scope);
    }
  });

  it("see R1-01 uses only path parameters for which the matrix can create objects", () => {
    const parameters = new Set(built.flatMap((row) => row.path.match(/\{\w+\}/g) ?? []));
    // For a new kind of object, an own, a foreign and a missing one must be added to `outcomeOf` below.
    expect([...parameters].toSorted()).toEqual([
      "{alarmId}",
      "{country}",
      "{deliveryId}",
      "{departmentId}",
      "{fileId}",
      "{folderId}",
      "{id}",
      "{invoiceId}",
      "{notificationId}",
      "{planId}",
      "{p}",
      "{reviewId}",
      "{sessionId}",
      "{siteId}",
      "{templateId}",
      "{userId}",
      "{validFrom}",
      "{webhookId}",
      "{workstationId}",
    ]);
    const nameless = built.filter(
      (row) =>
        /\{\w+\}/.test(row.path) &&
        !namesOrganization(row) &&
        !namesPerson(row) &&
        !namesToken(row) &&
        !namesProvider(row) &&
        !namesPlan(row) &&
        !namesInvoice(row) &&
        !namesTaxRate(row) &&
        !namesTemplate(row) &&
        row.scope !== "self",
    );
    expect(nameless.map(keyOf)).toEqual([]);
  });
});

/** Returns whether a path names an AI provider. They belong to the platform, so every organization sees all of them. */
const namesProvider = ({ path }: { path: string }) => path.includes("{p}");
/** Returns whether a path names a plan. Plans belong to the platform. */
const namesPlan = ({ path }: { path: string }) => path.includes("{planId}");
/**
 * Returns whether a path names an invoice or a file of direct debits. The operator makes them for all organizations,
 * and each organization reads its own.
 */
const namesInvoice = ({ path }: { path: string }) => /\{(?:invoiceId|fileId)\}/.test(path);
/** Returns whether a path names a tax rate. Tax rates belong to the platform. */
const namesTaxRate = ({ path }: { path: string }) => path.includes("{country}");
/** Returns whether a path names a prompt template. Users have their own, and those of the organization are shared. */
const namesTemplate = ({ path }: { path: string }) => path.includes("{templateId}");
const namesToken = ({ path }: { path: string }) => path.endsWith("/org-tokens/{id}");
const namesPerson = ({ path }: { path: string }) =>
  /\{userId\}|\/users\/(?:enhanced\/|manage\/)?\{id\}|\/usage\/user\/\{id\}/.test(path);

type Caller = { client: TestClient; own: string; foreign: string };

let testApp: TestApp;
let legacyServer: Awaited<ReturnType<typeof startLegacyServer>>;
const clients = new Map<KindName, Caller>();
/** A member of each organization, for paths that name a person. */
const colleagues = new Map<string, string>();
/** A site of each organization. */
const sites = new Map<string, string>();
/** An open review of each organization. */
const reviews = new Map<string, string>();
/** A webhook of each organization, and its only delivery, which has the same id. */
const webhooks = new Map<string, string>();
/** A final invoice of each organization. */
const invoices = new Map<string, string>();
/** A file of direct debits. */
let debitFileId: string;
let organizations: { first: string; second: string };

beforeAll(async () => {
  legacyServer = await startLegacyServer();
  testApp = await createTestApp(legacySettings(legacyServer.url));
  const [first, second, third] = [
    (await makeOrganization(testApp)).id,
    (await makeOrganization(testApp)).id,
    (await makeOrganization(testApp)).id,
  ];
  organizations = { first, second };
  debitFileId = await insertDebitFile(testApp);
  // The call for an erasure certificate needs a certificate to return.
  for (const organization of [first, second, third])
    await queryRows(
      testApp,
      `insert into organization_erasure (organization_id, started_at, practice_code, certificate)
       values ($1, now(), 'DEMO-DEMO', '\\x00')`,
      [organization],
    );
  const add = async (
    name: KindName,
    overrides?: { username?: string | null; email: string | null },
    { own = first, kind = "client" }: { own?: string; kind?: TestClient["kind"] } = {},
  ) => {
    const client = new TestClient(testApp, kind);
    if (overrides !== undefined) await client.signIn({ email: overrides.email });
    clients.set(name, { client, own, foreign: own === second ? first : second });
    return client;
  };
  for (const organization of [first, second, third]) {
    colleagues.set(organization, (await makeMember(testApp, organization, "viewer")).personId);
  }
  await add("anonymous");
  const fallback = await add("a session of the fallback login");
  await makeLegacyOrganization(testApp);
  const { result } = await fallback.call(legacySignIn, { body: legacyLoginBody() });
  fallback.accessToken = "token" in result ? result.token : undefined;
  for (const role of ["viewer", "editor", "practice_admin", "org_admin"] as const) {
    await add(role, await makeMember(testApp, first, role));
  }
  await add("org_admin of another organization", await makeMember(testApp, second, "org_admin"), {
    own: second,
  });
  await add("a name without rights", await makeMember(testApp, first, "hr"));
  const granted = { permissions: ["users:write"] };
  await add("a name with one right granted", await makeMember(testApp, first, "hr", granted));
  const application = await add("an application with every scope");
  application.accessToken = (
    await makeApplication(testApp, await makeMember(testApp, first, "org_admin"))
  ).pair.accessToken;
  await add("admin", await makePlatformAccount(testApp, "admin"));
  await add("super_admin", await makePlatformAccount(testApp, "super_admin"));
  await add("must change", await makeMember(testApp, first, "org_admin", { mustChangePassword: true }));
  // Members of the third organization whom the first one invited or removed.
  for (const [name, status] of [
    ["invited, member elsewhere", "pending"],
    ["removed, member elsewhere", "removed"],
  ] as const) {
    const member = await makeMember(testApp, third, "viewer");
    await joinOrganization(testApp, first, member.personId, "org_admin", { status: "pending" });
    await queryRows(
      testApp,
      "update membership set status = $2 where person_id = $1 and organization_id = $3",
      [member.personId, status, first],
    );
    await add(name, member);
  }
  // These callers signed in before the change.
  for (const [name, change] of [
    ["blocked", "update membership set blocked_at = now() where person_id = $1"],
    ["deactivated", "update membership set status = 'deactivated' where person_id = $1"],
    ["expired", "update membership set valid_until = now() - interval '1 minute' where person_id = $1"],
    ["removed", "update membership set status = 'removed' where person_id = $1"],
    ["locked", "update person set locked_until = now() + interval '1 hour' where id = $1"],
    [
      "token past its time",
      `update access_token set expires_at = now() - interval '1 s'
       where session_id in (select id from session where person_id = $1)`,
    ],
  ] as const) {
    const member = await makeMember(testApp, first, "org_admin");
    await add(name, member);
    await queryRows(testApp, change, [member.personId]);
  }
  const suspended = (await makeOrganization(testApp)).id;
  colleagues.set(suspended, (await makeMember(testApp, suspended, "viewer")).personId);
  await add("of a suspended organization", await makeMember(testApp, suspended, "org_admin"), {
    own: suspended,
  });
  await add("viewer of a suspended organization", await makeMember(testApp, suspended, "viewer"), {
    own: suspended,
  });
  for (const organization of [first, second, third, suspended]) {
    sites.set(organization, randomUUID());
    await queryRows(testApp, "insert into site (organization_id, id, name) values ($1, $2, 'Hauptstelle')", [
      organization,
      sites.get(organization),
    ]);
    reviews.set(organization, randomUUID());
    await queryRows(
      testApp,
      `insert into rights_review (organization_id, id, started_by, started_at)
       values ($1, $2, gen_random_uuid(), now())`,
      [organization, reviews.get(organization)],
    );
    invoices.set(organization, (await insertFinalInvoice(testApp, organization)).id);
    webhooks.set(organization, randomUUID());
    await queryRows(
      testApp,
      `with added as (
         insert into webhook (organization_id, id, name, url, event_types, api_version)
         values ($1, $2, 'Labor', 'https://labor.example.org/', '{}', '2026-11-01') returning organization_id, id
       )
       insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at, state)
       select organization_id, id, id, id, 'site.created', 1, '{}', now(), 'failed' from added`,
      [organization, webhooks.get(organization)],
    );
  }
  await queryRows(
    testApp,
    "insert into provisioning (organization_id) select organization_id from organization",
  );
  await queryRows(
    testApp,
    `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
     select organization_id, gen_random_uuid(), 'logo', 'image/png', 1, '\\x89' from organization`,
  );
  await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
    suspended,
  ]);
  const signedOut = await add("signed out", await makeMember(testApp, first, "org_admin"));
  await signedOut.call(auth.logout);
  const browser = { kind: "browser" } as const;
  const withoutCookie = await add(
    "browser without its cookie",
    await makeMember(testApp, first, "org_admin"),
    browser,
  );
  withoutCookie.cookie = undefined;
  const madeUp = await add("made-up token");
  madeUp.accessToken = "A".repeat(43);
  testApp.app.callers.cache.forgetAll();
});
afterAll(async () => {
  await testApp.stop();
  await legacyServer.stop();
});

function callerOf(name: KindName): Caller {
  const caller = clients.get(name);
  if (caller === undefined) throw new Error(`no caller ${name}`);
  return caller;
}

/**
 * Returns an invoice for the call, which is any invoice for a call of the operator and otherwise one of the
 * organization.
 */
function invoiceOf({ access }: Endpoint, organization: string): string {
  const operatorInvoice = access.scope === "platform" ? invoices.get(organizations.first) : undefined;
  return operatorInvoice ?? invoices.get(organization) ?? randomUUID();
}

/**
 * Makes a call without an effect, because its body has an unknown field, which is rejected only after the access
 * checks.
 */
async function outcomeOf(endpoint: Endpoint, name: KindName, where: Where): Promise<string | number> {
  const caller = callerOf(name);
  const organization = where === "own" ? caller.own : where === "foreign" ? caller.foreign : randomUUID();
  const path = endpoint.path
    .replace(/\/(organizations?|status)\/\{id\}/, (_whole, word: string) => `/${word}/${organization}`)
    .replaceAll(/\{(?:id|userId)\}/g, () => colleagues.get(organization) ?? randomUUID())
    .replaceAll("{p}", "mistral")
    .replaceAll("{planId}", "basic-2020-01-01")
    .replaceAll("{fileId}", debitFileId)
    .replaceAll("{country}", "DE")
    .replaceAll("{validFrom}", "2099-01-01")
    .replaceAll("{invoiceId}", () =>
      endpoint.method === "GET" ? invoiceOf(endpoint, organization) : randomUUID(),
    )
    .replaceAll("{siteId}", () => sites.get(organization) ?? randomUUID())
    .replaceAll("{reviewId}", () => reviews.get(organization) ?? randomUUID())
    .replaceAll(/\{(?:webhookId|deliveryId)\}/g, () =>
      // The change has no body that could be invalid, so it names a webhook that does not exist.
      endpoint.method === "GET" ? (webhooks.get(organization) ?? randomUUID()) : randomUUID(),
    )
    .replaceAll(
      /\{(?:sessionId|alarmId|workstationId|departmentId|notificationId|templateId|folderId)\}/g,
      () => randomUUID(),
    );
  const needsHeader = !namesOrganization(endpoint) && where !== "missing";
  // The form has no file.
  const payload =
    endpoint.upload === undefined
      ? { type: "application/json", body: '{"accessMatrix":true}' }
      : {
          type: `multipart/form-data; boundary=${boundary}`,
          body: formBytes([{ name: "accessMatrix", content: "true" }]).toString("latin1"),
        };
  const response = await caller.client.fetch(path, {
    method: endpoint.method,
    headers: {
      ...(needsHeader ? { "x-organization-id": organization } : {}),
      ...(endpoint.method === "GET" ? {} : { "content-type": payload.type }),
    },
    ...(endpoint.method === "GET" ? {} : { body: payload.body }),
  });
  if (response.status < 300) {
    if (endpoint.file) await response.arrayBuffer();
    return "passes";
  }
  const problem = (await response.json()) as { code: string; error?: { code: string } };
  const { code } = problem.error ?? problem;
  if (response.status === 400 && code === "VALIDATION_FAILED") return "passes";
  // Access was granted, but no organization of this test has approved a provider.
  if (code === "AI_PROVIDER_NOT_READY") return "passes";
  // Access was granted, but none of these organizations has a legacy practice server, and no session is signed in
  // there.
  if (code === "LEGACY_NOT_OFFERED" || code === "LEGACY_SIGN_IN_REQUIRED") return "passes";
  if (response.status === 401 || response.status === 404) return response.status;
  if (code === "PASSWORD_CHANGE_REQUIRED") return "change password";
  return code === "FORBIDDEN" ? 403 : `${response.status} ${code}`;
}

describe("access to each call", () => {
  it("see R1-01 has callers and calls to try", () => {
    expect(built.length).toBeGreaterThan(15);
    expect([...clients.keys()].toSorted()).toEqual(kindNames.toSorted());
  });

  it.each(built.map((row) => [keyOf(row), row] as const))("R1-01 N01 see R1-05 %s", async (key, row) => {
    const endpoint = endpoints.get(key) as Endpoint;
    const tries = kindNames.flatMap((name) =>
      // Public calls treat all callers alike, except that a session that must change its password gets that error
      // first.
      row.audience === "public" && kinds[name].state === "must change"
        ? []
        : (["own", "foreign", "missing"] as const).map((where) => async () => {
            const expectedOutcome = expected(row, kinds[name], where);
            const actualOutcome = await outcomeOf(endpoint, name, where);
            return actualOutcome === expectedOutcome
              ? []
              : [`${name}, ${where} organization: expected ${expectedOutcome}, got ${actualOutcome}`];
          }),
    );
    const failures: string[] = [];
    // Calls that generate files run one after another.
    if (endpoint.file) for (const attempt of tries) failures.push(...(await attempt()));
    else failures.push(...(await Promise.all(tries.map((attempt) => attempt()))).flat());
    expect(failures).toEqual([]);
  });

  it("see R7s-05 headers never widen access", async () => {
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
      const viewer = callerOf("viewer");
      const own = await viewer.client.fetch(`/api/v1/organizations/${viewer.foreign}`, { headers });
      expect(own.status, JSON.stringify(headers)).toBe(404);
      const anonymous = await callerOf("anonymous").client.fetch("/api/v1/users/me", { headers });
      expect(anonymous.status).toBe(401);
    }
  });
});

/** Valid bodies of the calls about a person. Without one, the request fails before the person is looked up. */
const validBodies: Readonly<Record<string, object>> = {
  "PUT /api/v1/users/{id}": { phone: "030 1234567" },
  "PUT /api/v1/users/{id}/role": { type: "editor" },
  "PUT /api/v1/organizations/{id}/members/{userId}/role": { role: "editor" },
  "PUT /api/v1/users/{id}/transfer": { organizationId: "018f0000-0000-7000-8000-000000000000" },
  "POST /api/v1/users/manage/{id}/change-password": { newPassword: "Blaue-Treppe-58" },
  "POST /api/v1/users/manage/{id}/recovery-code": { purpose: "password" },
  "POST /api/v1/users/manage/{id}/day-code": { identityCheck: "in_person" },
  "PUT /api/v1/users/{id}/employment": { initials: "XY" },
  "PUT /api/v1/users/{id}/offboarding": { at: null },
  "PUT /api/v1/users/{id}/checklist": {
    recordId: "018f0000-0000-7000-8000-000000000000",
    item: "keys",
    done: true,
  },
  "PUT /api/v1/organizations/{id}/reviews/{reviewId}/decisions/{userId}": {
    decision: "keep",
    reason: "Probe",
  },
  "PUT /api/ai/switches/person/{userId}": { stopped: true, reason: "Probe" },
};

const aboutPeople = built.filter(namesPerson).map((row) => [keyOf(row), row] as const);
const administrators = [
  "org_admin",
  "practice_admin",
  "a name with one right granted",
  "super_admin",
] as const;

/** Returns the path of a call about a person, with one of the person's sessions where the path names one. */
async function pathAbout(row: { path: string }, organization: string, personId: string): Promise<string> {
  const [session] = await queryRows<{ id: string }>(testApp, "select id from session where person_id = $1", [
    personId,
  ]);
  return row.path
    .replace("/organizations/{id}", `/organizations/${organization}`)
    .replaceAll(/\{(?:id|userId)\}/g, personId)
    .replace("{siteId}", () => sites.get(organization) ?? randomUUID())
    .replace("{reviewId}", () => reviews.get(organization) ?? randomUUID())
    .replace("{sessionId}", () => session?.id ?? randomUUID());
}

/** Returns all stored data of a person, to prove that it did not change. */
const storedPerson = (personId: string) =>
  queryRows(
    testApp,
    `select p::text as row from person p where id = $1
     union all select m::text from membership m where person_id = $1
     union all select c::text from recovery_code c where person_id = $1
     union all select s::text from session s where person_id = $1
     union all select i::text from invitation i join membership m on m.id = i.membership_id where person_id = $1`,
    [personId],
  );

describe("a person unknown to the organization of the call", () => {
  it("N02 covers every call about people with a valid body", () => {
    expect(aboutPeople.length).toBeGreaterThan(4);
    for (const [key] of aboutPeople) {
      const schema = endpoints.get(key)?.body;
      const body = validBodies[key];
      expect([key, schema === undefined || schema.safeParse(body).success]).toEqual([key, true]);
    }
  });

  it.each(aboutPeople)(
    "R6-49 N02 %s gives the same response for foreign, departed and unknown people, and does not change them",
    async (key, row) => {
      const { first, second } = organizations;
      const removedId = (await makeMember(testApp, first, "viewer")).personId;
      await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [removedId]);
      const invited = await makeMember(testApp, second, "viewer", { status: "pending" });
      const known = [colleagues.get(second) ?? "", removedId, invited.personId];
      const before = await Promise.all(known.map(storedPerson));
      // A granted permission is not a role, and calls that name roles are open only to those roles.
      const allowed = administrators.filter(
        (name) =>
          expected(row, kinds[name], "own") === "passes" &&
          (!row.audience.includes("role:") || name !== "a name with one right granted"),
      );
      expect(allowed).toEqual(expect.arrayContaining(["org_admin", "super_admin"]));
      for (const name of allowed) {
        const { client } = callerOf(name);
        const responses = await Promise.all(
          [...known, randomUUID()].map(async (personId) => {
            const path = await pathAbout(row, first, personId);
            const body = validBodies[key];
            const response = await client.fetch(path, {
              method: row.method,
              headers: {
                "x-organization-id": first,
                ...(body === undefined ? {} : { "content-type": "application/json" }),
              },
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            });
            const {
              instance: _path,
              requestId: _id,
              ...problem
            } = (await response.json()) as Record<string, unknown>;
            return { status: response.status, problem };
          }),
        );
        const [unknown] = responses.slice(-1);
        expect([name, unknown?.status, unknown?.problem["code"]]).toEqual([name, 404, "NOT_FOUND"]);
        // A super_admin may see every person, so the response gives the reason for refusing the transfer.
        const givesReason = name === "super_admin" && key === "PUT /api/v1/users/{id}/transfer";
        const actual = responses.map((response) =>
          givesReason ? [response.status, response.problem["code"]] : response,
        );
        const refused = known.map(() => (givesReason ? [409, "NOT_SOURCE_MEMBER"] : unknown));
        expect([name, actual]).toEqual([name, [...refused, givesReason ? [404, "NOT_FOUND"] : unknown]]);
      }
      expect(await Promise.all(known.map(storedPerson))).toEqual(before);
    },
  );

  it.each(aboutPeople)(
    "N02 %s finds a colleague, which proves that the responses above are meaningful",
    async (key, row) => {
      const { first } = organizations;
      const colleague = await makeMember(testApp, first, "viewer" satisfies Role);
      await new TestClient(testApp).signIn(colleague);
      const path = await pathAbout(row, first, colleague.personId);
      const body = validBodies[key];
      const response = await callerOf("org_admin").client.fetch(path, {
        method: row.method,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(response.status).not.toBe(404);
    },
  );
});

const aboutObjects = built
  .filter((row) => row.scope !== "platform" && objectsIn(row).length > 0)
  .map((row) => [keyOf(row), row] as const);

describe("an object unknown to the caller", () => {
  let own: Awaited<ReturnType<typeof addObjects>>;
  let foreign: Awaited<ReturnType<typeof addObjects>>;
  beforeAll(async () => {
    const add = (organization: string) => {
      const webhookId = webhooks.get(organization) ?? "";
      return addObjects(testApp, organization, {
        siteId: sites.get(organization) ?? "",
        reviewId: reviews.get(organization) ?? "",
        webhookId,
        deliveryId: webhookId,
        invoiceId: invoices.get(organization) ?? "",
        userId: colleagues.get(organization) ?? "",
      });
    };
    [own, foreign] = [await add(organizations.first), await add(organizations.second)];
  });

  async function responseAbout(
    row: { path: string; method: string },
    { client, organization }: { client: TestClient; organization: string },
    ids: ObjectIds,
  ) {
    const path = row.path
      .replace("/organizations/{id}", `/organizations/${organization}`)
      .replace("{folderId}/file", "{folderId}/file?format=pdf")
      .replace("{id}", () => ids[namedByIdIn(row) ?? "token"])
      .replaceAll(/\{(\w+)\}/g, (_whole, name: keyof ObjectIds) => ids[name]);
    const body = bodiesAbout(own.ids)[keyOf(row)];
    const response = await client.fetch(path, {
      method: row.method,
      headers: {
        "x-organization-id": organization,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status < 400) return { status: response.status, problem: {} };
    const { instance: _path, requestId: _id, ...problem } = JSON.parse(text) as Record<string, unknown>;
    return { status: response.status, problem };
  }

  it("see R6-49 covers every call about an object with a valid body", () => {
    expect(aboutObjects.length).toBeGreaterThan(30);
    for (const [key] of aboutObjects) {
      const schema = endpoints.get(key)?.body;
      const body = bodiesAbout(own.ids)[key];
      expect([key, schema === undefined || schema.safeParse(body).success]).toEqual([key, true]);
    }
  });

  it("see R6-49 R1-01 gets the response of one that does not exist from every call, and stays unchanged", async () => {
    const before = await storedObjects(testApp, foreign.ids);
    const differing: string[] = [];
    for (const [key, row] of aboutObjects) {
      for (const name of objectsIn(row)) {
        const about = (id: string) => responseAbout(row, own, { ...own.ids, [name]: id });
        const [unknown, actual] = [await about(randomUUID()), await about(foreign.ids[name])];
        const isSame = JSON.stringify(unknown) === JSON.stringify(actual);
        if (unknown.status !== 404 || unknown.problem["code"] !== "NOT_FOUND" || !isSame)
          differing.push(`${key} ${name}: ${JSON.stringify(unknown)}, then ${JSON.stringify(actual)}`);
      }
    }
    expect(differing).toEqual([]);
    expect(await storedObjects(testApp, foreign.ids)).toEqual(before);
  });

  it("see R6-49 is found by its owner, which proves that the responses above are meaningful", async () => {
    const reads = aboutObjects.filter(
      ([, row]) => row.method === "GET" && !row.path.endsWith("{folderId}/file"),
    );
    const statuses = await Promise.all(
      reads.map(async ([key, row]) => [key, (await responseAbout(row, foreign, foreign.ids)).status]),
    );
    expect(statuses).toEqual(reads.map(([key]) => [key, 200]));
  });
});
