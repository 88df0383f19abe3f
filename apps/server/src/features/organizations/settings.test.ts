import * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import { settingsDefaults } from "@praxisportal/contract/organizations/organization-settings.schema";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditEntries,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

const stepUpMs = 10 * 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function operator() {
  const client = new TestClient(testApp);
  await client.signIn(await makePlatformAccount(testApp, "super_admin"));
  return client;
}

/** Returns an organization with functions to change and read it as its administrator. */
async function setUpOrganization() {
  const { client, organization, member } = await organizationWith(testApp);
  const params = { id: organization.id };
  const update = (body: object, version?: number) =>
    client.call(endpoints.updateOrganization, {
      params,
      body,
      ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
    });
  const readOrganization = async () => (await client.call(endpoints.getOrganization, { params })).result;
  return { client, organization, member, params, update, read: readOrganization };
}

const contact = { name: "Kim Muster", email: "kim@example.org", phone: "030 1234567" };
const labels = {
  domain: "praxis.example.org",
  logo: "https://praxis.example.org/logo.svg",
  description: "Hausärztliche Praxis\nmit Labor",
  website: "https://praxis.example.org",
  industry: "Allgemeinmedizin",
  size: "12",
  founded: "1998",
  headquarters: "Musterstadt",
  timezone: "Europe/Vienna",
  language: "en",
  currency: "CHF",
  fiscalYear: "Kalenderjahr",
  taxId: "DE123456789",
  registrationNumber: "HRB 4711",
  address: "Musterplatz 1\n12345 Musterstadt",
  phone: "030 1234567",
  email: "praxis@example.org",
  supportEmail: "hilfe@example.org",
  billingEmail: "rechnung@example.org",
  technicalContact: { name: "Toni Technik", email: "technik@example.org", phone: "030 1234568" },
  billingContact: { name: "Rika Rechnung", email: "buchhaltung@example.org", phone: "030 1234569" },
  adminContact: contact,
};
/** The fields that may be empty. */
const clearable = Object.keys(labels).filter(
  (field) => !["timezone", "language", "currency"].includes(field),
);

