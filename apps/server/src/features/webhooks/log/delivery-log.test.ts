import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { openOrganizationWithWebhooks } from "../../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../../test/webhooks/webhook-receiver.ts";
import { cleanupJob } from "../../../platform/jobs/cleanup.ts";

let testApp: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  testApp = await createTestApp(reachesThisMachine);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

/** Stores deliveries of a webhook, one per state, each a minute older than the previous one. */
async function store(webhookId: string, states: readonly string[], firstAge = "0 days"): Promise<void> {
  await queryRows(
    testApp,
    `insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at,
       state, created_at, succeeded_at)
     select w.organization_id, gen_random_uuid(), w.id, gen_random_uuid(),
       case when n % 2 = 0 then 'site.created' else 'department.created' end, n, '{}', now(), s.state,
       now() - $3::interval - n * interval '1 minute', case when s.state = 'succeeded' then now() end
     from webhook w, unnest($2::text[]) with ordinality as s (state, n) where w.id = $1`,
    [webhookId, states, firstAge],
  );
}

describe("the delivery log", () => {
  it("R0-133 is read in pages by cursor, newest first, with filters, and contains 30 days", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const otherWebhook = await webhooks.add(receiver.url, { name: "Andere" });
    const states = ["succeeded", "failed", "skipped", "succeeded", "held", "failed", "succeeded"];
    await store(id, states);
    await store(otherWebhook.id, ["failed"]);
    const sequencesOf = (page: { data: { sequence: number }[] }) => page.data.map(({ sequence }) => sequence);

    const first = await webhooks.deliveries(id, { limit: 3 });
    expect(sequencesOf(first)).toEqual([1, 2, 3]);
    expect(first.pagination).toMatchObject({ prevCursor: null, totalEstimate: 7 });
    // A delivery that arrives between two reads does not shift the pages.
    await store(id, ["failed"], "-5 minutes");
    const second = await webhooks.deliveries(id, { limit: 3, cursor: String(first.pagination.nextCursor) });
    expect(sequencesOf(second)).toEqual([4, 5, 6]);
    const third = await webhooks.deliveries(id, { limit: 3, cursor: String(second.pagination.nextCursor) });
    expect([sequencesOf(third), third.pagination.nextCursor]).toEqual([[7], null]);
    const back = await webhooks.deliveries(id, { limit: 3, cursor: String(second.pagination.prevCursor) });
    expect(sequencesOf(back)).toEqual([1, 2, 3]);

    expect(sequencesOf(await webhooks.deliveries(id, { state: "failed" }))).toEqual([1, 2, 6]);
    expect(sequencesOf(await webhooks.deliveries(id, { eventType: "site.created" }))).toEqual([2, 4, 6]);
    const now = Date.now();
    const from = new Date(now - 330_000).toISOString();
    const to = new Date(now - 150_000).toISOString();
    expect(sequencesOf(await webhooks.deliveries(id, { from, to }))).toEqual([3, 4, 5]);

    await store(id, ["failed", "succeeded", "held"], "30 days 1 minute");
    await store(id, ["skipped"], "29 days 23:30");
    await cleanupJob(testApp.app.platformDb, testApp.app.deletions).run(new AbortController().signal);
    const recent = await webhooks.deliveries(id, { to: new Date(now - 29 * 86_400_000).toISOString() });
    expect(recent.data.map(({ state }) => state)).toEqual(["skipped", "held"]);
    expect((await webhooks.deliveries(id)).data).toHaveLength(10);
  });

  it("see R0-133 can be read from its oldest delivery, even while deliveries arrive at the same time", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const states = ["succeeded", "failed", "skipped", "succeeded", "held", "failed", "succeeded"];
    await store(id, states);
    // Pages also split deliveries that were created together.
    await queryRows(
      testApp,
      "update webhook_delivery set created_at = now() - interval '1 hour' where webhook_id = $1 and sequence > 2",
      [id],
    );
    const oldestFirst = { sortBy: "createdAt", sortOrder: "asc", limit: 2 };
    const idsOf = (page: { data: { id: string }[] }) => page.data.map((delivery) => delivery.id);
    const newestFirst = idsOf(await webhooks.deliveries(id));

    const pages = [await webhooks.deliveries(id, oldestFirst)];
    for (let cursor = pages[0]?.pagination.nextCursor; cursor !== null && cursor !== undefined;) {
      const page = await webhooks.deliveries(id, { ...oldestFirst, cursor });
      pages.push(page);
      cursor = page.pagination.nextCursor;
    }
    expect(pages.map((page) => page.data.length)).toEqual([2, 2, 2, 1]);
    expect(pages.flatMap(idsOf)).toEqual(newestFirst.toReversed());
    expect(pages[0]?.pagination.prevCursor).toBeNull();
    const back = await webhooks.deliveries(id, {
      ...oldestFirst,
      cursor: String(pages[2]?.pagination.prevCursor),
    });
    expect(idsOf(back)).toEqual(newestFirst.toReversed().slice(2, 4));
  });

  it("see R0-133 is searched by event id, status and event type", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const otherWebhook = await webhooks.add(receiver.url, { name: "Andere" });
    await store(id, ["succeeded", "failed", "failed"]);
    await store(otherWebhook.id, ["failed"]);
    await queryRows(
      testApp,
      "update webhook_delivery set last_status = 404, last_failure = 'status' where state = 'failed' and sequence <> 2",
    );
    const findSequences = async (search: string) => {
      const page = await webhooks.deliveries(id, { search });
      expect(page.pagination.totalEstimate).toBe(page.data.length);
      return page.data.map(({ sequence }) => sequence);
    };
    const [newest] = (await webhooks.deliveries(id)).data;
    expect(await findSequences(String(newest?.eventId))).toEqual([1]);
    expect(await findSequences(String(newest?.eventId).toUpperCase())).toEqual([1]);
    expect(await findSequences("404")).toEqual([3]);
    expect(await findSequences("500")).toEqual([]);
    expect(await findSequences(" Site.")).toEqual([2]);
    expect(await findSequences("created")).toEqual([1, 2, 3]);
    expect(await findSequences("%")).toEqual([]);
    expect(await findSequences(" ")).toEqual([1, 2, 3]);
  });

  it("R0-134 resends a single delivery with a new schedule, unless an attempt is already due", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await store(id, ["failed", "failed", "succeeded", "skipped"]);
    const [newest, older, ...settled] = (await webhooks.deliveries(id)).data;
    // The delivery has used all attempts of its schedule.
    await queryRows(testApp, "update webhook_delivery set scheduled_attempts = 10 where id = $1", [
      newest?.id,
    ]);
    receiver.respondWithStatus(500);
    const { status, result } = await webhooks.resend(id, String(newest?.id));
    expect([status, result.state]).toEqual([202, "pending"]);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(newest?.eventId);
    expect((await webhooks.resend(id, String(newest?.id))).problem.code).toBe("CONFLICT");
    await eventually(async () => {
      const detail = await webhooks.delivery(id, String(newest?.id));
      expect(detail).toMatchObject({ state: "pending", attempts: 1 });
      expect(detail.attemptLog.map(({ trigger, status: answered }) => [trigger, answered])).toEqual([
        ["resend", 500],
      ]);
    });
    expect((await webhooks.delivery(id, String(older?.id))).state).toBe("failed");
    expect(await auditEntries(testApp, webhooks.organization.id, "webhook.resent")).toHaveLength(1);
    // A delivery that has arrived, or was skipped, can be resent as well.
    for (const { id: deliveryId } of settled)
      expect((await webhooks.resend(id, deliveryId)).result.state).toBe("pending");
    const sentIds = () => receiver.received.map(({ headers }) => String(headers["webhook-id"])).toSorted();
    const expectedIds = [newest, ...settled].map((delivery) => String(delivery?.eventId)).toSorted();
    await eventually(() => expect(sentIds()).toEqual(expectedIds));
    await webhooks.update(id, { enabled: false });
    expect((await webhooks.resend(id, String(older?.id))).problem.code).toBe("CONFLICT");
  });

  it("R0-135 replays a time range, or only the missing deliveries in it", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await store(id, ["succeeded", "failed", "skipped", "held"]);
    // These deliveries are before and after the time range.
    await store(id, ["failed"], "2 hours");
    await store(id, ["failed"], "-5 minutes");
    expect((await webhooks.replay(id, true)).result).toEqual({ deliveries: 2 });
    const sequences = () =>
      receiver.received.map(({ json }) => Number(json["sequence"])).toSorted((left, right) => left - right);
    await eventually(() => expect(sequences()).toEqual([2, 3]));
    await eventually(async () => {
      expect((await webhooks.deliveries(id, { state: "succeeded" })).data).toHaveLength(3);
    });
    expect((await webhooks.replay(id, true)).result).toEqual({ deliveries: 0 });
    expect((await webhooks.replay(id, false)).result).toEqual({ deliveries: 3 });
    await eventually(() => expect(sequences()).toEqual([1, 2, 2, 3, 3]));
    const entries = await auditEntries(testApp, webhooks.organization.id, "webhook.replayed");
    expect(entries.map(({ record }) => record.changes)).toEqual([
      { deliveries: [null, 2] },
      { deliveries: [null, 0] },
      { deliveries: [null, 3] },
    ]);
  });
});
