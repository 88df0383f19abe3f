import {
  getOrganization,
  updateOrganization,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  getTenant,
  getTenantLimits,
  getTenantUsage,
  listTenants,
  reactivateTenant,
  suspendTenant,
  updateTenant,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import type { Tenant } from "@praxisportal/contract/tenants/tenant.schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let operator: TestClient;
/** Organizations: one with most of the data, one near its limits, and others by their status. */
let busy: string;
let near: string;
let trial: string;
let suspended: string;
let admin: TestClient;

beforeAll(async () => {
  testApp = await createTestApp();
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  const make = async (name: string, status: string) => {
    const { id } = await makeOrganization(testApp, { name });
    await queryRows(
      testApp,
      "update organization set status = $2, deleted_at = case when $2 = 'deleted' then now() end where organization_id = $1",
      [id, status],
    );
    return id;
  };
  busy = await make("Praxis Ähre", "active");
  near = await make("Praxis Birke 100%", "active");
  trial = await make("Praxis Eibe", "trial");
  suspended = await make("Praxis Linde", "suspended");
  await make("Praxis Archiv", "archived");
  await make("Praxis Gestern", "deleted");
  admin = new TestClient(testApp);
  await admin.signIn(await makeMember(testApp, busy, "org_admin"));
  for (let index = 0; index < 2; index += 1) await makeMember(testApp, busy, "viewer", { password: null });
  await makeMember(testApp, busy, "viewer", { password: null, status: "deactivated" });
  await queryRows(testApp, "update organization set plan = 'basic' where organization_id = $1", [near]);
  const use = (id: string, tokens: number) =>
    queryRows(
      testApp,
      `insert into ai_balance (organization_id, person_id, period, used_tokens)
       values ($1, '00000000-0000-0000-0000-000000000000',
         date_trunc('month', now() at time zone 'Europe/Berlin')::date, $2)`,
      [id, tokens],
    );
  await setLimit(busy, "max_users", 3);
  await setLimit(busy, "monthly_tokens", 1_000);
  await use(busy, 800);
  await setLimit(near, "monthly_tokens", 1_000);
  await use(near, 801);
  await queryRows(
    testApp,
    "update organization set created_at = now() - interval '31 days' where organization_id = $1",
    [trial],
  );
  await insertWebhook(suspended, "paused", { probe_at: "now()", disabled_reason: "null" });
  await insertWebhook(near, "failed once", { probe_at: "null", disabled_reason: "null" });
  await insertWebhook(near, "switched off", { probe_at: "null", disabled_reason: "'manual'" });
  await queryRows(
    testApp,
    `insert into cloud_sync (organization_id, public_key, schedule, last_run_at, last_success_at, error)
     values ($1, $3, 'daily', '2026-11-02T01:00:00Z', '2026-11-01T01:00:00Z', 'unreachable'),
       ($2, $3, 'daily', '2026-11-02T01:00:00Z', '2026-11-02T01:01:00Z', null)`,
    [trial, suspended, "age1beispiel"],
  );
  await insertWebhook(trial, "disabled", { probe_at: "null", disabled_reason: "'failing'" });
}, 120_000);
afterAll(() => testApp.stop());

const insertWebhook = (id: string, name: string, state: Record<"probe_at" | "disabled_reason", string>) =>
  queryRows(
    testApp,
    `insert into webhook (organization_id, id, name, url, event_types, api_version, failures, failing_since,
       probe_at, disabled_reason, enabled)
     values ($1, gen_random_uuid(), $2, 'https://empfaenger.example', '{member.added}', '2026-11-01', 1,
       '2026-11-01T08:00:00Z', ${state.probe_at}, ${state.disabled_reason}, ${state.disabled_reason === "null"})`,
    [id, name],
  );

const setLimit = (id: string, name: string, value: number) =>
  queryRows(testApp, "update entitlement set value = $3 where organization_id = $1 and limit_name = $2", [
    id,
    name,
    value,
  ]);
const list = async (query: Record<string, string | number> = {}) =>
  (await operator.call(listTenants, { query })).result;
const namesOf = (tenants: readonly Tenant[]) => tenants.map(({ name }) => name);
const allNames = ["Praxis Ähre", "Praxis Birke 100%", "Praxis Eibe", "Praxis Linde"];

describe("GET /api/tenant/organizations", () => {
  it("R7n-01 R3-32 R3-33 R4-73 R0-69 see R9-46 lists current tenants with status, use, limits and health", async () => {
    const { data, pagination } = await list();
    expect(namesOf(data)).toEqual(allNames);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 4, pages: 1 });
    expect(data.map(({ status }) => status)).toEqual(["active", "active", "trial", "suspended"]);
    for (const query of [{ search: "Archiv" }, { search: "Gestern" }])
      expect(await list(query)).toMatchObject({ data: [], pagination: { total: 0 } });
    for (const status of ["archived", "deleted"])
      expect((await operator.call(listTenants, { query: { status } })).status).toBe(400);
    const [first, second, third, fourth] = data;
    const failing = { kind: "webhooks_failing", limit: null, since: "2026-11-01T08:00:00.000Z" };
    expect(first).toMatchObject({
      _id: busy,
      id: busy,
      organizationId: busy,
      billing: { plan: "starter", currency: "EUR" },
      // The deactivated member takes no seat, and exactly 80 % is not above 80 %.
      usage: { tokensUsed: 800, currentUsers: 3, storageUsedGB: 0 },
      limits: { monthlyTokens: 1_000, maxUsers: 3, storageGB: 1 },
      health: [{ kind: "limit_reached", limit: "maxUsers", since: null }],
    });
    expect(second?.health).toEqual([{ kind: "limit_near", limit: "monthlyTokens", since: null }]);
    const unsaved = { kind: "sync_failed", limit: null, since: "2026-11-02T01:00:00.000Z" };
    expect(third?.health).toEqual([
      failing,
      unsaved,
      { kind: "inactive", limit: null, since: third?.createdAt },
    ]);
    // Its last copy was stored, and its webhook is paused after ten failures. A single failure is not reported, and
    // neither is a webhook that an administrator disabled.
    expect(fourth?.health).toEqual([failing]);
    expect((await operator.call(getTenant, { params: { id: busy } })).result).toEqual(first);
  });

  it("R7n-01 see R7o-11 R3-33 R4-73 searches, filters, sorts and pages", async () => {
    const searchNames = async (query: Record<string, string | number>) => namesOf((await list(query)).data);
    expect(await searchNames({ search: "00%" })).toEqual(["Praxis Birke 100%"]);
    for (const [query, names] of [
      [{ status: "active" }, ["Praxis Ähre", "Praxis Birke 100%"]],
      [{ status: "trial" }, ["Praxis Eibe"]],
      [{ status: "suspended" }, ["Praxis Linde"]],
      [{ plan: "starter" }, ["Praxis Ähre", "Praxis Eibe", "Praxis Linde"]],
      [{ plan: "basic" }, ["Praxis Birke 100%"]],
      [{ plan: "enterprise" }, []],
    ] as const)
      expect([query, await searchNames(query)]).toEqual([query, names]);
    expect((await searchNames({ sortBy: "status", sortOrder: "asc" })).slice(2)).toEqual([
      "Praxis Linde",
      "Praxis Eibe",
    ]);
    expect(await searchNames({ sortBy: "name", sortOrder: "desc" })).toEqual(allNames.toReversed());
    expect((await searchNames({ sortBy: "currentUsers", sortOrder: "desc" }))[0]).toBe("Praxis Ähre");
    expect((await searchNames({ sortBy: "tokensUsed", sortOrder: "desc" })).slice(0, 2)).toEqual([
      "Praxis Birke 100%",
      "Praxis Ähre",
    ]);
    expect((await searchNames({ sortBy: "lastSignInAt", sortOrder: "desc" }))[0]).toBe("Praxis Ähre");
    expect((await searchNames({ sortBy: "plan", sortOrder: "desc" }))[0]).toBe("Praxis Birke 100%");
    expect((await searchNames({ sortBy: "createdAt" }))[0]).toBe("Praxis Eibe");
    expect((await list({ limit: 3, page: 2 })).pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2 });
    expect(await searchNames({ limit: 3, page: 2 })).toEqual(["Praxis Linde"]);
    expect(await list({ page: 9 })).toEqual({
      data: [],
      pagination: { page: 9, limit: 20, total: 4, pages: 1 },
    });
    // The trial ends in less than seven days.
    await queryRows(
      testApp,
      "update organization set trial_ends_at = now() + interval '167 hours' where name = $1",
      ["Praxis Eibe"],
    );
    const everything = (await list()).data;
    const kinds = [
      "limit_near",
      "limit_reached",
      "webhooks_failing",
      "sync_failed",
      "inactive",
      "trial_ending",
    ];
    for (const kind of kinds) {
      const { data, pagination } = await list({ health: kind });
      const expected = everything.filter(({ health }) => health.some((finding) => finding.kind === kind));
      expect(expected).not.toEqual([]);
      expect([kind, data, pagination.total]).toEqual([kind, expected, expected.length]);
    }
    await queryRows(
      testApp,
      "update organization set trial_ends_at = now() + interval '169 hours' where name = $1",
      ["Praxis Eibe"],
    );
    expect(await searchNames({ health: "trial_ending" })).toEqual([]);
  });

  it("R7n-01 a tenant is listed with its last sign-in", async () => {
    const tenant = async () => (await operator.call(getTenant, { params: { id: near } })).result;
    expect((await tenant()).lastSignInAt).toBeNull();
    const before = Date.now();
    await new TestClient(testApp).signIn(await makeMember(testApp, near, "viewer"));
    expect(Date.parse((await tenant()).lastSignInAt ?? "")).toBeGreaterThanOrEqual(before - 1_000);
  });

  it("see R7n-01 the list is refused to everyone but the operator", async () => {
    const system = new TestClient(testApp);
    await system.signIn(await makePlatformAccount(testApp, "admin"));
    for (const client of [admin, system])
      expect((await client.call(listTenants)).problem.code).toBe("FORBIDDEN");
  });
});

