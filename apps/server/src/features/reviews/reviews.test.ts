import { setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import { listNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import {
  completeReview,
  decideReview,
  listReviewedMembers,
  listReviews,
  startReview,
  updateReviewInterval,
} from "@praxisportal/contract/reviews/reviews.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { prepareReview, reviewRights } from "../../../test/reviews/audited-calls.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { dueReviewsJob } from "./due-reviews.worker.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

/** Creates an organization with a signed-in administrator, two employees and one who has left. */
async function setUpOrganization() {
  const { id } = await makeOrganization(testApp);
  const owner = await makeMember(testApp, id, "org_admin", { firstName: "Anna", lastName: "Muster-Amsel" });
  const manager = await makeMember(testApp, id, "practice_admin", {
    firstName: "Bea",
    lastName: "Probe-Buche",
  });
  const viewer = await makeMember(testApp, id, "viewer", { firstName: "Cem", lastName: "Demo-Cassis" });
  const departed = await makeMember(testApp, id, "editor");
  await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
    departed.personId,
  ]);
  const client = new TestClient(testApp);
  await client.signIn(owner);
  return { id, params: { id }, owner, manager, viewer, client };
}

const codeOf = (response: { status: number; problem: { code: string } }) =>
  response.status < 300 ? response.status : response.problem.code;

