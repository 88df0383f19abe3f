import {
  getOrganization,
  getOrganizationStatistics,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { memberCheckIds } from "@praxisportal/contract/organizations/security-checks.rules";
import * as reviews from "@praxisportal/contract/reviews/reviews.endpoints";
import { removePasskey } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import { exportUsers, getMe, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { addPasskey } from "../../../test/passkeys.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { Scheduler } from "../../platform/jobs/scheduler.ts";
import type { LiveEvent } from "../../platform/realtime/live-events.ts";
import { securityCheckJob } from "./security-check.worker.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

function job(size?: number) {
  const { platformDb: db } = testApp.app;
  return securityCheckJob({ db, clock: testApp.clock }, size);
}
const run = (size?: number, signal = new AbortController().signal) => job(size).run(signal);

async function setUpOrganization() {
  const { id } = await makeOrganization(testApp, { maxUsers: 100 });
  const admin = await makeMember(testApp, id, "org_admin", { username: `ina_${id.slice(-6)}` });
  const client = new TestClient(testApp);
  await client.signIn(admin);
  return { id, admin, client };
}

async function scoreOf(client: TestClient, id: string) {
  const { result } = await client.call(getOrganizationStatistics, { params: { id } });
  return result.securityScore;
}

/** Returns the checks of an organization by id, as its administrator sees them. */
async function checksOf(client: TestClient, id: string) {
  const { checks } = await scoreOf(client, id);
  return Object.fromEntries(checks.map((check) => [check.id, [check.affected, check.total]]));
}

describe("the security score", () => {
  it("R2.4-12 R9-31 R3-25 is the default without a date until a check has run", async () => {
    const { id, client } = await setUpOrganization();
    expect(await scoreOf(client, id)).toEqual({ value: 85, checkedAt: null, checks: [] });
    const { result } = await client.call(getOrganization, { params: { id } });
    expect([result.securityScore, result.metadata.securityScore]).toEqual([85, 85]);
  });

  it("R3-25 see R3-22 is computed by the check, is the same in every response, and is the sum of its points", async () => {
    const { id, client } = await setUpOrganization();
    const before = testApp.clock.now().getTime();
    await run();
    const { value, checkedAt, checks } = await scoreOf(client, id);
    expect(checks.map(({ id: check, points }) => [check, points])).toEqual([
      // One administrator, without a second factor.
      ["administratorsTwoFactor", 0],
      ["membersTwoFactor", 15],
      ["administratorCount", 10],
      ["idleAccounts", 5],
      ["externalWithoutEnd", 10],
      ["sharedUsernames", 10],
      ["failedSignIns", 5],
      ["unconfirmedEmails", 5],
      ["oldInvitations", 5],
      ["temporaryPasswords", 5],
      ["overdueReview", 5],
    ]);
    expect(value).toBe(75);
    expect(checks.reduce((sum, { points }) => sum + points, 0)).toBe(value);
    expect(Date.parse(checkedAt ?? "")).toBeGreaterThanOrEqual(before);
    const { result } = await client.call(getOrganization, { params: { id } });
    expect([result.securityScore, result.metadata.securityScore]).toEqual([75, 75]);
  });

  it("see R2.4-11 an overdue review of rights costs points until it is completed", async () => {
    const { id, admin, client } = await setUpOrganization();
    const params = { id };
    await run();
    const { value } = await scoreOf(client, id);
    // Reviews are due every three months.
    await queryRows(
      testApp,
      "update organization set rights_reviews_since = now() - interval '93 days' where organization_id = $1",
      [id],
    );
    testApp.clock.advance(60_000);
    await run();
    const overdue = await scoreOf(client, id);
    expect(overdue.value).toBe(value - 5);
    expect(overdue.checks.at(-1)).toEqual({
      id: "overdueReview",
      points: 0,
      maxPoints: 5,
      affected: 1,
      total: 1,
    });
    // An open review is still overdue; a completed one is not.
    const review = (await client.call(reviews.startReview, { params, body: {} })).result;
    const reviewParams = { id, reviewId: review.id };
    testApp.clock.advance(60_000);
    await run();
    expect((await scoreOf(client, id)).value).toBe(value - 5);
    const decision = await client.call(reviews.decideReview, {
      params: { ...reviewParams, userId: admin.personId },
      body: { decision: "keep", reason: "Leitet die Praxis" },
    });
    expect(decision.status).toBe(204);
    expect((await client.call(reviews.completeReview, { params: reviewParams })).status).toBe(200);
    testApp.clock.advance(60_000);
    await run();
    expect((await scoreOf(client, id)).value).toBe(value);
  });

  it("see R2.4-11 counts only accounts that fail a check and can sign in", async () => {
    const { id, client } = await setUpOrganization();
    const add = (
      extra: Parameters<typeof makeMember>[3],
      role: Parameters<typeof makeMember>[2] = "viewer",
    ) => makeMember(testApp, id, role, { password: null, createdAt: daysAgo(10), ...extra });
    const secured = await add({}, "practice_admin");
    await queryRows(testApp, "update membership set two_factor_enabled = true where person_id = $1", [
      secured.personId,
    ]);
    await add({ createdAt: daysAgo(91) });
    await add({ createdAt: daysAgo(400), lastLoginAt: daysAgo(91) });
    await add({ createdAt: daysAgo(400), lastLoginAt: daysAgo(89) });
    await add({}, "support");
    await add({ validUntil: daysAgo(-10), username: "gina_gast" }, "guest");
    await add({ username: "empfang_2" });
    await add({ username: null });
    const lockedMember = await add({});
    await queryRows(
      testApp,
      "update membership set locked_until = now() + interval '10 minutes' where person_id = $1",
      [lockedMember.personId],
    );
    await add({ email: null, pendingEmail: "neu@example.org" });
    await add({ email: null });
    await add({ status: "pending", createdAt: daysAgo(8) });
    await add({ status: "pending", createdAt: daysAgo(6) });
    const start = await add({ mustChangePassword: true });
    await add({ mustChangePassword: true });
    await queryRows(testApp, "update person set updated_at = now() - interval '8 days' where id = $1", [
      start.personId,
    ]);
    // None of these can sign in.
    await add({ username: "praxis", createdAt: daysAgo(400), blockedAt: daysAgo(1) });
    await add({ username: "labor", status: "deactivated", createdAt: daysAgo(400) }, "guest");
    await add({ username: "info", validUntil: daysAgo(1), createdAt: daysAgo(400) });
    const oldAccount = await add({ username: "team", createdAt: daysAgo(400) });
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      oldAccount.personId,
    ]);
    await run();
    expect(await checksOf(client, id)).toEqual({
      administratorsTwoFactor: [1, 2],
      membersTwoFactor: [12, 12],
      administratorCount: [1, 2],
      idleAccounts: [2, 14],
      externalWithoutEnd: [1, 2],
      sharedUsernames: [1, 13],
      failedSignIns: [1, 14],
      unconfirmedEmails: [1, 13],
      oldInvitations: [1, 2],
      temporaryPasswords: [1, 14],
      overdueReview: [0, 1],
    });
    const findings = await Promise.all(
      memberCheckIds.map(async (finding) => {
        const { result } = await client.call(listUsers, { query: { finding } });
        return [finding, result.pagination.total];
      }),
    );
    expect(Object.fromEntries(findings)).toEqual({
      ...Object.fromEntries(
        Object.entries(await checksOf(client, id)).map(([check, [affected]]) => [check, affected]),
      ),
      overdueReview: undefined,
      // All administrators, of whom one is missing.
      administratorCount: 1,
    });
  });

  it("see R2.4-11 a passkey alone is a second factor, in the score and in the list of people", async () => {
    const { id, client } = await setUpOrganization();
    const member = await makeMember(testApp, id, "viewer");
    const session = new TestClient(testApp);
    await session.signIn(member);
    const { id: passkey } = await addPasskey(testApp, session);
    const readListed = async () =>
      (await client.call(listUsers)).result.data.find(({ id: user }) => user === member.personId);
    await run();
    expect((await checksOf(client, id))["membersTwoFactor"]).toEqual([0, 1]);
    expect((await readListed())?.twoFactorEnabled).toBe(true);
    const me = (await session.call(getMe)).result;
    // No code can prove the user's identity.
    expect([me.twoFactorEnabled, me.hasAuthenticatorApp]).toEqual([true, false]);
    expect((await session.call(removePasskey, { params: { id: passkey } })).status).toBe(204);
    await run();
    expect((await checksOf(client, id))["membersTwoFactor"]).toEqual([1, 1]);
    expect((await readListed())?.twoFactorEnabled).toBe(false);
  });

  it("see R0-273 the people of a finding are listed only for callers who may see other members' security details", async () => {
    const { id, client } = await setUpOrganization();
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, id, "viewer"));
    const query = { finding: "membersTwoFactor" } as const;
    expect((await viewer.call(listUsers)).status).toBe(200);
    for (const endpoint of [listUsers, exportUsers]) {
      const response = await viewer.call(endpoint, { query });
      expect([endpoint.name, response.status]).toEqual([endpoint.name, 403]);
    }
    const userList = await client.call(listUsers, { query });
    expect(userList.result.data.map(({ role }) => role.type)).toEqual(["viewer"]);
    const file = await client.fetch("/api/v1/users/export?finding=membersTwoFactor&format=json", {
      headers: { "x-organization-id": id },
    });
    expect(await file.json()).toHaveLength(1);
  });

  it("see R0-273 the operator needs to select an organization for a finding", async () => {
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const response = await operator.call(listUsers, { query: { finding: "idleAccounts" } });
    expect([response.status, response.problem.code]).toEqual([409, "ORGANIZATION_REQUIRED"]);
  });

  it("see R2.4-11 an invitation that was resent is as old as its newest mail", async () => {
    const { id, admin, client } = await setUpOrganization();
    const invitedMember = await makeMember(testApp, id, "viewer", {
      password: null,
      status: "pending",
      createdAt: daysAgo(30),
    });
    const insert = (days: number, revoked: boolean) =>
      queryRows(
        testApp,
        `insert into invitation (organization_id, id, membership_id, invited_by, created_at, expires_at, revoked_at)
         select organization_id, gen_random_uuid(), id, $2, $3, $3, $4 from membership where person_id = $1`,
        [invitedMember.personId, admin.personId, daysAgo(days), revoked ? daysAgo(1) : null],
      );
    await insert(30, true);
    await run();
    expect((await checksOf(client, id))["oldInvitations"]).toEqual([1, 1]);
    await insert(1, false);
    await run();
    expect((await checksOf(client, id))["oldInvitations"]).toEqual([0, 1]);
  });

  it("see R2.4-11 distinguishes usernames of a place or a job from those of a person", async () => {
    const { id, client } = await setUpOrganization();
    const shared = [
      "empfang",
      "empfang_1",
      "team2",
      "praxis",
      "praxis_team",
      "info",
      "labor_03",
      "röntgen",
      "mfa",
    ];
    const personal = [
      "laborde_anna",
      "info_meier",
      "teamann",
      "anna_labor",
      "erika_muster",
      "opitz",
      "1",
      "_",
    ];
    for (const username of [...shared, ...personal])
      await makeMember(testApp, id, "viewer", { password: null, username });
    await run();
    expect((await checksOf(client, id))["sharedUsernames"]).toEqual([
      shared.length,
      shared.length + personal.length + 1,
    ]);
  });

  it.each([
    ["org_admin", true],
    ["practice_admin", true],
    ["editor", false],
    ["viewer", false],
  ] as const)(
    "see R2.4-10 every reader sees its value, and users who manage people see its checks: %s %s",
    async (role, sees) => {
      const { id } = await setUpOrganization();
      const ownClient = new TestClient(testApp);
      await ownClient.signIn(await makeMember(testApp, id, role));
      await run();
      const { value, checkedAt, checks } = await scoreOf(ownClient, id);
      expect(value).toBeLessThan(85);
      expect(checkedAt).not.toBeNull();
      expect(checks).toHaveLength(sees ? 11 : 0);
    },
  );

  it("see R1-01 another organization cannot see it, neither through the call nor in the database", async () => {
    const [first, second] = [await setUpOrganization(), await setUpOrganization()];
    await run();
    const response = await first.client.call(getOrganizationStatistics, { params: { id: second.id } });
    expect(response.status).toBe(404);
    const visible = await testApp.app.identityDb
      .organization(first.id)
      .read((db) => db.selectFrom("security_check").select("organization_id"));
    expect(visible).toEqual([{ organization_id: first.id }]);
    await expect(
      testApp.app.identityDb
        .organization(first.id)
        .write((db) => db.updateTable("security_check").set({ score: 100 }).execute()),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it("see R2.4-11 is visible to the operator for every organization", async () => {
    const { id } = await setUpOrganization();
    await run();
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    expect((await scoreOf(operator, id)).checks).toHaveLength(11);
  });
});

describe("the security check job", () => {
  const readStored = async (id: string) => {
    const [row] = await queryRows<{ checked_at: Date; score: number }>(
      testApp,
      "select checked_at, score from security_check where organization_id = $1",
      [id],
    );
    return row;
  };

  it("see R2.4-11 checks all organizations in batches, except archived and deleted ones", async () => {
    const accounts = [];
    for (let index = 0; index < 5; index += 1) accounts.push((await makeOrganization(testApp)).id);
    const [archived, deleted, suspended] = [
      await setUpOrganization(),
      await setUpOrganization(),
      await setUpOrganization(),
    ];
    for (const [account, status] of [
      [archived, "archived"],
      [deleted, "deleted"],
      [suspended, "suspended"],
    ] as const) {
      await queryRows(testApp, "update organization set status = $2 where organization_id = $1", [
        account.id,
        status,
      ]);
    }
    await run(2);
    for (const id of [...accounts, suspended.id]) expect(await readStored(id)).toBeDefined();
    for (const { id } of [archived, deleted]) expect(await readStored(id)).toBeUndefined();
  });

  it("see R2.4-11 writes a changed result at once, and the time of an unchanged check only after 15 minutes", async () => {
    const { id } = await setUpOrganization();
    await run();
    const first = await readStored(id);
    testApp.clock.advance(5 * 60_000);
    await run();
    expect(await readStored(id)).toEqual(first);
    await makeMember(testApp, id, "viewer", { password: null, username: "empfang" });
    await run();
    const changedCheck = await readStored(id);
    expect(changedCheck?.score).toBeLessThan(first?.score ?? 0);
    expect(changedCheck?.checked_at.getTime()).toBeGreaterThan(first?.checked_at.getTime() ?? 0);
    testApp.clock.advance(15 * 60_000);
    await run();
    const later = await readStored(id);
    expect(later?.score).toBe(changedCheck?.score);
    expect(later?.checked_at.getTime()).toBeGreaterThan(changedCheck?.checked_at.getTime() ?? 0);
  });

  it("see R2.4-11 notifies only the pages of the organization whose result changed", async () => {
    const [quiet, busy] = [await setUpOrganization(), await setUpOrganization()];
    await run();
    const receivedEvents: LiveEvent[] = [];
    const eventArrived = Promise.withResolvers<void>();
    const end = testApp.app.live.subscribe((event) => {
      if (event.event === "organizationUpdate") receivedEvents.push(event);
      if (event.event === "systemAlert") eventArrived.resolve();
    });
    await makeMember(testApp, busy.id, "viewer", { password: null, username: "team" });
    await run();
    // Events keep their order: once this one arrives, every earlier one has arrived.
    testApp.app.live.publish({ event: "systemAlert", data: {} });
    await eventArrived.promise;
    end();
    expect(receivedEvents.map((event) => event.organizationId)).toEqual([busy.id]);
    expect(receivedEvents.some((event) => event.organizationId === quiet.id)).toBe(false);
  });

  it("see R2.4-11 two concurrent runs leave one result, and an earlier one never replaces a later one", async () => {
    const { id, client } = await setUpOrganization();
    await Promise.all([run(1), run(1), run(3), run()]);
    const { value, checks } = await scoreOf(client, id);
    expect(checks.reduce((sum, { points }) => sum + points, 0)).toBe(value);
    await queryRows(
      testApp,
      "update security_check set checked_at = now() + interval '1 day', score = 1 where organization_id = $1",
      [id],
    );
    await run();
    expect((await readStored(id))?.score).toBe(1);
    await queryRows(testApp, "delete from security_check where organization_id = $1", [id]);
  });

  it("see R2.4-11 stops between two batches when it is aborted", async () => {
    const ids = [];
    for (let index = 0; index < 4; index += 1) ids.push((await makeOrganization(testApp)).id);
    await queryRows(testApp, "delete from security_check");
    let requestCount = 0;
    const stopSignal = {
      get aborted() {
        requestCount += 1;
        return requestCount > 2;
      },
    } as AbortSignal;
    await run(1, stopSignal);
    expect(await queryRows(testApp, "select 1 from security_check")).toHaveLength(2);
  });

  it("see R2.4-11 runs soon after the start, never in two processes at the same time", async () => {
    const { id } = await setUpOrganization();
    const log = { warn: () => undefined, error: () => undefined };
    const counts = { runs: 0, running: 0, most: 0 };
    const real = job(1);
    const countingJob = {
      ...real,
      async run(signal: AbortSignal) {
        counts.runs += 1;
        counts.running += 1;
        counts.most = Math.max(counts.most, counts.running);
        await real.run(signal);
        counts.running -= 1;
      },
    };
    const schedulers = [1, 2, 3].map(
      () => new Scheduler({ db: testApp.app.platformDb, jobs: [countingJob], log, pollMs: 10 }),
    );
    for (const scheduler of schedulers) await scheduler.start();
    await expect.poll(() => readStored(id), { timeout: 20_000 }).toBeDefined();
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    expect(counts.runs).toBeGreaterThanOrEqual(1);
    expect(counts.most).toBe(1);
    expect(
      await queryRows(testApp, "select last_error from scheduled_job where name = 'security-check'"),
    ).toEqual([{ last_error: null }]);
  });
});