describe("PUT /organizations/{id}", () => {
  it("R7o-05 R3-26 R3-27 R3-28 R3-29 R3-30 R3-31 stores each label on its own, and clears it with null", async () => {
    const { update, read } = await setUpOrganization();
    for (const [field, value] of Object.entries(labels)) {
      const response = await update({ [field]: value });
      expect([field, response.status]).toEqual([field, 200]);
    }
    const stored = await read();
    expect(stored).toMatchObject(labels);
    const expected: Record<string, unknown> = { ...labels };
    for (const field of clearable) {
      expected[field] = null;
      expect((await update({ [field]: null })).result).toMatchObject(expected);
    }
    expect((await update({ name: null })).status).toBe(400);
    expect((await update({ website: "javascript:alert(1)" })).status).toBe(400);
  });

  it("R3-22 R3-23 R3-24 R3-25 returns plan, seats and derived values", async () => {
    const { organization, params, read } = await setUpOrganization();
    await makeMember(testApp, organization.id, "viewer", { department: "Labor" });
    await makeMember(testApp, organization.id, "viewer", { department: "Labor", status: "deactivated" });
    await makeMember(testApp, organization.id, "viewer", { status: "pending" });
    const former = await makeMember(testApp, organization.id, "viewer", { department: "Empfang" });
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      former.personId,
    ]);
    expect(await read()).toMatchObject({
      billing: { plan: "starter" },
      plan: { name: "starter", maxUsers: 10 },
      metadata: { activeUsers: 2, totalUsers: 4, departments: 1, securityScore: 85 },
      userCount: 4,
      departmentCount: 1,
      licenseCount: 50,
      securityScore: 85,
      settings: { maxUsers: 50 },
    });
    const body = { billing: { plan: "basic" } };
    await (await operator()).call(endpoints.updateOrganization, { params, body });
    expect(await read()).toMatchObject({ billing: { plan: "basic" }, plan: { name: "basic", maxUsers: 25 } });
  });

  it("see R7o-05 accepts the whole entity unchanged without raising the version or writing anything", async () => {
    const { update, read, organization } = await setUpOrganization();
    const before = await read();
    const response = await update(before);
    expect([response.status, response.result.version]).toEqual([200, before.version]);
    expect(await auditEntries(testApp, organization.id, "organization.updated")).toEqual([]);
  });

  it.each([
    [{ _id: crypto.randomUUID() }, "_id"],
    [{ id: crypto.randomUUID() }, "id"],
    [{ organizationId: crypto.randomUUID() }, "organizationId"],
    [{ plan: { name: "enterprise" } }, "plan.name"],
    [{ plan: { maxUsers: 99 } }, "plan.maxUsers"],
    [{ billing: { plan: "basic" } }, "billing.plan"],
    [{ settings: { maxUsers: 51 } }, "settings.maxUsers"],
    [{ settings: { maxUsers: null } }, "settings.maxUsers"],
    [{ status: "trial" }, "status"],
    [{ status: "suspended" }, "status"],
    [{ verifiedAt: "2026-01-01T00:00:00Z" }, "verifiedAt"],
    [{ type: "other" }, "type"],
    [{ country: "CH" }, "country"],
    [{ practiceCode: "AAAA-BBBB" }, "practiceCode"],
    [{ version: 99 }, "version"],
    [{ userCount: 0 }, "userCount"],
    [{ createdAt: "2026-01-01T00:00:00Z" }, "createdAt"],
  ])("R7o-06 N07 refuses an org_admin %j", async (body, path) => {
    const { update, read } = await setUpOrganization();
    const before = await read();
    const response = await update({ ...body, description: "unbemerkt" });
    expect([response.status, response.problem.errors?.map((error) => [error.path, error.code])]).toEqual([
      400,
      [[path, "readOnly"]],
    ]);
    expect(await read()).toEqual(before);
  });

  it("R7o-05 R4-93 the platform changes plan, seats, type, state and verification", async () => {
    const { params, organization } = await setUpOrganization();
    const root = await operator();
    const update = (body: object) => root.call(endpoints.updateOrganization, { params, body });
    const created = await root.call(endpoints.createOrganization, {
      body: { name: "Praxis Probezeit", country: "DE" },
    });
    expect(created.result.status).toBe("trial");
    const verifiedAt = "2026-01-05T08:00:00.000Z";
    const { result } = await update({
      plan: { name: "professional" },
      settings: { maxUsers: null },
      type: "medical_center",
      verifiedAt,
    });
    expect(result).toMatchObject({
      plan: { name: "professional", maxUsers: 100 },
      billing: { plan: "professional" },
      settings: { maxUsers: 100 },
      type: "medical_center",
      verifiedAt,
    });
    expect((await update({ plan: { name: "starter" } })).problem.errors?.[0]?.code).toBe("invalidChoice");
    expect((await update({ plan: { maxUsers: 7 } })).status).toBe(400);
    expect((await update({ verifiedAt: "2999-01-01T00:00:00Z" })).status).toBe(400);
    for (const status of ["suspended", "deleted", "trial"]) {
      expect([status, (await update({ status })).problem.code]).toEqual([status, "CONFLICT"]);
    }
    expect((await update({ status: "archived" })).result.status).toBe("archived");
    expect((await update({ status: "suspended" })).problem.code).toBe("CONFLICT");
    expect((await update({ status: "active" })).result.status).toBe("active");
    const entries = await auditEntries(testApp, organization.id, "organization.updated");
    expect(entries.map((entry) => entry.record.changes?.["status"])).toEqual([
      undefined,
      ["active", "archived"],
      ["archived", "active"],
    ]);
  });

  it("see R4-94 archiving signs out all members at once", async () => {
    const { client, params } = await setUpOrganization();
    const root = await operator();
    await root.call(endpoints.updateOrganization, { params, body: { status: "archived" } });
    expect((await client.call(getMe)).status).toBe(401);
  });

  it("see R7o-05 rejects an outdated version: of concurrent changes only one succeeds", async () => {
    const { update, read } = await setUpOrganization();
    const { version } = await read();
    const responses = await Promise.all(
      ["eins", "zwei", "drei"].map((description) => update({ description }, version)),
    );
    expect(responses.map((response) => response.status).toSorted((left, right) => left - right)).toEqual([
      200, 412, 412,
    ]);
  });

  it("see R7o-05 audits what changed, masks contacts, and notifies open pages", async () => {
    const { client, organization, update } = await setUpOrganization();
    const socket = await openSocket(testApp, client);
    await update({
      timezone: "Europe/Vienna",
      adminContact: contact,
      settings: { advanced: { invitationDays: 3 } },
    });
    expect(await socket.next("organizationUpdate")).toEqual({
      type: "organization.updated",
      organizationId: organization.id,
    });
    const [entry] = await auditEntries(testApp, organization.id, "organization.updated");
    expect(entry?.record.changes).toEqual({
      timezone: ["Europe/Berlin", "Europe/Vienna"],
      adminContact: ["•", "•"],
      "advanced.invitationDays": [7, 3],
    });
    expect(JSON.stringify(entry?.record)).not.toContain("kim@example.org");
    socket.close();
  });

  it.each(["practice_admin", "editor", "viewer"] as const)("see R7o-05 is refused to %s", async (role) => {
    const { organization, params } = await setUpOrganization();
    const client = new TestClient(testApp);
    await client.signIn(
      await makeMember(testApp, organization.id, role, { permissions: ["organizations:manage"] }),
    );
    const response = await client.call(endpoints.updateOrganization, { params, body: { description: "x" } });
    expect(response.problem.code).toBe("FORBIDDEN");
  });

  it("see R7o-05 security and integration need a fresh proof, labels do not", async () => {
    const { update, member } = await setUpOrganization();
    await queryRows(
      testApp,
      `update session set authenticated_at = authenticated_at - make_interval(secs => ${stepUpMs / 1000})
       where person_id = $1`,
      [member.personId],
    );
    testApp.app.callers.cache.forgetPerson(member.personId);
    expect((await update({ description: "neu" })).status).toBe(200);
    for (const settings of [
      { security: { sessionHours: 8 } },
      { integration: { allowApplications: false } },
    ]) {
      expect((await update({ settings })).problem.code).toBe("STEP_UP_REQUIRED");
    }
    expect((await update({ settings: { notification: { roles: false } } })).status).toBe(200);
  });

  it("R7o-05 settings have defaults and are merged field by field", async () => {
    const { update, read } = await setUpOrganization();
    const { maxUsers: _max, ...settings } = (await read()).settings;
    expect(settings).toEqual({
      ...settingsDefaults,
      security: { ...settingsDefaults.security, twoFactorPolicy: "optional" },
    });
    await update({ settings: { security: { sessionIdleMinutes: 10 } } });
    await update({ settings: { security: { sessionHours: 8 }, notification: { members: false } } });
    expect((await read()).settings).toMatchObject({
      security: { sessionIdleMinutes: 10, sessionHours: 8, allowRememberMe: true },
      notification: { members: false, roles: true, security: true },
    });
    expect((await update({ settings: { security: { sessionIdleMinutes: 31 } } })).status).toBe(400);
  });
});