describe("a review of rights", () => {
  it("R0-282 records a decision and a reason for each member, with their name and rights of that time", async () => {
    const { id, owner, manager, viewer, client } = await setUpOrganization();
    const review = { ...(await prepareReview(client, id, { [manager.personId]: "reduce" })) };
    const decide = (reason: string, decision: "keep" | "end" = "end") =>
      client.call(decideReview, {
        params: { ...review, userId: viewer.personId },
        body: { decision, reason },
      });
    await decide("Arbeitet nicht mehr hier");
    expect((await decide(" ")).status).toBe(400);
    const { result } = await client.call(completeReview, { params: review });
    await queryRows(
      testApp,
      "update membership set first_name = 'Neu', last_name = 'Anders' where person_id = $1",
      [manager.personId],
    );
    expect(result).toMatchObject({ kept: 1, reduced: 1, ended: 1 });
    const members = (await client.call(listReviewedMembers, { params: review })).result.data;
    const decidedMembers = members.map(({ userId, name, role, decision, reason }) => [
      userId,
      name,
      role,
      decision,
      reason,
    ]);
    expect(decidedMembers).toHaveLength(3);
    expect(decidedMembers).toEqual(
      expect.arrayContaining([
        [owner.personId, "Anna Muster-Amsel", "org_admin", "keep", "Begründung keep"],
        [manager.personId, "Bea Probe-Buche", "practice_admin", "reduce", "Begründung reduce"],
        [viewer.personId, "Cem Demo-Cassis", "viewer", "end", "Arbeitet nicht mehr hier"],
      ]),
    );
    const recordedEntries = await auditEntries(testApp, id, "review.member_decided");
    expect(
      recordedEntries.map(({ target_id, record }) => [
        target_id,
        record.changes?.["decision"],
        record.reason,
      ]),
    ).toEqual(members.map(({ userId, decision, reason }) => [userId, [null, decision], reason]));
    const [entry] = await auditEntries(testApp, id, "review.completed");
    expect(entry?.actor_id).toBe(owner.personId);
    expect(entry?.record.changes).toEqual({ kept: [null, 1], reduced: [null, 1], ended: [null, 1] });
    expect([
      codeOf(await decide("Doch nicht", "keep")),
      codeOf(await client.call(completeReview, { params: review })),
    ]).toEqual(["CONFLICT", "CONFLICT"]);
    // An erased name is also removed from the review.
    await testApp.app.platformDb.write((tx) => tx.eraseAuditNames(manager.personId));
    const after = (await client.call(listReviewedMembers, { params: review })).result.data;
    expect(after.find(({ userId }) => userId === manager.personId)?.name).toBeNull();
  });

  it("R0-282 can be completed only with a decision about every current member, and after a step-up", async () => {
    const { id, params, owner, viewer, client } = await setUpOrganization();
    const review = { id, reviewId: (await client.call(startReview, { params })).result.id };
    expect(codeOf(await client.call(startReview, { params }))).toBe("CONFLICT");
    const members = (await client.call(listReviewedMembers, { params: review })).result.data;
    expect(members).toHaveLength(3);
    const [last, ...others] = members;
    const decide = (userId: string) =>
      client.call(decideReview, {
        params: { ...review, userId },
        body: { decision: "keep", reason: "Passt" },
      });
    for (const { userId } of others) await decide(userId);
    const refusal = await client.call(completeReview, { params: review });
    expect(refusal.problem).toMatchObject({ code: "REVIEW_INCOMPLETE" });
    await decide(String(last?.userId));
    const newMember = await makeMember(testApp, id, "editor");
    expect(codeOf(await client.call(completeReview, { params: review }))).toBe("REVIEW_INCOMPLETE");
    await decide(newMember.personId);
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      viewer.personId,
    ]);
    const otherOrganization = await setUpOrganization();
    expect(codeOf(await decide(otherOrganization.viewer.personId))).toBe("NOT_FOUND");
    await queryRows(
      testApp,
      "update session set authenticated_at = now() - interval '11 minutes' where person_id = $1",
      [owner.personId],
    );
    testApp.app.callers.cache.forgetAll();
    expect(codeOf(await client.call(completeReview, { params: review }))).toBe("STEP_UP_REQUIRED");
    expect(await auditEntries(testApp, id, "review.completed")).toEqual([]);
    await client.signIn(owner);
    // People who have left are not part of it.
    expect((await client.call(completeReview, { params: review })).result.kept).toBe(3);
  });

  it("see R0-282 shows when rights were last used, and whether fewer rights or an end have come into effect", async () => {
    const { id, owner, manager, viewer, client } = await setUpOrganization();
    const change = (role: "viewer" | "editor") =>
      client.call(setMemberRole, { params: { id, userId: manager.personId }, body: { role } });
    await client.call(updateReviewInterval, { params: { id }, body: { intervalMonths: 12 } });
    const openReview = await prepareReview(client, id);
    const self = (await client.call(listReviewedMembers, { params: openReview })).result.data.find(
      ({ userId }) => userId === owner.personId,
    );
    expect(self?.lastSignInAt).not.toBeNull();
    expect((await change("editor")).status).toBe(200);
    const changedMembers = (await client.call(listReviewedMembers, { params: openReview })).result.data;
    expect(changedMembers.find(({ userId }) => userId === owner.personId)?.lastChanges).toEqual([
      { area: "users", at: expect.any(String) },
    ]);
    expect(changedMembers.find(({ userId }) => userId === viewer.personId)?.lastChanges).toEqual([]);
    await client.call(completeReview, { params: openReview });
    const { id: reviewId } = await reviewRights(client, id, {
      [manager.personId]: "reduce",
      [viewer.personId]: "end",
    });
    const states = async () => {
      const members = (await client.call(listReviewedMembers, { params: { id, reviewId } })).result.data;
      return [owner, manager, viewer].map(
        ({ personId }) => members.find(({ userId }) => userId === personId)?.isCarriedOut,
      );
    };
    expect(await states()).toEqual([null, false, false]);
    expect((await change("viewer")).status).toBe(200);
    await queryRows(testApp, "update membership set valid_until = now() where person_id = $1", [
      viewer.personId,
    ]);
    expect(await states()).toEqual([null, true, true]);
  });

  it("rights that are reduced while the review is open count as reduced, even when the reason is changed later", async () => {
    const { id, manager, client } = await setUpOrganization();
    const review = await prepareReview(client, id, { [manager.personId]: "reduce" });
    const params = { id, userId: manager.personId };
    await client.call(setMemberRole, { params, body: { role: "viewer" } });
    const decide = (decision: "keep" | "reduce") =>
      client.call(decideReview, {
        params: { ...review, userId: manager.personId },
        body: { decision, reason: "Nur noch am Empfang" },
      });
    expect((await decide("reduce")).status).toBeLessThan(300);
    await client.call(completeReview, { params: review });
    const { result } = await client.call(listReviewedMembers, { params: review });
    expect(result.data.find(({ userId }) => userId === manager.personId)).toMatchObject({
      role: "practice_admin",
      reason: "Nur noch am Empfang",
      isCarriedOut: true,
    });
    // Another decision is about the rights of its own time.
    const next = await prepareReview(client, id, { [manager.personId]: "keep" });
    await client.call(setMemberRole, { params, body: { role: "editor" } });
    await client.call(decideReview, {
      params: { ...next, userId: manager.personId },
      body: { decision: "reduce", reason: "Zu viel" },
    });
    await client.call(completeReview, { params: next });
    const later = (await client.call(listReviewedMembers, { params: next })).result.data;
    expect(later.find(({ userId }) => userId === manager.personId)).toMatchObject({
      role: "editor",
      isCarriedOut: false,
    });
  });
});

describe("the members of a review", () => {
  it("see R0-282 are listed in pages, by last name while the review is open, and completely once it is completed", async () => {
    const { id, client } = await setUpOrganization();
    const review = await prepareReview(client, id);
    const page = async (number: number) => {
      const query = { page: number, limit: 2 };
      const { result } = await client.call(listReviewedMembers, { params: review, query });
      return [result.data.map(({ name }) => name), result.pagination.total];
    };
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [["Cem Demo-Cassis", "Anna Muster-Amsel"], 3],
      [["Bea Probe-Buche"], 3],
      [[], 3],
    ]);
    await client.call(completeReview, { params: review });
    const [[first, total], [second]] = [await page(1), await page(2)];
    expect(total).toBe(3);
    const names = ["Anna Muster-Amsel", "Bea Probe-Buche", "Cem Demo-Cassis"];
    expect(new Set([first, second].flat())).toEqual(new Set(names));
  });
});

