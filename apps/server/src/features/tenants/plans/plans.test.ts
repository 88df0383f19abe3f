import { exportAudit, listAudit } from "@praxisportal/contract/audit/audit.endpoints";
import { exportBilling } from "@praxisportal/contract/billing/billing.endpoints";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { addMember, removeMember } from "@praxisportal/contract/members/members.endpoints";
import {
  getOrganization,
  listOrganizationUsers,
  removeLogo,
  storeLogo,
  updateOrganization,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  changeTenantLimits,
  changeTenantPlan,
  getTenant,
  getTenantLimits,
  getTenantUsage,
  listPlans,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import { deleteUser } from "@praxisportal/contract/users/users.endpoints";
import { dateInTimeZone, lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeFile } from "../../../directory/limits/store-file.queries.ts";
import { bookCall, holdCall, makeProviders } from "../../../../test/ai/ai-calls.ts";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
  unique,
} from "../../../../test/factories.ts";
import { pngOf } from "../../../../test/logo/images.ts";
import { organizationWith } from "../../../../test/people.ts";
import { startSecondPortal } from "../../../../test/second-portal.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { UsageBatcher } from "../../ai/metering/usage-batcher.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
});
afterAll(() => testApp.stop());

const today = dateInTimeZone("Europe/Berlin", new Date());
const invite = (client: TestClient, id: string) =>
  client.call(addMember, {
    params: { id },
    body: { role: "guest", email: `${unique("guest")}@example.org` },
  });
/** Stores a file of the given size like an upload. */
const storeBytes = ({ app }: TestApp, id: string, bytes: number) =>
  app.identityDb.write((tx) =>
    storeFile(tx, id, { kind: "evidence", contentType: "application/zip", content: Buffer.alloc(bytes) }),
  );
const exportNames = ["audit.export", "billing.export", "tenants.export", "users.export"];
const refusalOf = ({ status, problem }: { status: number; problem: Record<string, unknown> }) => [
  status,
  problem["code"],
];