describe("GET /api/tenant/organizations/{id}", () => {
  it("R7n-02 shows an org_admin only their own tenant, and the operator every one", async () => {
    expect((await admin.call(getTenant, { params: { id: busy } })).result.name).toBe("Praxis Ähre");
    expect((await admin.call(getTenant, { params: { id: near } })).problem.code).toBe("NOT_FOUND");
    // The operator gets every tenant as in the list.
    const tenants = (await list({ limit: 100 })).data;
    for (const id of [busy, near, trial, suspended]) {
      const { status, result } = await operator.call(getTenant, { params: { id } });
      expect(status).toBe(200);
      expect(result).toMatchObject({ id, ...tenants.find((tenant) => tenant.id === id) });
    }
    const viewer = new TestClient(testApp);
    await viewer.signIn(
      await makeMember(testApp, near, "viewer", { permissions: ["usage:read", "billing:read"] }),
    );
    expect((await viewer.call(getTenant, { params: { id: near } })).problem.code).toBe("FORBIDDEN");
  });

  it("R7n-02 does not return an archived or deleted organization", async () => {
    for (const name of ["Praxis Archiv", "Praxis Gestern"]) {
      const [ended] = await queryRows<{ id: string }>(
        testApp,
        "select organization_id as id from organization where name = $1",
        [name],
      );
      const params = { id: ended?.id ?? "" };
      const codes = [
        (await operator.call(getTenant, { params })).problem.code,
        (await operator.call(updateTenant, { params, body: { name: "Anderer Name" } })).problem.code,
      ];
      expect([name, ...codes]).toEqual([name, "NOT_FOUND", "NOT_FOUND"]);
      const rows = await queryRows(testApp, "select name from organization where organization_id = $1", [
        params.id,
      ]);
      expect(rows).toEqual([{ name }]);
    }
  });
});

