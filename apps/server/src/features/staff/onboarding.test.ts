import { proxyPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { changePassword, login } from "@praxisportal/contract/auth/auth.endpoints";
import { changeQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { getOrganizationStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  getEmployment,
  getStaffBoard,
  listOnboardingTemplates,
  setOnboardingTemplate,
  startOnboarding,
  setChecklistItem,
  updateEmployment,
} from "@praxisportal/contract/staff/staff.endpoints";
import { onboardingItems, templateKeys } from "@praxisportal/contract/staff/staff.rules";
import { updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { organizationThatUsesAi, startUpstream } from "../../../test/ai/ai.ts";
import { auditEntries, deleteAttempts, makeMember, queryRows, unique } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { Notifier } from "../notifications/notifier.ts";
import { checklistReminderJob } from "./checklist-reminder.worker.ts";

const temporaryPasswordMs = 3 * 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const dayMs = 86_400_000;
/** Returns the calendar day in Berlin that is `ahead` days from today. */
const day = (ahead = 0) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(Date.now() + ahead * dayMs);

const onboarding = (overrides: Record<string, unknown> = {}) => ({
  firstName: "Jana",
  lastName: "Muster-Neu",
  initials: unique("J").replace("_", ""),
  role: "editor",
  startsOn: day(),
  ...overrides,
});

async function setUpOrganization(maxUsers = 50) {
  await deleteAttempts(testApp);
  const kit = await organizationWith(testApp, "practice_admin", maxUsers);
  const params = { id: kit.organization.id };
  const onboard = (overrides: Record<string, unknown> = {}) =>
    kit.client.call(startOnboarding, { params, body: onboarding(overrides) });
  return { ...kit, params, onboard };
}

describe("onboarding", () => {
  it("see R1-11 creates a user who signs in with a temporary password and then chooses their own", async () => {
    const { onboard, organization, params } = await setUpOrganization();
    const initials = unique("Mu").replace("_", "");
    const [site] = await queryRows<{ id: string }>(
      testApp,
      "insert into site (organization_id, id, name) values ($1, gen_random_uuid(), 'Hauptstelle') returning id",
      [params.id],
    );
    const { status, result } = await onboard({ initials, siteId: String(site?.id) });
    expect(status).toBe(201);
    expect(result.user).toMatchObject({
      username: "jana_muster_neu",
      status: "active",
      mustChangePassword: true,
      email: null,
      role: { type: "editor" },
    });
    expect(result.employment).toMatchObject({
      initials,
      startsOn: day(),
      site: { id: site?.id, name: "Hauptstelle" },
      isExternal: false,
      offboarding: null,
    });
    expect(result.employment.onboarding?.items.map(({ item }) => item)).toEqual([...onboardingItems]);
    const lifetimeMs = Date.parse(String(result.temporaryPasswordExpiresAt)) - Date.now();
    expect(lifetimeMs).toBeGreaterThan(temporaryPasswordMs - 60_000);
    expect(lifetimeMs).toBeLessThanOrEqual(temporaryPasswordMs);

    const memberClient = new TestClient(testApp);
    const account = { username: "jana_muster_neu", organizationId: params.id };
    const temporaryPassword = String(result.temporaryPassword);
    const signedIn = await memberClient.signIn({ ...account, password: temporaryPassword });
    expect(signedIn).toBeDefined();
    const newPassword = "Sonnen-Garten-83";
    const change = { currentPassword: temporaryPassword, newPassword };
    expect((await memberClient.call(changePassword, { body: change })).status).toBeLessThan(300);
    // A password chosen by its user does not expire.
    const [person] = await queryRows(testApp, "select password_expires_at from person where id = $1", [
      result.user.id,
    ]);
    expect(person).toEqual({ password_expires_at: null });
    const [entry] = await auditEntries(testApp, organization.id, "staff.onboarding_started");
    expect(entry?.record.changes).toMatchObject({ role: [null, "editor"], site: [null, "Hauptstelle"] });
  });

  it("see R0-259 R6-46 grants additional permissions that the caller has, and refuses others", async () => {
    const { client, member, onboard, organization } = await setUpOrganization();
    const refusal = await onboard({ permissions: ["billing:read"] });
    expect([refusal.status, refusal.problem.code]).toEqual([403, "ROLE_NOT_GRANTABLE"]);
    await queryRows(
      testApp,
      "update membership set permissions = '{billing:read}' where person_id = $1 and organization_id = $2",
      [member.personId, organization.id],
    );
    await client.signIn(member);
    const granted = await onboard({ permissions: ["billing:read"] });
    expect(granted.result.user.grantedPermissions).toEqual(["billing:read"]);
    const [entry] = await auditEntries(testApp, organization.id, "staff.onboarding_started");
    expect(entry?.record.changes).toMatchObject({ permissions: [null, ["billing:read"]] });
  });

  it("returns the person without the password, and creates no second person, if the call is repeated", async () => {
    const { client, params } = await setUpOrganization();
    const input = { params, body: onboarding(), headers: { "idempotency-key": unique("onboarding") } };
    const first = await client.call(startOnboarding, input);
    const again = await client.call(startOnboarding, input);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.result).toEqual({
      ...first.result,
      temporaryPassword: null,
      temporaryPasswordExpiresAt: null,
    });
    const entries = await auditEntries(testApp, params.id, "staff.onboarding_started");
    expect(entries).toHaveLength(1);
    const otherPerson = await client.call(startOnboarding, { ...input, body: onboarding() });
    expect([otherPerson.status, otherPerson.problem.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("see R1-11 sets a temporary password that expires 72 hours after the start of the first day", async () => {
    const { onboard, params } = await setUpOrganization();
    const { result } = await onboard({ startsOn: "2099-10-26" });
    // Midnight in Berlin after the end of daylight saving time.
    expect(result.temporaryPasswordExpiresAt).toBe("2099-10-28T23:00:00.000Z");
    await queryRows(testApp, "update person set password_expires_at = now() where id = $1", [result.user.id]);
    const body = { username: String(result.user.username), organizationId: params.id };
    const late = await new TestClient(testApp).call(login, {
      body: { ...body, password: result.temporaryPassword },
    });
    expect([late.status, late.problem.code]).toEqual([403, "TEMPORARY_PASSWORD_EXPIRED"]);
    const wrongPassword = await new TestClient(testApp).call(login, {
      body: { ...body, password: "Falsch-Falsch-1" },
    });
    expect(wrongPassword.problem.code).toBe("INVALID_CREDENTIALS");
  });

  it("see R1-11 R5-22 adds a number to a taken username; refuses taken initials, foreign sites and a higher role", async () => {
    const { onboard } = await setUpOrganization();
    const initials = unique("Ab").replace("_", "");
    const names = [
      (await onboard({ initials })).result.user.username,
      (await onboard()).result.user.username,
    ];
    expect(names).toEqual(["jana_muster_neu", "jana_muster_neu_2"]);
    const conflict = await onboard({ initials: initials.toLowerCase() });
    expect([conflict.status, conflict.problem.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect(conflict.problem.errors?.map(({ path, code }) => [path, code])).toEqual([["initials", "unique"]]);
    const foreign = await onboard({ siteId: "018f0000-0000-7000-8000-000000000000" });
    expect([foreign.status, foreign.problem.errors?.[0]?.path]).toEqual([400, "siteId"]);
    const higher = await onboard({ role: "org_admin" });
    expect(higher.problem.code).toBe("ROLE_NOT_GRANTABLE");
  });

  it("see R1-11 sends an invitation if there is an address, and is refused at the seat limit with use and limit", async () => {
    const { onboard } = await setUpOrganization(2);
    const email = `${unique("jana")}@example.org`;
    const { result } = await onboard({ email });
    expect(result.user).toMatchObject({ email, emailVerified: false });
    await expect.poll(async () => (await mailsOf(testApp, "invitation")).join()).toContain(email);
    const full = await onboard();
    expect([full.status, full.problem.code]).toEqual([409, "USER_LIMIT_REACHED"]);
    expect(JSON.stringify(full.problem)).toContain("2 von 2");
  });

  it("see R1-11 records for each item of the checklist who checked it and when", async () => {
    const { onboard, client, member, organization } = await setUpOrganization();
    const { result } = await onboard();
    const params = { id: result.user.id };
    const recordId = String(result.employment.onboarding?.id);
    const tick = (item: string, done = true) =>
      client.call(setChecklistItem, { params, body: { recordId, item, done } });
    await Promise.all([tick("rules"), tick("rules")]);
    await tick("contacts");
    const undone = await tick("contacts", false);
    const rules = undone.result.items.find(({ item }) => item === "rules");
    expect(rules?.checkedBy).toBe("Mia Muster-Probe");
    expect(Date.parse(String(rules?.checkedAt))).toBeGreaterThan(Date.now() - 60_000);
    expect(undone.result.items.filter(({ checkedAt }) => checkedAt !== null)).toHaveLength(1);
    expect((await tick("keys")).problem.code).toBe("CONFLICT");
    const ticked = await auditEntries(testApp, organization.id, "staff.checklist_item_checked");
    expect(ticked.map(({ actor_id }) => actor_id)).toEqual([member.personId, member.personId]);
    expect(await auditEntries(testApp, organization.id, "staff.checklist_item_unchecked")).toHaveLength(1);
    // For another organization, neither the person nor the checklist exists.
    const otherOrganization = await setUpOrganization();
    const body = { recordId, item: "rules", done: false };
    expect((await otherOrganization.client.call(setChecklistItem, { params, body })).status).toBe(404);
  });
});

describe("external people", () => {
  const external = (overrides: Record<string, unknown> = {}) => ({
    validUntil: day(3),
    confidentialityOn: day(-1),
    physicianNumber: null,
    ...overrides,
  });

  it("see R1-11 have an end date within the limit, a signed agreement, and a physician number or none", async () => {
    const { onboard, params } = await setUpOrganization();
    const { physicianNumber: _omitted, ...withoutNumber } = external();
    const invalidBodies: [Record<string, unknown>, string][] = [
      [external({ validUntil: undefined }), "external.validUntil"],
      [external({ confidentialityOn: undefined }), "external.confidentialityOn"],
      // "Ohne LANR" must be stated explicitly, not omitted.
      [withoutNumber, "external.physicianNumber"],
      [external({ validUntil: day(-1) }), "external.validUntil"],
      [external({ validUntil: day(91) }), "external.validUntil"],
      [external({ confidentialityOn: day(2) }), "external.confidentialityOn"],
      [external({ physicianNumber: "362364801" }), "external.physicianNumber"],
    ];
    for (const [invalid, path] of invalidBodies) {
      const response = await onboard({ external: invalid });
      expect([response.status, response.problem.errors?.map((issue) => issue.path)]).toEqual([400, [path]]);
    }
    await queryRows(
      testApp,
      "update organization set external_access_days = 120 where organization_id = $1",
      [params.id],
    );
    const { result } = await onboard({
      external: external({ validUntil: day(91), physicianNumber: "36 2364 901" }),
    });
    expect(result.employment).toMatchObject({
      isExternal: true,
      lastDay: day(91),
      confidentialityOn: day(-1),
      physicianNumber: "362364901",
    });
  });

  it.each([
    // The days on which daylight saving time begins and ends.
    ["2099-03-29", "2099-03-29T21:59:59.000Z"],
    ["2099-03-28", "2099-03-28T22:59:59.000Z"],
    ["2099-10-25", "2099-10-25T22:59:59.000Z"],
    ["2099-10-24", "2099-10-24T21:59:59.000Z"],
  ])("see R1-11 access until %s ends with that day in Berlin", async (lastDay, moment) => {
    const { onboard } = await setUpOrganization();
    const { result } = await onboard({ startsOn: lastDay, external: external({ validUntil: lastDay }) });
    expect(result.user.validUntil).toBe(moment);
    expect(result.employment.lastDay).toBe(lastDay);
  });

  it("see R1-11 R5-10 are extended by one call only, which respects the limits and is audited", async () => {
    const { onboard, client, organization } = await setUpOrganization();
    const { result } = await onboard({ external: external() });
    const params = { id: result.user.id };
    const extended = await client.call(updateEmployment, {
      params,
      body: { external: external({ validUntil: day(10) }) },
    });
    expect(extended.result.lastDay).toBe(day(10));
    const [entry] = await auditEntries(testApp, organization.id, "staff.access_extended");
    expect(entry?.record.changes).toEqual({ valid_until: [day(3), day(10)] });
    expect(await auditEntries(testApp, organization.id, "staff.employment_changed")).toEqual([]);
    const beyondLimit = await client.call(updateEmployment, {
      params,
      body: { external: external({ validUntil: day(200) }) },
    });
    expect(beyondLimit.problem.errors?.[0]?.path).toBe("external.validUntil");
    const bypass = await client.call(updateUser, { params, body: { validUntil: null } });
    expect([bypass.status, bypass.problem.errors?.[0]?.path]).toEqual([400, "validUntil"]);
    // Access that has ended takes a seat again when it is extended.
    await queryRows(
      testApp,
      "update membership set valid_until = now() - interval '1 hour' where person_id = $1 and organization_id = $2",
      [params.id, organization.id],
    );
    await queryRows(testApp, "update organization set max_users = 1 where organization_id = $1", [
      organization.id,
    ]);
    const full = await client.call(updateEmployment, {
      params,
      body: { external: external({ validUntil: day(10) }) },
    });
    expect([full.status, full.problem.code]).toEqual([409, "USER_LIMIT_REACHED"]);
  });

  it("see R1-11 R5-22 change site and initials like any member; the same values change nothing", async () => {
    const { client, organization, params } = await setUpOrganization();
    const colleague = await makeMember(testApp, organization.id, "viewer");
    const [site] = await queryRows<{ id: string }>(
      testApp,
      "insert into site (organization_id, id, name) values ($1, gen_random_uuid(), 'Nord') returning id",
      [params.id],
    );
    const memberParams = { id: colleague.personId };
    const body = { initials: "Xy", siteId: String(site?.id), startsOn: "2026-02-01" };
    for (let round = 0; round < 2; round += 1) {
      const { result } = await client.call(updateEmployment, { params: memberParams, body });
      expect(result).toMatchObject({ initials: "Xy", startsOn: "2026-02-01", site: { name: "Nord" } });
    }
    const entries = await auditEntries(testApp, organization.id, "staff.employment_changed");
    expect(entries.map(({ record }) => record.changes)).toEqual([
      { initials: [null, "Xy"], site: [null, "Nord"], starts_on: [null, "2026-02-01"] },
    ]);
    const other = { id: (await makeMember(testApp, organization.id, "viewer")).personId };
    const { problem } = await client.call(updateEmployment, { params: other, body: { initials: "XY" } });
    expect([problem.code, problem.errors?.map(({ path, code }) => [path, code])]).toEqual([
      "ALREADY_EXISTS",
      [["initials", "unique"]],
    ]);
    const unassigned = await client.call(updateEmployment, { params: memberParams, body: { siteId: null } });
    expect(unassigned.result.site).toBeNull();
    const viewer = new TestClient(testApp);
    viewer.headers = { "x-organization-id": params.id };
    await viewer.signIn(colleague);
    expect((await viewer.call(getEmployment, { params: memberParams })).status).toBe(403);
  });

  it("see R1-11 a locum starts with an AI quota of 0 and can use AI only after an administrator has changed it", async () => {
    const { upstream } = await startUpstream(testApp);
    const { owner, ownerId, organizationId, colleague } = await organizationThatUsesAi(testApp);
    await queryRows(
      testApp,
      "update membership set permissions = permissions || '{billing:write}' where person_id = $1",
      [ownerId],
    );
    const params = { id: organizationId };
    const input = {
      params,
      body: onboarding({ template: "substitute", external: external() }),
      headers: { "idempotency-key": unique("locum") },
    };
    const { result } = await owner.call(startOnboarding, input);
    expect(result.startsWithoutAi).toBe(true);
    expect((await owner.call(startOnboarding, input)).result.startsWithoutAi).toBe(true);
    const ownOnboarding = await owner.call(startOnboarding, {
      params,
      body: onboarding({ template: "physician" }),
    });
    expect(ownOnboarding.result.startsWithoutAi).toBe(false);
    const entries = await auditEntries(testApp, organizationId, "billing.quota_changed");
    expect(entries.map(({ target_id, record }) => [target_id, record.changes])).toEqual([
      [result.user.id, { limit: [null, 0] }],
    ]);

    await queryRows(testApp, `update membership set permissions = '{ai:use}' where person_id = $1`, [
      result.user.id,
    ]);
    await queryRows(
      testApp,
      "update person set must_change_password = false, password_hash = (select password_hash from person where id = $2) where id = $1",
      [result.user.id, ownerId],
    );
    const locum = new TestClient(testApp);
    await locum.signIn({ username: String(result.user.username), organizationId });
    const prompt = { provider: "openai", model: "demo-standard", prompt: "Guten Tag. #lang 3 #takt 0" };
    const refusal = await locum.call(proxyPrompt, { body: prompt });
    expect([refusal.status, refusal.problem.code]).toEqual([403, "QUOTA_EXCEEDED"]);
    // Nothing was granted, so nothing was used up.
    expect(refusal.problem.message).toBe("Das KI-Kontingent für Sie ist noch nicht freigegeben");
    expect((await colleague.call(proxyPrompt, { body: prompt })).status).toBe(200);
    const people = [{ userId: result.user.id, limit: 10_000 }];
    expect((await owner.call(changeQuota, { body: { people } })).status).toBe(200);
    expect((await locum.call(proxyPrompt, { body: prompt })).status).toBe(200);
    await upstream.stop();
  });
});

describe("templates", () => {
  it("R0-267 an organization changes a shipped template, and an onboarding takes department and checklist from it", async () => {
    const { onboard, client, params, organization } = await setUpOrganization();
    const { result: shipped } = await client.call(listOnboardingTemplates, { params });
    expect(shipped.data.map(({ key, isChanged }) => [key, isChanged])).toEqual(
      templateKeys.map((key) => [key, false]),
    );
    const items = [
      { item: "systems", label: null },
      { item: "own1", label: "Spind zeigen" },
    ];
    const body = { key: "assistant", role: "editor", department: "Labor", siteId: null, items } as const;
    const saved = await client.call(setOnboardingTemplate, { params, body: { ...body, items: [...items] } });
    expect(saved.result).toEqual({ ...body, isChanged: true });
    expect((await client.call(listOnboardingTemplates, { params })).result.data[0]).toEqual(saved.result);
    expect(await auditEntries(testApp, organization.id, "staff.template_changed")).toHaveLength(1);

    const { result } = await onboard({ template: "assistant", department: "Labor" });
    expect(result.user.organizationData.department).toBe("Labor");
    expect(result.employment.onboarding?.items.map(({ item, label }) => [item, label])).toEqual([
      ["systems", null],
      ["own1", "Spind zeigen"],
    ]);
    const recordId = String(result.employment.onboarding?.id);
    const tick = (item: string) =>
      client.call(setChecklistItem, { params: { id: result.user.id }, body: { recordId, item, done: true } });
    expect((await tick("keys")).status).toBe(409);
    expect((await tick("own1")).status).toBe(200);
    // Later changes do not reach checklists that exist already.
    await client.call(setOnboardingTemplate, {
      params,
      body: { ...body, items: [{ item: "keys", label: null }] },
    });
    expect((await tick("systems")).status).toBe(200);
    const board = await client.call(getStaffBoard, { params });
    expect(board.result.data).toEqual([]);
  });

  it("R0-267 see R6-46 refuses items without a text, repeated items, foreign sites and roles beyond the caller's", async () => {
    const { params } = await setUpOrganization();
    const manager = new TestClient(testApp);
    await manager.signIn(await makeMember(testApp, params.id, "practice_admin"));
    const items = [{ item: "keys", label: null }];
    const set = async (change: Record<string, unknown>) => {
      const body = { key: "trainee", role: "viewer", department: null, siteId: null, items, ...change };
      const { status, problem } = await manager.call(setOnboardingTemplate, { params, body });
      return [status, problem?.code];
    };
    const invalid = [400, "VALIDATION_FAILED"];
    expect(await set({ items: [{ item: "own1", label: null }] })).toEqual(invalid);
    expect(await set({ items: [...items, ...items] })).toEqual(invalid);
    expect(await set({ siteId: crypto.randomUUID() })).toEqual(invalid);
    expect(await set({ role: "org_admin" })).toEqual([403, "ROLE_NOT_GRANTABLE"]);
  });
});

describe("the staff board", () => {
  /** Moves a person's record to another day in Berlin, which determines its stage. */
  const move = (personId: string, days: number) =>
    queryRows(
      testApp,
      `update staff_change set takes_effect_at =
         ((now() at time zone 'Europe/Berlin')::date + $2::int)::timestamp at time zone 'Europe/Berlin'
       where person_id = $1`,
      [personId, days],
    );

  it("see R0-266 sorts records by stage and day, without completed, canceled and ended ones", async () => {
    const { onboard, client, params } = await setUpOrganization();
    const add = async (lastName: string, days: number) => {
      const { result } = await onboard({ lastName, startsOn: day() });
      await move(result.user.id, days);
      return result;
    };
    await add("Muster-C-planned", 2);
    await add("Muster-B-running", 0);
    await add("Muster-A-overdue", -1);
    const leaving = await add("Muster-F-leaving", -2);
    await queryRows(testApp, "update staff_change set kind = 'offboarding' where person_id = $1", [
      leaving.user.id,
    ]);
    const started = await add("Muster-D-started", 40);
    const ended = await add("Muster-E-ended", 3);
    await queryRows(testApp, "update membership set status = 'deactivated' where person_id = $1", [
      ended.user.id,
    ]);
    const tick = { recordId: String(started.employment.onboarding?.id), item: "systems", done: true };
    await client.call(setChecklistItem, { params: { id: started.user.id }, body: tick });
    const { result } = await client.call(getStaffBoard, { params });
    expect(result.counts).toEqual({ overdue: 2, running: 2, planned: 1 });
    expect(
      result.data.map(({ user, stage, daysLeft, doneItems }) => [user.lastName, stage, daysLeft, doneItems]),
    ).toEqual([
      ["Muster-F-leaving", "overdue", -2, 0],
      ["Muster-A-overdue", "overdue", -1, 0],
      ["Muster-B-running", "running", 0, 0],
      ["Muster-D-started", "running", 40, 1],
      ["Muster-C-planned", "planned", 2, 0],
    ]);
    expect(result.data[0]).toMatchObject({ kind: "offboarding" });
    expect(result.data[1]).toMatchObject({
      kind: "onboarding",
      totalItems: onboardingItems.length,
      nextItem: { item: "accessSheet", label: null },
    });
    // The dashboard shows its first entries to users who manage members.
    const dashboardOf = async (reader: TestClient) =>
      (await reader.call(getOrganizationStatistics, { params, query: { staffBoard: "true" } })).result;
    const { staffBoard } = await dashboardOf(client);
    expect([staffBoard?.counts, staffBoard?.data]).toEqual([result.counts, result.data.slice(0, 3)]);
    expect((await client.call(getOrganizationStatistics, { params })).result).not.toHaveProperty(
      "staffBoard",
    );
    const reader = new TestClient(testApp);
    const permissions = ["organizations:read", "users:read"];
    await reader.signIn(await makeMember(testApp, params.id, "viewer", { permissions }));
    expect(await dashboardOf(reader)).not.toHaveProperty("staffBoard");
    const planned = await client.call(getStaffBoard, { params, query: { stage: "planned", limit: 5 } });
    expect(planned.result.pagination.total).toBe(1);
    expect(planned.result.data.map(({ stage }) => stage)).toEqual(["planned"]);
  });

  it("R0-268 notifies the owner of an overdue checklist once, from 7:00 on the next day in the organization's time zone", async () => {
    const { onboard, client, member, organization } = await setUpOrganization();
    const otherAdministrator = await makeMember(testApp, organization.id, "org_admin");
    const add = async () => (await onboard({ startsOn: day() })).result;
    const overdue = await add();
    const complete = await add();
    for (const item of onboardingItems) {
      const body = { recordId: String(complete.employment.onboarding?.id), item, done: true };
      await client.call(setChecklistItem, { params: { id: complete.user.id }, body });
    }
    // A single item that is left is overdue as well.
    for (const item of onboardingItems.slice(1)) {
      const body = { recordId: String(overdue.employment.onboarding?.id), item, done: true };
      await client.call(setChecklistItem, { params: { id: overdue.user.id }, body });
    }
    const records = [overdue, complete].map(({ employment }) => employment.onboarding?.id);
    const setDay = (at: string) =>
      queryRows(testApp, "update staff_change set takes_effect_at = $2 where id = any($1)", [records, at]);
    const notices = () =>
      queryRows(
        testApp,
        "select person_id, subject_id, route from notification where kind = 'checklistOverdue' and organization_id = $1",
        [organization.id],
      );
    const { platformDb } = testApp.app;
    const notifier = new Notifier({ clock: testApp.clock });
    expect(testApp.app.jobs.map(({ name }) => name)).toContain("checklist-reminders");
    // A fixed clock, so that the hour and the month of the run do not matter. Berlin is one hour ahead of UTC.
    const runAt = (at: string) =>
      checklistReminderJob({ platformDb, notifier, clock: { now: () => new Date(at) } }, 1).run(
        new AbortController().signal,
      );
    await setDay("2026-02-27T23:00:00Z");
    await runAt("2026-03-01T05:59:59Z");
    expect(await notices()).toEqual([]);
    await runAt("2026-03-01T06:00:00Z");
    const expected = { person_id: member.personId, subject_id: overdue.user.id, route: "staffBoard" };
    expect(await notices()).toEqual([expected]);
    await runAt("2026-03-02T06:00:00Z");
    expect(await notices()).toHaveLength(1);
    // Once the owner can no longer sign in, the administrators are reminded.
    const late = await add();
    records.push(late.employment.onboarding?.id);
    await setDay("2026-02-27T23:00:00Z");
    await queryRows(testApp, "update membership set status = 'deactivated' where person_id = $1", [
      member.personId,
    ]);
    await runAt("2026-03-02T06:00:00Z");
    // The notifications of an ended membership disappear.
    expect(await notices()).toEqual([
      { person_id: otherAdministrator.personId, subject_id: late.user.id, route: "staffBoard" },
    ]);
  });
});