describe("plans", () => {
  it("R7n-11 are listed for every signed-in user, the smallest first, with limits and prices", async () => {
    const { client } = await organizationWith(testApp, "practice_admin");
    const { result } = await client.call(listPlans);
    expect(result.data.map(({ name }) => name)).toEqual(["starter", "basic", "professional", "enterprise"]);
    expect(result.upcoming).toEqual([]);
    const amountsOf = (amounts: readonly { currency: string; monthly: number }[]) =>
      amounts.map(({ currency, monthly }) => `${monthly / 1_000_000} ${currency}`).join(", ");
    expect(
      result.data.map(({ maxUsers, monthlyTokens, storageGB, prices, includedAi }) => [
        [maxUsers, monthlyTokens, storageGB],
        amountsOf(prices),
        amountsOf(includedAi),
      ]),
    ).toEqual([
      [[10, 2_000_000, 1], "0 EUR, 0 CHF", "0 EUR, 0 CHF"],
      [[25, 10_000_000, 10], "49 EUR, 49 CHF", "10 EUR, 10 CHF"],
      [[100, 50_000_000, 50], "129 EUR, 129 CHF", "25 EUR, 25 CHF"],
      [[1_000, 500_000_000, 500], "399 EUR, 399 CHF", "100 EUR, 100 CHF"],
    ]);
    expect(result.data[1]).toEqual({
      id: "basic-2020-01-01",
      name: "basic",
      maxUsers: 25,
      monthlyTokens: 10_000_000,
      storageGB: 10,
      prices: [
        { currency: "EUR", monthly: 49_000_000, yearly: null },
        { currency: "CHF", monthly: 49_000_000, yearly: null },
      ],
      includedAi: [
        { currency: "EUR", monthly: 10_000_000 },
        { currency: "CHF", monthly: 10_000_000 },
      ],
      validFrom: "2020-01-01",
    });
    expect((await new TestClient(testApp).call(listPlans)).status).toBe(401);
  });

  it("R7n-10 R0-62 R0-63 R9-29 begin with starter until another one is chosen, and starter itself cannot be chosen", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    const planOf = async () => (await client.call(getOrganization, { params: { id } })).result.billing.plan;
    expect(await planOf()).toBe("starter");
    await client.call(changeTenantLimits, { params: { id }, body: { maxUsers: null } });
    const choose = (plan: string) => client.call(changeTenantPlan, { params: { id }, body: { plan } });
    expect(refusalOf(await choose("starter"))).toEqual([400, "VALIDATION_FAILED"]);
    const { result } = await choose("professional");
    // Neither call can choose it again.
    expect(refusalOf(await choose("starter"))).toEqual([400, "VALIDATION_FAILED"]);
    for (const body of [{ plan: { name: "starter" } }, { billing: { plan: "starter" } }] as const) {
      const response = await operator.call(updateOrganization, { params: { id }, body });
      expect([body, ...refusalOf(response)]).toEqual([body, 400, "VALIDATION_FAILED"]);
    }
    expect(result.plan).toBe("professional");
    expect(await planOf()).toBe("professional");
    const [current] = await queryRows<{ valid_from: Date }>(
      testApp,
      "select valid_from from subscription where organization_id = $1 and valid_until is null",
      [id],
    );
    expect(result.since).toBe(current?.valid_from.toISOString());
    expect((await choose("professional")).result).toEqual(result);
    const entries = await auditEntries(testApp, id, "organization.plan_changed");
    expect(entries.map(({ record }) => record.changes)).toEqual([{ plan: ["starter", "professional"] }]);
  });

  it("R7n-10 R0-62 R0-63 R3-37 R9-30 are starter in a tenant's billing until basic, professional or enterprise is chosen", async () => {
    const { client, organization } = await organizationWith(testApp);
    const params = { id: organization.id };
    const readBilling = async () => (await operator.call(getTenant, { params })).result.billing;
    expect(await readBilling()).toEqual({ plan: "starter", currency: "EUR" });
    for (const [caller, plan] of [
      [client, "basic"],
      [operator, "professional"],
      [client, "enterprise"],
    ] as const) {
      const { status, result } = await caller.call(changeTenantPlan, { params, body: { plan } });
      expect([status, result.plan]).toEqual([200, plan]);
      expect(await readBilling()).toEqual({ plan, currency: "EUR" });
    }
    for (const plan of ["starter", "premium"])
      expect((await client.call(changeTenantPlan, { params, body: { plan } })).status).toBe(400);
    expect(await readBilling()).toEqual({ plan: "enterprise", currency: "EUR" });
  });

  it("R0-293 end a trial when one is chosen, even after the trial has expired", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    await queryRows(
      testApp,
      "update organization set status = 'trial', trial_ends_at = now() - interval '1 day' where organization_id = $1",
      [id],
    );
    expect((await client.call(changeTenantPlan, { params: { id }, body: { plan: "basic" } })).status).toBe(
      200,
    );
    const { result } = await client.call(getOrganization, { params: { id } });
    expect([result.status, result.billing.plan]).toEqual(["active", "basic"]);
    expect((await invite(client, id)).status).toBe(201);
  });

  it("see R0-293 end a trial when its current plan is chosen", async () => {
    const { client, organization } = await organizationWith(testApp);
    await queryRows(
      testApp,
      `update organization set plan = 'basic', status = 'trial', trial_ends_at = now() - interval '1 day'
       where organization_id = $1`,
      [organization.id],
    );
    const params = { id: organization.id };
    expect((await client.call(changeTenantPlan, { params, body: { plan: "basic" } })).status).toBe(200);
    expect((await client.call(getOrganization, { params })).result.status).toBe("active");
    expect((await invite(client, organization.id)).status).toBe(201);
  });

  it("R0-82 are refused, naming both numbers, if they have fewer seats than are taken", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    await client.call(changeTenantPlan, { params: { id }, body: { plan: "professional" } });
    await Promise.all(
      Array.from({ length: 25 }, () =>
        makeMember(testApp, id, "guest", { password: null, status: "pending" }),
      ),
    );
    const refusal = await client.call(changeTenantPlan, { params: { id }, body: { plan: "basic" } });
    expect([...refusalOf(refusal), refusal.problem["current"], refusal.problem["max"]]).toEqual([
      409,
      "PLAN_TOO_SMALL",
      26,
      25,
    ]);
    const change = await operator.call(updateOrganization, {
      params: { id },
      body: { billing: { plan: "basic" } },
    });
    expect(refusalOf(change)).toEqual([409, "PLAN_TOO_SMALL"]);
    expect(change.problem).toMatchObject({ current: 26, max: 25 });
    // A plan with exactly the number of taken seats is accepted.
    await queryRows(
      testApp,
      `delete from membership where id in
         (select id from membership where organization_id = $1 and status = 'pending' limit 1)`,
      [id],
    );
    await client.call(changeTenantPlan, { params: { id }, body: { plan: "enterprise" } });
    const fits = await operator.call(updateOrganization, {
      params: { id },
      body: { billing: { plan: "basic" } },
    });
    expect([fits.status, fits.result.billing.plan]).toEqual([200, "basic"]);
  });

  it("R0-90 cannot be changed for a suspended organization, by itself or by the operator", async () => {
    const { client, organization } = await organizationWith(testApp);
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      organization.id,
    ]);
    const input = { params: { id: organization.id }, body: { plan: "basic" as const } };
    expect(refusalOf(await operator.call(changeTenantPlan, input))).toEqual([
      409,
      "PLAN_OF_SUSPENDED_ORGANIZATION",
    ]);
    expect((await client.call(changeTenantPlan, input)).status).toBeGreaterThanOrEqual(400);
    for (const body of [{ billing: input.body }, { plan: { name: "basic" } }] as const) {
      const change = await operator.call(updateOrganization, { params: input.params, body });
      expect([body, ...refusalOf(change)]).toEqual([body, 409, "PLAN_OF_SUSPENDED_ORGANIZATION"]);
    }
    const { result } = await operator.call(getOrganization, { params: { id: organization.id } });
    expect(result.billing.plan).toBe("starter");
  });

  it("see R0-90 cannot be changed for an archived organization by either call", async () => {
    const { organization } = await organizationWith(testApp);
    await queryRows(testApp, "update organization set status = 'archived' where organization_id = $1", [
      organization.id,
    ]);
    const params = { id: organization.id };
    const plan = "professional" as const;
    expect(refusalOf(await operator.call(changeTenantPlan, { params, body: { plan } }))).toEqual([
      409,
      "CONFLICT",
    ]);
    const change = await operator.call(updateOrganization, { params, body: { billing: { plan } } });
    expect(refusalOf(change)).toEqual([409, "CONFLICT"]);
  });

  it("require a step-up and the permission to be changed, and cannot be changed for another organization", async () => {
    const { organization } = await organizationWith(testApp);
    const stranger = await organizationWith(testApp);
    const input = { params: { id: organization.id }, body: { plan: "basic" as const } };
    expect((await stranger.client.call(changeTenantPlan, input)).status).toBeGreaterThanOrEqual(403);
    expect(
      (await stranger.client.call(getTenantUsage, { params: input.params })).status,
    ).toBeGreaterThanOrEqual(403);
    const late = await organizationWith(testApp);
    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '1 hour' where person_id = $1",
      [late.member.personId],
    );
    const ownCall = { params: { id: late.organization.id }, body: { plan: "basic" as const } };
    expect(refusalOf(await late.client.call(changeTenantPlan, ownCall))).toEqual([403, "STEP_UP_REQUIRED"]);
  });
});