describe("statistics of an organization", () => {
  it("R7o-12 usage without calls is zero for every day of the range, in the organization's currency", async () => {
    const { client, params } = await setUpOrganization();
    const usage = async (query?: Record<string, string>) => {
      const root = client;
      return root.call(endpoints.getOrganizationUsage, { params, ...(query && { query }) });
    };
    const { result } = await usage({ startDate: "2026-02-27", endDate: "2026-03-02" });
    expect(result.days.map((day) => day.date)).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
    const zero = { requests: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };
    expect(result.totals).toEqual(zero);
    for (const { date: _date, ...figures } of result.days) expect(figures).toEqual(zero);
    expect([result.currency, result.timezone]).toEqual(["EUR", "Europe/Berlin"]);
    const month = (await usage()).result;
    expect(month.startDate).toMatch(/-01$/);
    expect(month.endDate.slice(0, 7)).toBe(month.startDate.slice(0, 7));
    for (const query of [
      { startDate: "2026-02-01", endDate: "2026-01-01" },
      { startDate: "2026-02-01" },
      { startDate: "2023-12-31", endDate: "2024-12-31" },
    ]) {
      const refusal = await usage(query);
      expect([refusal.status, refusal.problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    }
  });

  it("R3-24 returns the seats in use and the seats of each plan", async () => {
    const { client, params, organization } = await setUpOrganization();
    await makeMember(testApp, organization.id, "viewer", { status: "pending" });
    await makeMember(testApp, organization.id, "viewer", { status: "deactivated" });
    const { result } = await client.call(endpoints.getLicenses, { params });
    expect(result).toMatchObject({
      plan: "starter",
      limitFrom: "organization",
      seats: { max: 50, taken: 2, free: 48, active: 1, pending: 1 },
    });
    expect(result.plans.map((plan) => [plan.name, plan.maxUsers, plan.current, plan.selectable])).toEqual([
      ["starter", 10, true, false],
      ["basic", 25, false, true],
      ["professional", 100, false, true],
      ["enterprise", 1000, false, true],
    ]);
    const plain = await makeOrganization(testApp);
    const root = await operator();
    const otherResponse = await root.call(endpoints.getLicenses, { params: { id: plain.id } });
    expect(otherResponse.result).toMatchObject({ limitFrom: "plan", seats: { max: 10, taken: 0, free: 10 } });
  });

  it("R3-24 lists only the members who take a seat, with cursors in both directions", async () => {
    const { client, params, organization } = await setUpOrganization();
    const make = (lastName: string, overrides: object = {}) =>
      makeMember(testApp, organization.id, "viewer", { firstName: "Lia", lastName, ...overrides });
    await make("Ähre");
    await make("Zander", { status: "pending" });
    await make("Apfel");
    await make("Fort", { status: "deactivated" });
    const blockedOrganization = await make("Birne");
    const expired = await make("Chrysantheme");
    await queryRows(
      testApp,
      `update membership set blocked_at = case when person_id = $1 then now() end,
         valid_until = case when person_id = $2 then now() - interval '1 day' end
       where person_id in ($1, $2)`,
      [blockedOrganization.personId, expired.personId],
    );
    const list = async (query: Record<string, string | number>) =>
      (await client.call(endpoints.listSeatHolders, { params, query })).result;
    const allHolders = await list({});
    const names = allHolders.data.map(({ lastName }) => lastName);
    expect(names.filter((name) => !name.startsWith("Muster"))).toEqual(["Ähre", "Apfel", "Birne", "Zander"]);
    expect(allHolders.data.find(({ lastName }) => lastName === "Birne")?.status).toBe("blocked");
    expect(allHolders.data.find(({ lastName }) => lastName === "Zander")?.status).toBe("pending");
    const { seats } = (await client.call(endpoints.getLicenses, { params })).result;
    expect([allHolders.data.length, allHolders.pagination.totalEstimate]).toEqual([seats.taken, seats.taken]);
    const first = await list({ limit: 2 });
    expect(first.pagination.prevCursor).toBeNull();
    const second = await list({ limit: 2, cursor: first.pagination.nextCursor ?? "" });
    expect([...first.data, ...second.data]).toEqual(allHolders.data.slice(0, 4));
    const back = await list({ limit: 2, cursor: second.pagination.prevCursor ?? "" });
    expect([back.data, back.pagination.prevCursor]).toEqual([first.data, null]);
    const wrongCursor = await client.call(endpoints.listSeatHolders, {
      params,
      query: { cursor: "older-1" },
    });
    expect(wrongCursor.problem.errors?.map(({ path }) => path)).toEqual(["cursor"]);
  });
});