describe("a review that is due", () => {
  /** Creates an organization that has had reviews for a number of days. */
  async function organizationWithReviews(days: number) {
    const setup = await setUpOrganization();
    await queryRows(
      testApp,
      "update organization set rights_reviews_since = now() - make_interval(days => $2) where organization_id = $1",
      [setup.id, days],
    );
    return setup;
  }
  const notifier = () => testApp.app.jobs.find(({ name }) => name === "due-reviews");
  const run = async () => notifier()?.run(new AbortController().signal);
  const notifiedPeople = async (organizationId: string) =>
    (
      await queryRows<{ person_id: string }>(
        testApp,
        "select person_id from notification where organization_id = $1 and kind = 'reviewDue' order by created_at, id",
        [organizationId],
      )
    ).map((row) => row.person_id);

  it("R0-283 sends a notification and a mail to each org_admin, once for each due date", async () => {
    const { id, params, owner, client } = await organizationWithReviews(100);
    const second = await makeMember(testApp, id, "org_admin");
    const blockedMember = await makeMember(testApp, id, "org_admin");
    await queryRows(testApp, "update membership set blocked_at = now() where person_id = $1", [
      blockedMember.personId,
    ]);
    const recent = await organizationWithReviews(60);
    const halfYearly = await organizationWithReviews(100);
    await halfYearly.client.call(updateReviewInterval, {
      params: halfYearly.params,
      body: { intervalMonths: 6 },
    });
    expect((await client.call(listReviews, { params })).result.isDue).toBe(true);
    await Promise.all([run(), run()]);
    await run();
    expect((await notifiedPeople(id)).toSorted()).toEqual([owner.personId, second.personId].toSorted());
    expect([await notifiedPeople(recent.id), await notifiedPeople(halfYearly.id)]).toEqual([[], []]);
    const notices = (await client.call(listNotifications)).result.data.filter(
      ({ kind }) => kind === "reviewDue",
    );
    expect(notices.map(({ type, route }) => [type, route])).toEqual([["warning", "reviews"]]);
    await vi.waitFor(async () => {
      const mails = await mailsOf(testApp, "reviewDue");
      for (const { email } of [owner, second])
        expect(mails.filter((mail) => mail.includes(String(email)))).toHaveLength(1);
    });
    await reviewRights(client, id);
    expect((await client.call(listReviews, { params })).result.isDue).toBe(false);
    await run();
    expect(await notifiedPeople(id)).toHaveLength(2);
    await queryRows(
      testApp,
      "update rights_review set completed_at = now() - interval '93 days' where organization_id = $1",
      [id],
    );
    await run();
    await run();
    expect(await notifiedPeople(id)).toHaveLength(4);
  });

  it("R0-283 is not due at once in an organization that is older than the reviews", async () => {
    const { id, params, client } = await setUpOrganization();
    await queryRows(
      testApp,
      "update organization set created_at = now() - interval '2 years' where organization_id = $1",
      [id],
    );
    const { isDue, dueAt } = (await client.call(listReviews, { params })).result;
    expect(isDue).toBe(false);
    expect(Date.parse(dueAt)).toBeGreaterThan(testApp.clock.now().getTime() + 80 * 86_400_000);
    await run();
    expect(await notifiedPeople(id)).toEqual([]);
  });

  it("R0-283 is found for many organizations in few statements, in batches", async () => {
    await queryRows(
      testApp,
      `with made as (
         insert into organization (organization_id, name, practice_code, country, time_zone, currency, status, rights_reviews_since)
         select gen_random_uuid(), 'Praxis Probe ' || n, 'MANY-' || n, 'DE', 'Europe/Berlin', 'EUR', 'active',
           now() - interval '1 year'
         from generate_series(1, 25) n returning organization_id
       ), people as (
         insert into person (id, first_name, last_name)
         select organization_id, 'Vera', 'Muster-Viele' from made returning id
       )
       insert into membership (organization_id, id, person_id, role, status, first_name, last_name)
       select id, gen_random_uuid(), id, 'org_admin', 'active', 'Vera', 'Muster-Viele' from people`,
    );
    const storedCounts: number[] = [];
    const counting = {
      storeAndMail: (_tx: unknown, raised: readonly unknown[]) => storedCounts.push(raised.length),
    };
    const { platformDb } = testApp.app;
    await dueReviewsJob({ platformDb, clock: testApp.clock, notifier: counting }, 10).run(
      new AbortController().signal,
    );
    expect(storedCounts.length).toBeLessThanOrEqual(4);
    expect(storedCounts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(25);
  });
});