describe("PUT /api/tenant/organizations/{id}", () => {
  it("R7n-04 changes name, type and contact, with If-Match and an audit entry", async () => {
    const params = { id: suspended };
    const { version } = (await operator.call(getTenant, { params })).result;
    const change = (body: object, ifMatch: number) =>
      operator.call(updateTenant, { params, body, headers: { "if-match": `"${ifMatch}"` } });
    const contact = (name: string) => ({ name, email: "kontakt@example.org", phone: "+49 30 7654321" });
    const body = {
      name: "Praxis Linde am See",
      type: "group_practice",
      timezone: "Europe/Vienna",
      language: "fr",
      currency: "CHF",
      address: "Seeweg 1",
      phone: "+49 30 1234567",
      email: "praxis@example.org",
      supportEmail: "hilfe@example.org",
      technicalContact: contact("Tina Technik"),
      adminContact: contact("Ada Amt"),
      billingEmail: "rechnung@example.org",
      billingContact: contact("Rita Rechnung"),
      taxId: "12/345/67890",
      fiscalYear: "Juli bis Juni",
      domain: "linde.example.org",
      logo: "https://linde.example.org/logo.png",
      description: "Hausarztpraxis am See",
      website: "https://linde.example.org/",
      industry: "Allgemeinmedizin",
      size: "12 Mitarbeitende",
      founded: "1987",
      headquarters: "Musterstadt",
      registrationNumber: "HRB 12345",
    };
    const { result } = await change(body, version);
    expect(result).toMatchObject({ name: body.name, type: body.type, version: version + 1 });
    const organization = (await operator.call(getOrganization, { params })).result;
    expect(organization).toMatchObject({ ...body, billing: { plan: "starter" } });
    const tenant = (await operator.call(getTenant, { params })).result;
    expect([tenant.headquarters, tenant.practiceCode]).toEqual(["Musterstadt", organization.practiceCode]);
    expect((await change({ name: "Praxis Zu Spät" }, version)).problem.code).toBe("PRECONDITION_FAILED");
    const [entry] = await auditEntries(testApp, suspended, "organization.updated");
    expect(entry?.record.changes).toMatchObject({ name: ["Praxis Linde", body.name] });
    expect(
      (await admin.call(updateTenant, { params: { id: busy }, body: { name: "Neu" } })).problem.code,
    ).toBe("FORBIDDEN");
  });

  it("R0-70 never changes the status", async () => {
    const params = { id: suspended };
    for (const status of ["active", "trial", "archived", "suspended"]) {
      const response = await operator.call(updateTenant, { params, body: { status } });
      expect([response.status, response.problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    }
    await operator.call(updateTenant, { params, body: { description: "Hausärzte" } });
    expect((await operator.call(getTenant, { params })).result.status).toBe("suspended");
  });
});

it("R3-33 R4-74 R4-75 a tenant shows why and since when it is suspended, until it is reactivated", async () => {
  const params = { id: trial };
  for (const body of [{}, { reason: "" }, { reason: " " }]) {
    const refusal = await operator.call(suspendTenant, { params, body });
    expect([refusal.status, refusal.problem.errors?.map(({ path }) => path)]).toEqual([400, ["reason"]]);
  }
  expect((await operator.call(getTenant, { params })).result.status).toBe("trial");
  await operator.call(suspendTenant, { params, body: { reason: "Rechnung offen" } });
  const tenant = (await operator.call(getTenant, { params })).result;
  expect(tenant).toMatchObject({
    status: "suspended",
    suspensionReason: "Rechnung offen",
    trialEndsAt: null,
  });
  expect(tenant.suspendedAt).not.toBeNull();
  await operator.call(reactivateTenant, { params });
  expect((await operator.call(getTenant, { params })).result).toMatchObject({
    status: "active",
    suspensionReason: null,
    suspendedAt: null,
    billing: { plan: "starter" },
  });
});

it("see R4-75 a tenant that was archived while it was suspended is reactivated without the suspension", async () => {
  const params = { id: (await makeOrganization(testApp)).id };
  await operator.call(suspendTenant, { params, body: { reason: "Rechnung offen" } });
  for (const status of ["archived", "active"] as const)
    expect((await operator.call(updateOrganization, { params, body: { status } })).status).toBe(200);
  expect((await operator.call(getTenant, { params })).result).toMatchObject({
    status: "active",
    suspensionReason: null,
    suspendedAt: null,
  });
});

/** Adds a member in each combination of status, end and invitation, of whom 18 take a seat. */
const addMembersInEveryState = (organizationId: string) =>
  queryRows(
    testApp,
    `with made as materialized (
       select gen_random_uuid() as id, status, days, invitation
       from unnest(array['active', 'pending', 'deactivated', 'removed']) as status,
         unnest(array[null, -1, 1]) as days,
         unnest(array['none', 'open', 'expired', 'accepted', 'revoked']) as invitation
     ), people as (
       insert into person (id, first_name, last_name) select id, '', '' from made
     ), members as (
       insert into membership (organization_id, id, person_id, status, first_name, last_name, valid_until)
       select $1, id, id, status, '', '', now() + days * interval '1 day' from made
     )
     insert into invitation (organization_id, id, membership_id, invited_by, expires_at, accepted_at, revoked_at)
     select $1, id, id, id, now() + case invitation when 'expired' then -1 else 1 end * interval '1 day',
       case invitation when 'accepted' then now() end, case invitation when 'revoked' then now() end
     from made where invitation <> 'none'`,
    [organizationId],
  );

it("R3-35 R0-84 see R0-75 R9-47 R9-48 R9-49 a tenant has the same use and limits in the list, its filters and its pages", async () => {
  const { id } = await makeOrganization(testApp, { name: "Praxis Zeder" });
  await addMembersInEveryState(id);
  const isIn = async (health: string) => (await list({ health })).data.some((tenant) => tenant.id === id);
  const states = [];
  for (const maxUsers of [18, 19, 22, 23]) {
    await setLimit(id, "max_users", maxUsers);
    states.push([maxUsers, await isIn("limit_reached"), await isIn("limit_near")]);
  }
  expect(states).toEqual([
    [18, true, false],
    [19, false, true],
    [22, false, true],
    [23, false, false],
  ]);
  const store = (files: string) =>
    queryRows(
      testApp,
      `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
       select $1, gen_random_uuid(), kind, 'application/pdf', bytes, '\\x00'
       from (values ${files}) as file (kind, bytes)`,
      [id],
    );
  // Exactly 80 % of the storage is not above 80 %.
  await store("('evidence', 200000000), ('archive', 300000000), ('invoice', 300000000)");
  expect(await isIn("limit_near")).toBe(false);
  await store("('logo', 1)");
  expect(await isIn("limit_near")).toBe(true);
  expect((await list({ sortBy: "currentUsers", sortOrder: "desc", limit: 1 })).data).toMatchObject([
    { id, usage: { currentUsers: 18, storageUsedGB: 0.800000001 }, limits: { maxUsers: 23 } },
  ]);
  const tenants = (await list({ limit: 100 })).data;
  const pages = await Promise.all(
    tenants.map(async (tenant) => {
      const params = { id: tenant.id };
      const [used, limits] = await Promise.all([
        operator.call(getTenantUsage, { params }),
        operator.call(getTenantLimits, { params }),
      ]);
      const { tokensUsed, currentUsers, storageUsedGB } = used.result;
      expect(used.result.limits).toEqual(limits.result);
      const { monthlyTokens, maxUsers, storageGB } = limits.result;
      return {
        usage: { tokensUsed, currentUsers, storageUsedGB },
        limits: { monthlyTokens, maxUsers, storageGB },
      };
    }),
  );
  expect(tenants.map(({ usage, limits }) => ({ usage, limits }))).toEqual(pages);
});