describe("limits", () => {
  it("R7n-19 R7n-20 R3-36 R0-71 come from the plan, or from a value set for the organization until it is withdrawn", async () => {
    const { id } = await makeOrganization(testApp);
    const params = { id };
    const limits = async () => (await operator.call(getTenantLimits, { params })).result;
    const change = (body: Record<string, number | null>) =>
      operator.call(changeTenantLimits, { params, body });
    const starter = { maxUsers: 10, monthlyTokens: 2_000_000, storageGB: 1 };
    const fromPlan = { maxUsers: "plan", monthlyTokens: "plan", storageGB: "plan" };
    expect(await limits()).toEqual({ ...starter, sources: fromPlan });
    const ownLimits = { maxUsers: 3, monthlyTokens: 500, storageGB: 7 };
    const overridden = { maxUsers: "override", monthlyTokens: "override", storageGB: "override" };
    expect((await change(ownLimits)).result).toEqual({ ...ownLimits, sources: overridden });
    await operator.call(changeTenantPlan, { params, body: { plan: "basic" } });
    expect(await limits()).toEqual({ ...ownLimits, sources: overridden });
    await change({ monthlyTokens: null, maxUsers: null });
    expect(await limits()).toEqual({
      maxUsers: 25,
      monthlyTokens: 10_000_000,
      storageGB: 7,
      sources: { ...fromPlan, storageGB: "override" },
    });
    await change({ storageGB: null });
    await operator.call(changeTenantPlan, { params, body: { plan: "enterprise" } });
    expect(await limits()).toEqual({
      maxUsers: 1000,
      monthlyTokens: 500_000_000,
      storageGB: 500,
      sources: fromPlan,
    });
    expect((await change({})).status).toBe(200);
    const largest = { maxUsers: 100_000, monthlyTokens: 1_000_000_000_000, storageGB: 1_000_000 };
    for (const [name, value] of Object.entries(largest))
      for (const invalidValue of [0, value + 1, 1.5])
        expect([name, invalidValue, (await change({ [name]: invalidValue })).status]).toEqual([
          name,
          invalidValue,
          400,
        ]);
    const entries = await auditEntries(testApp, id, "organization.limits_changed");
    expect(entries.map(({ record }) => record.changes)).toEqual([
      { maxUsers: [10, 3], monthlyTokens: [2_000_000, 500], storageGB: [1, 7] },
      { maxUsers: [3, 25], monthlyTokens: [500, 10_000_000] },
      { storageGB: [7, 10] },
    ]);
  });

  it("R7n-20 can be changed only by the operator", async () => {
    const { client, organization } = await organizationWith(testApp);
    const input = { params: { id: organization.id }, body: { maxUsers: 99 } };
    expect(refusalOf(await client.call(changeTenantLimits, input))).toEqual([403, "FORBIDDEN"]);
    const system = new TestClient(testApp);
    await system.signIn(await makePlatformAccount(testApp, "admin"));
    expect(refusalOf(await system.call(changeTenantLimits, input))).toEqual([403, "FORBIDDEN"]);
    const largest = { maxUsers: 100_000, monthlyTokens: 1_000_000_000_000, storageGB: 1_000_000 };
    const { result } = await operator.call(changeTenantLimits, { params: input.params, body: largest });
    expect(result).toMatchObject(largest);
  });

  it("R0-81 below the current usage are accepted and prevent only growth", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    await makeMember(testApp, id, "guest", { password: null });
    const { status } = await operator.call(changeTenantLimits, { params: { id }, body: { maxUsers: 1 } });
    expect(status).toBe(200);
    expect(refusalOf(await invite(client, id))).toEqual([409, "USER_LIMIT_REACHED"]);
    const { result } = await client.call(getTenantUsage, { params: { id } });
    expect([result.currentUsers, result.limits.maxUsers]).toEqual([2, 1]);
  });

  it("R0-80 R0-81 refuse only growth while all of them are exceeded; reading, deleting and exporting work", async () => {
    const { client, organization, member } = await organizationWith(testApp);
    const { id } = organization;
    const [guest, otherGuest] = await Promise.all(
      [1, 2].map(() => makeMember(testApp, id, "guest", { password: null })),
    );
    const owner = { organizationId: id, personId: member.personId };
    await bookCall(testApp, owner, { localDay: today, inputTokens: 100, outputTokens: 0 });
    expect((await client.call(storeLogo, { params: { id }, file: pngOf() })).status).toBe(200);
    await queryRows(
      testApp,
      `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
       values ($1, gen_random_uuid(), 'archive', 'application/zip', 2000000000, '\\x00')`,
      [id],
    );
    /** Returns the names of the organization's reads, including exports, that respond with 200. */
    const readable = async () => {
      const names: string[] = [];
      for (const { name, method, path } of allEndpoints) {
        const filled = path.replace("{id}", id);
        if (method !== "GET" || filled.includes("{")) continue;
        const { status, body } = await client.fetch(filled);
        await body?.cancel();
        if (status === 200) names.push(name);
      }
      return names;
    };
    const reads = await readable();
    expect(reads).toEqual(expect.arrayContaining(exportNames));
    const params = { id };
    const lowered = await operator.call(changeTenantLimits, {
      params,
      body: { maxUsers: 1, monthlyTokens: 1, storageGB: 1 },
    });
    expect([lowered.status, lowered.result]).toMatchObject([
      200,
      { maxUsers: 1, monthlyTokens: 1, storageGB: 1 },
    ]);
    expect(refusalOf(await invite(client, id))).toEqual([409, "USER_LIMIT_REACHED"]);
    await expect(holdCall(testApp, owner, { tokens: 1 })).rejects.toThrow("organization_limit");
    await expect(storeBytes(testApp, id, 1)).rejects.toMatchObject({ code: "STORAGE_LIMIT_REACHED" });

    expect(await readable()).toEqual(reads);
    for (const endpoint of [getOrganization, listOrganizationUsers, listAudit, getTenantUsage] as const)
      expect([endpoint.name, (await client.call<Endpoint>(endpoint, { params })).status]).toEqual([
        endpoint.name,
        200,
      ]);
    for (const path of [exportAudit.path.replace("{id}", id), `${exportBilling.path}?format=csv`]) {
      const file = await client.fetch(path);
      expect([path, file.status, (await file.text()).length > 0]).toEqual([path, 200, true]);
    }
    const removals = [
      await client.call(removeMember, { params: { id, userId: String(guest?.personId) } }),
      await client.call(deleteUser, { params: { id: String(otherGuest?.personId) } }),
      await client.call(removeLogo, { params }),
    ];
    expect(removals.map(({ status }) => status)).toEqual([204, 204, 204]);
    const { result } = await client.call(getTenantUsage, { params });
    expect(result).toMatchObject({ tokensUsed: 100, currentUsers: 1, storageUsedGB: 2 });
  });

  it("R0-77 that are raised admit the next call on every process", { timeout: 120_000 }, async () => {
    const otherPortal = await createTestApp({}, { urls: testApp.urls, drop: async () => undefined });
    const folder = await mkdtemp(join(tmpdir(), "praxisportal limits-"));
    // Another process raises the limit, so this process has no cached data about it.
    const raising = await startSecondPortal(testApp, folder, { FEATURE_TWO_FACTOR: "off" });
    try {
      const raisingClient = new TestClient({ ...testApp, baseUrl: raising.baseUrl });
      raisingClient.accessToken = operator.accessToken;
      const { organization, member } = await organizationWith(testApp);
      const { id } = organization;
      const client = new TestClient(otherPortal);
      client.headers = { "x-organization-id": id };
      await client.signIn(member);
      const owner = { organizationId: id, personId: member.personId };
      await queryRows(
        testApp,
        `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
         values ($1, gen_random_uuid(), 'archive', 'application/zip', 1000000000, '\\x00')`,
        [id],
      );
      const limits = { maxUsers: 1, monthlyTokens: 100, storageGB: 1 };
      await operator.call(changeTenantLimits, { params: { id }, body: limits });
      expect(refusalOf(await invite(client, id))).toEqual([409, "USER_LIMIT_REACHED"]);
      await expect(holdCall(otherPortal, owner, { tokens: 101 })).rejects.toThrow("organization_limit");
      await expect(storeBytes(otherPortal, id, 1)).rejects.toMatchObject({ code: "STORAGE_LIMIT_REACHED" });
      const raised = { maxUsers: 2, monthlyTokens: 101, storageGB: 2 };
      expect((await raisingClient.call(changeTenantLimits, { params: { id }, body: raised })).status).toBe(
        200,
      );
      const raisedAt = performance.now();
      expect((await invite(client, id)).status).toBe(201);
      expect(await holdCall(otherPortal, owner, { tokens: 101 })).toBeTypeOf("string");
      await storeBytes(otherPortal, id, 1);
      expect(performance.now() - raisedAt).toBeLessThan(1_000);
    } finally {
      raising.child.kill("SIGKILL");
      await otherPortal.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("usage", () => {
  it("R7n-08 R3-35 R0-83 R0-84 is the sum of the calls in the calendar month, the seats taken and the stored bytes", async () => {
    const { client, organization, member } = await organizationWith(testApp);
    const { id } = organization;
    const otherOrganization = await organizationWith(testApp);
    await makeMember(testApp, id, "guest", { password: null, status: "pending" });
    await makeMember(testApp, id, "guest", { password: null, status: "deactivated" });
    const owner = { organizationId: id, personId: member.personId };
    await bookCall(testApp, owner, { localDay: today, inputTokens: 700, outputTokens: 34 });
    // For recordings the portal counts 10 tokens a second, or the number that the model reports if that is larger.
    for (const call of [
      { model: "probe-2", inputTokens: 0, outputTokens: 0, audioSeconds: 30 },
      { model: "probe-3", inputTokens: 900, outputTokens: 100, audioSeconds: 60 },
    ])
      await bookCall(testApp, owner, { localDay: today, kind: "audio", ...call });
    // The day before the month does not count.
    const dayBefore = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);
    for (const localDay of [dayBefore, "2020-02-01"])
      await bookCall(testApp, owner, { localDay, inputTokens: 9, outputTokens: 9 });
    await bookCall(testApp, {
      organizationId: otherOrganization.organization.id,
      personId: otherOrganization.member.personId,
    });
    for (const [kind, bytes] of [
      ["logo", 100],
      ["evidence", 150],
      ["evidence", 50],
    ] as const) {
      const file = { kind, contentType: "image/png", content: Buffer.alloc(bytes) };
      await testApp.app.identityDb.write((tx) => storeFile(tx, id, file));
    }
    const { result } = await client.call(getTenantUsage, { params: { id }, query: { period: "7d" } });
    const [ledger] = await queryRows<{ tokens: string }>(
      testApp,
      "select sum(budget_tokens) as tokens from ai_usage_event where organization_id = $1 and period = $2",
      [id, `${today.slice(0, 7)}-01`],
    );
    expect(result.tokensUsed).toBe(Number(ledger?.tokens));
    expect(result).toMatchObject({
      tokensUsed: 734 + 300 + 1000,
      currentUsers: 2,
      storageUsedGB: 0.0000003,
      storage: [
        { kind: "evidence", bytes: 200 },
        { kind: "logo", bytes: 100 },
      ],
      limits: { maxUsers: 50, sources: { maxUsers: "override", monthlyTokens: "plan" } },
      month: { from: `${today.slice(0, 7)}-01`, to: lastDayOfMonth(today) },
    });
    expect(result.days).toHaveLength(7);
    expect(result.days.at(-1)).toEqual({ day: today, tokens: 734 + 300 + 1000, calls: 3 });
    const year = await client.call(getTenantUsage, { params: { id }, query: { period: "year" } });
    expect([year.result.days.length, year.result.tokensUsed]).toEqual([365, 2034]);
  });

  it("R0-73 R0-74 the smaller of plan and own quota refuses a call; only settlements can exceed it", async () => {
    const { organization, member } = await organizationWith(testApp);
    const { id } = organization;
    const owner = { organizationId: id, personId: member.personId };
    await operator.call(changeTenantLimits, { params: { id }, body: { monthlyTokens: 100 } });
    await expect(holdCall(testApp, owner, { tokens: 101 })).rejects.toThrow("organization_limit");
    await queryRows(
      testApp,
      `insert into ai_policy (organization_id, limit_tokens) values ($1, 60)
       on conflict (organization_id) do update set limit_tokens = 60`,
      [id],
    );
    await expect(holdCall(testApp, owner, { tokens: 61 })).rejects.toThrow("organization_limit");
    await queryRows(testApp, "update ai_policy set limit_tokens = 5000 where organization_id = $1", [id]);
    await bookCall(testApp, owner, { localDay: today, inputTokens: 90, outputTokens: 0 });
    await expect(holdCall(testApp, owner, { tokens: 11 })).rejects.toThrow("organization_limit");
    const callId = await holdCall(testApp, owner, { tokens: 10 });
    await expect(holdCall(testApp, owner, { tokens: 1 })).rejects.toThrow("organization_limit");
    await new UsageBatcher().settle(testApp.app.identityDb.organization(id), {
      id: callId,
      outcome: "done",
      localDay: today,
      inputTokens: 15,
      outputTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
      audioSeconds: 0,
      tokens: 15,
      costMicros: 0n,
      isEstimated: false,
    });
    const { result } = await operator.call(getTenantUsage, { params: { id } });
    expect([result.tokensUsed, result.limits.monthlyTokens]).toEqual([105, 100]);
  });

  it("see R0-83 begins with the calendar month in the organization's own time zone", async () => {
    const now = testApp.clock.now();
    const lastNoon = [1, 2].map((months) =>
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 0, 12),
    );
    const ahead = (lastNoon.find((time) => time > now.getTime()) ?? 0) - now.getTime();
    testApp.clock.advance(ahead);
    try {
      // It is noon of the last day in UTC, and the first day 14 hours further east.
      const client = new TestClient(testApp);
      await client.signIn(await makePlatformAccount(testApp, "super_admin"));
      const tokens: Record<string, number[]> = {};
      for (const timeZone of ["Europe/Berlin", "Pacific/Kiritimati"]) {
        const { organization, member } = await organizationWith(testApp);
        const params = { id: organization.id };
        await queryRows(testApp, "update organization set time_zone = $2 where organization_id = $1", [
          organization.id,
          timeZone,
        ]);
        const owner = { organizationId: organization.id, personId: member.personId };
        const lastDay = dateInTimeZone("UTC", testApp.clock.now());
        const firstDay = dateInTimeZone("Pacific/Kiritimati", testApp.clock.now());
        await bookCall(testApp, owner, { localDay: lastDay, inputTokens: 7, outputTokens: 0 });
        await bookCall(testApp, owner, { localDay: firstDay, inputTokens: 50, outputTokens: 0 });
        const { usage } = (await client.call(getTenant, { params })).result;
        const used = (await client.call(getTenantUsage, { params })).result;
        tokens[timeZone] = [usage.tokensUsed, used.tokensUsed];
      }
      expect(tokens).toEqual({ "Europe/Berlin": [7, 7], "Pacific/Kiritimati": [50, 50] });
    } finally {
      testApp.clock.advance(-ahead);
    }
  });
});
