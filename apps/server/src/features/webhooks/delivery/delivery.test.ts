import type { ServerResponse } from "node:http";
import type { AuditAction } from "@praxisportal/contract/audit-actions";
import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { listNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import { suspendTenant, reactivateTenant } from "@praxisportal/contract/tenants/tenants.endpoints";
import { testWebhook } from "@praxisportal/contract/webhooks/webhooks.endpoints";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { auditEntries, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { makeDue, openOrganizationWithWebhooks } from "../../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../../test/webhooks/webhook-receiver.ts";
import { bodyFormats } from "../webhook-body.ts";

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

/** Types that webhooks may receive. A new type is sent to foreign servers, so it must be added here deliberately. */
const publicTypes =
  `billing.quota_changed department.created department.deleted department.merged department.renamed
  invoice.finalised invoice.paid member.added member.invitation_accepted member.invitation_resent member.removed
  organization.created organization.deleted organization.limits_changed organization.plan_changed
  organization.reactivated organization.restored organization.suspended organization.updated site.created
  site.deleted site.updated staff.access_extended staff.employment_changed staff.offboarding_cancelled
  staff.offboarding_changed staff.offboarding_completed staff.offboarding_planned staff.onboarding_started
  subscription.changed user.blocked user.connections_reset user.created user.deleted user.email_changed
  user.profile_updated user.role_changed user.site_changed user.transfer_undone user.transferred
  user.two_factor_disabled user.two_factor_enabled user.two_factor_reset user.unblocked user.unlocked user.updated
  workstation.removed workstation.updated`.split(/\s+/);

const untilReceived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));

describe("a committed change", () => {
  it("R7n-17 is delivered to the webhooks that subscribe to it, unlike one that is rolled back", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const otherOrganization = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await webhooks.add(receiver.url, { eventTypes: ["site.created"] });
    await otherOrganization.add(receiver.url);
    const rolledBack = testApp.app.identityDb.write(async (tx) => {
      tx.record({
        organizationId: webhooks.organization.id,
        action: "department.created",
        actor: { type: "system", id: null },
        ids: { departmentId: "00000000-0000-4000-8000-000000000001" },
      });
      await Promise.resolve();
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    const departmentId = await webhooks.change();
    await untilReceived(1);
    expect(receiver.received[0]?.json).toMatchObject({
      type: "department.created",
      organizationId: webhooks.organization.id,
      data: { departmentId },
    });
    await eventually(async () => {
      const { data } = await webhooks.deliveries(id);
      expect(data.map(({ state, attempts }) => [state, attempts])).toEqual([["succeeded", 1]]);
    });
    // The outbox row of the change is handled a second later, and must not deliver the change again.
    await eventually(async () => {
      const rows = await queryRows(testApp, "select from outbox where payload::text like $1", [
        `%${departmentId}%`,
      ]);
      expect(rows).toEqual([]);
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("R0-113 is sent with only the ids of the changed object", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    await webhooks.add(receiver.url);
    const departmentId = await webhooks.change();
    await untilReceived(1);
    const [{ json, body } = { json: {} as Record<string, unknown>, body: "" }] = receiver.received;
    expect(Object.keys(json)).toEqual([
      "id",
      "type",
      "apiVersion",
      "timestamp",
      "organizationId",
      "sequence",
      "data",
    ]);
    expect(json["data"]).toEqual({ departmentId });
    expect(body).not.toContain("Abteilung");
  });

  it("R0-115 creates no delivery if its type is not public, regardless of the stored subscription", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const hidden = Object.entries(domainEvents).filter(([, { name }]) => !publicTypes.includes(name));
    expect(hidden.length).toBeGreaterThan(50);
    await queryRows(testApp, "update webhook set event_types = $2 where id = $1", [
      id,
      [...hidden.map(([, { name }]) => name), "webhook.updated", "department.created"],
    ]);
    await webhooks.update(id, { name: "Neu" });
    await testApp.app.identityDb.write(async (tx) => {
      for (const [action, { ids }] of hidden)
        tx.record({
          organizationId: webhooks.organization.id,
          action: action as AuditAction,
          actor: { type: "system", id: null },
          ids: Object.fromEntries(ids.map((name) => [name, uuidV7()])),
        });
    });
    await webhooks.change();
    await untilReceived(1);
    const rows = await queryRows(testApp, "select event_type from webhook_delivery where webhook_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ event_type: "department.created" }]);
  });

  it("R0-114 is logged with a warning if its body exceeds 20 KiB, and not sent if it exceeds 64 KiB", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    await webhooks.add(receiver.url, { eventTypes: ["organization.created"] });
    const record = (length: number) =>
      testApp.app.identityDb.write(async (tx) => {
        tx.record({
          organizationId: webhooks.organization.id,
          action: "organization.created",
          actor: { type: "system", id: null },
          ids: { organizationId: "x".repeat(length) },
        });
      });
    const logged = (text: string, level: number) =>
      testApp.logLines.filter((line) => line.includes(text) && line.includes(`"level":${level},`)).length;
    await record(0);
    await untilReceived(1);
    const [first] = receiver.received;
    const sequence = Number(first?.json["sequence"]);
    expect(sequence + 5).toBeLessThan(10);
    const overhead = first?.body.length ?? 0;
    for (const [bytes, warnings, refusals] of [
      [20_480, 0, 0],
      [20_481, 1, 0],
      [65_536, 2, 0],
      [65_537, 2, 1],
      [100, 2, 1],
    ] as const) {
      if (bytes > overhead) await record(bytes - overhead);
      else await record(0);
      await eventually(() =>
        expect([bytes, logged("webhooks: large body", 40), logged("webhooks: body too large", 50)]).toEqual([
          bytes,
          warnings,
          refusals,
        ]),
      );
    }
    await untilReceived(5);
    const lengths = receiver.received.map(({ body }) => body.length);
    expect(lengths.toSorted((left, right) => left - right)).toEqual([
      overhead,
      overhead,
      20_480,
      20_481,
      65_536,
    ]);
  });

  it("R0-126 has the sequence number of the organization, and due deliveries start in its order", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(500);
    for (let count = 0; count < 6; count += 1) await webhooks.change();
    await untilReceived(6);
    await eventually(async () => {
      const { data } = await webhooks.deliveries(id);
      expect(data.every(({ attempts }) => attempts === 1)).toBe(true);
    });
    receiver.received.length = 0;
    const waiting: ServerResponse[] = [];
    receiver.respondWith((_received, response) => void waiting.push(response));
    await makeDue(testApp, id);
    // Four are in flight, and each response lets the next one start.
    for (let count = 4; count <= 6; count += 1) {
      await untilReceived(count);
      waiting.shift()?.end();
    }
    for (const response of waiting) response.end();
    const sequences = receiver.received.map(({ json }) => Number(json["sequence"]));
    const ordered = sequences.toSorted((left, right) => left - right);
    expect(new Set(ordered).size).toBe(6);
    expect(new Set(sequences.slice(0, 4))).toEqual(new Set(ordered.slice(0, 4)));
    expect(sequences.slice(4)).toEqual(ordered.slice(4));
  });

  it("R0-127 is sent in the version of the webhook even if a newer version exists", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const pinned = await webhooks.add(receiver.url, { name: "Alt" });
    bodyFormats.set("2099-01-01", ({ id, type }) => ({
      apiVersion: "2099-01-01",
      eventId: id,
      eventType: type,
    }));
    try {
      expect((await webhooks.add(receiver.url, { name: "Neu" })).apiVersion).toBe("2099-01-01");
      await webhooks.change();
      await untilReceived(2);
      // A change of the webhook, a delivery that is sent again and a test keep the version.
      const renamed = await webhooks.update(pinned.id, { name: "Umbenannt" });
      expect(renamed.result.apiVersion).toBe("2026-11-01");
      await eventually(async () => {
        const [delivery] = (await webhooks.deliveries(pinned.id, { state: "succeeded" })).data;
        expect((await webhooks.resend(pinned.id, String(delivery?.id))).status).toBe(202);
      });
      await untilReceived(3);
      await webhooks.client.call(testWebhook, { params: { ...webhooks.params, webhookId: pinned.id } });
      const again = receiver.received.slice(2).map(({ json }) => json["apiVersion"]);
      expect(again).toEqual(["2026-11-01", "2026-11-01"]);
    } finally {
      bodyFormats.delete("2099-01-01");
    }
    const [old, current] = receiver.received
      .slice(0, 2)
      .map(({ json }) => json)
      .toSorted((left, right) => String(left["apiVersion"]).localeCompare(String(right["apiVersion"])));
    expect(old).toMatchObject({ apiVersion: "2026-11-01", type: "department.created" });
    expect(current).toEqual({
      apiVersion: "2099-01-01",
      eventId: old?.["id"],
      eventType: "department.created",
    });
  });
});

describe("an attempt", () => {
  it("R0-118 passes verification by the package `standardwebhooks`: first, repeated, resent, replayed and test", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id, secret } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(503);
    await webhooks.change();
    await untilReceived(1);
    await untilAttempted(webhooks, id, 1);
    receiver.respondWithStatus(200);
    await makeDue(testApp, id);
    await untilReceived(2);
    const [delivery] = await untilAttempted(webhooks, id, 2);
    await webhooks.resend(id, String(delivery?.id));
    await untilReceived(3);
    await untilAttempted(webhooks, id, 3);
    await webhooks.replay(id, false);
    await untilReceived(4);
    const params = { ...webhooks.params, webhookId: id };
    expect((await webhooks.client.call(testWebhook, { params })).result.succeeded).toBe(true);
    await untilReceived(5);
    const verifier = new Webhook(secret);
    for (const { body, headers } of receiver.received)
      expect(verifier.verify(body, { ...headers })).toBeTruthy();
    expect(() => verifier.verify("{}", { ...receiver.received[0]?.headers })).toThrow(
      "No matching signature",
    );
  });

  it("R0-117 has the id of the event as webhook-id, even when it is resent or replayed", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(500);
    await webhooks.change();
    await untilReceived(1);
    await untilAttempted(webhooks, id, 1);
    receiver.respondWithStatus(200);
    await makeDue(testApp, id);
    await untilReceived(2);
    await untilAttempted(webhooks, id, 2);
    const [delivery] = (await webhooks.deliveries(id)).data;
    expect((await webhooks.resend(id, String(delivery?.id))).status).toBe(202);
    await untilReceived(3);
    await untilAttempted(webhooks, id, 3);
    expect((await webhooks.replay(id, false)).result).toEqual({ deliveries: 1 });
    await untilReceived(4);
    const ids = receiver.received.map(({ headers, json }) => [headers["webhook-id"], json["id"]]);
    expect(new Set(ids.flat())).toEqual(new Set([delivery?.eventId]));
  });

  it("R0-121 is repeated after the delays of the schedule, up to ten attempts in total", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(500);
    await webhooks.change();
    const delaysMs = [5_000, 300_000, 1_800_000, 86_400_000];
    for (const [index, delayMs] of delaysMs.entries()) {
      const [delivery] = await untilAttempted(webhooks, id, index + 1);
      expect(delivery?.state).toBe("pending");
      const waitMs =
        Date.parse(String(delivery?.nextAttemptAt)) - Date.parse(String(delivery?.lastAttempt?.at));
      expect(waitMs).toBeGreaterThanOrEqual(0.8 * delayMs);
      expect(waitMs).toBeLessThan(1.2 * delayMs + 5_000);
      // The fourth attempt counts as the ninth of the schedule.
      if (index === 2)
        await queryRows(testApp, "update webhook_delivery set scheduled_attempts = 8 where webhook_id = $1", [
          id,
        ]);
      await makeDue(testApp, id);
    }
    await eventually(async () => {
      const [delivery] = (await webhooks.deliveries(id)).data;
      expect(delivery).toMatchObject({ state: "failed", nextAttemptAt: null });
    });
  });

  it("R0-122 is postponed by Retry-After, which does not count against the schedule", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(429, { "retry-after": "120" });
    await webhooks.change();
    for (const count of [1, 2, 3]) {
      const [delivery] = await untilAttempted(webhooks, id, count);
      // The later responses have another status, and a date.
      const date = new Date(Date.now() + 120_000).toUTCString();
      receiver.respondWithStatus(count === 1 ? 503 : 404, { "retry-after": date });
      expect(delivery?.state).toBe("pending");
      const waitMs =
        Date.parse(String(delivery?.nextAttemptAt)) - Date.parse(String(delivery?.lastAttempt?.at));
      expect(Math.abs(waitMs - 120_000)).toBeLessThan(5_000);
      // Only the last attempt remains.
      const last =
        "update webhook_delivery set scheduled_attempts = 9 where webhook_id = $1 and scheduled_attempts in (0, 9) returning id";
      expect(await queryRows(testApp, last, [id])).toHaveLength(1);
      await makeDue(testApp, id);
    }
    receiver.respondWithStatus(429);
    await untilAttempted(webhooks, id, 4);
    await makeDue(testApp, id);
    await eventually(async () => {
      const [delivery] = (await webhooks.deliveries(id)).data;
      expect(delivery).toMatchObject({ state: "failed", nextAttemptAt: null });
    });
  });

  it("R0-123 R0-131 disables the webhook with a mail, a notification and an audit entry if the receiver responds with 410", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(410);
    await webhooks.change();
    await eventually(async () => {
      const [webhook] = await webhooks.list();
      expect(webhook).toMatchObject({ enabled: false, disabledReason: "gone" });
    });
    const [delivery] = (await webhooks.deliveries(id)).data;
    expect(delivery).toMatchObject({ state: "failed", nextAttemptAt: null });
    await webhooks.change();
    await eventually(async () => {
      const { data } = await webhooks.deliveries(id, { state: "skipped" });
      expect(data).toHaveLength(1);
    });
    expect(receiver.received).toHaveLength(1);
    const entries = await auditEntries(testApp, webhooks.organization.id, "webhook.disabled");
    expect(entries.map(({ record }) => [record.actor.type, record.target?.id, record.reason])).toEqual([
      ["system", id, "gone"],
    ]);
    const { data: notices } = (await webhooks.client.call(listNotifications)).result;
    expect(notices.map(({ kind }) => kind)).toEqual(["webhookDisabled"]);
    await eventually(async () => {
      const mails = await mailsOf(testApp, "webhookDisabled");
      expect(mails.filter((mail) => mail.includes(String(webhooks.member.email)))).toHaveLength(1);
    });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])(
    "R0-124 fails with the redirect %i, which is not followed",
    async (status) => {
      const webhooks = await openOrganizationWithWebhooks(testApp);
      const { id } = await webhooks.add(receiver.url);
      receiver.respondWithStatus(status, { location: receiver.url });
      await webhooks.change();
      const [delivery] = await untilAttempted(webhooks, id, 1);
      expect(delivery?.lastAttempt).toMatchObject({ succeeded: false, failure: "redirect", status });
      expect(receiver.received).toHaveLength(1);
    },
  );

  it("R0-125 keeps the first 1 KiB of the response", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    // The letters have two bytes each.
    receiver.respondWith((_received, response) => response.end(`${"ä".repeat(510)}ende${"b".repeat(5_000)}`));
    await webhooks.change();
    const [delivery] = await untilAttempted(webhooks, id, 1);
    const { attemptLog } = await webhooks.delivery(id, String(delivery?.id));
    expect(attemptLog.map(({ answer }) => answer)).toEqual([`${"ä".repeat(510)}ende`]);
  });

  it("R7n-18 is refused if the address has become private since it was saved", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await queryRows(testApp, "update webhook set url = 'https://10.0.0.5/eingang' where id = $1", [id]);
    await webhooks.change();
    const [delivery] = await untilAttempted(webhooks, id, 1);
    expect(delivery?.lastAttempt).toMatchObject({ succeeded: false, failure: "refused", status: null });
  });

  it("R0-300 is shown in the log without own headers and signatures", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const headers = [{ name: "X-Kennung", value: "geheim-1" }];
    const { id } = await webhooks.add(receiver.url, { headers });
    await webhooks.change();
    const [delivery] = await untilAttempted(webhooks, id, 1);
    const detail = await webhooks.delivery(id, String(delivery?.id));
    const headerValues = Object.fromEntries(detail.request.headers.map(({ name, value }) => [name, value]));
    expect(headerValues).toMatchObject({
      "X-Kennung": "•",
      "webhook-signature": "•",
      "webhook-id": delivery?.eventId,
    });
    expect(detail.request.body).toBe(receiver.received[0]?.body);
    expect(JSON.stringify(detail)).not.toContain("geheim-1");
  });
});

describe("a suspended organization", () => {
  it("R0-141 has its deliveries held and gets them in batches after its reactivation", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url, {
      eventTypes: ["department.created", "organization.suspended"],
    });
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    receiver.respondWithStatus(500);
    await webhooks.change();
    await untilAttempted(webhooks, id, 1);
    const call = { params: webhooks.params };
    expect((await operator.call(suspendTenant, { ...call, body: { reason: "Zahlung" } })).status).toBe(200);
    receiver.respondWithStatus(200);
    await makeDue(testApp, id);
    const states = async () => {
      const rows = await queryRows<{ state: string }>(
        testApp,
        "select state from webhook_delivery where webhook_id = $1",
        [id],
      );
      return rows.map(({ state }) => state);
    };
    await eventually(async () => expect(await states()).toEqual(["held", "held"]));
    // With 150 more, the deliveries do not fit into one batch of 100.
    await queryRows(
      testApp,
      `insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at, state)
       select organization_id, gen_random_uuid(), id, gen_random_uuid(), 'department.created', 1000 + n, '{}', now(), 'held'
       from webhook, generate_series(1, 150) n where id = $1`,
      [id],
    );
    receiver.received.length = 0;
    const startedAt = performance.now();
    expect((await operator.call(reactivateTenant, call)).status).toBe(200);
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(100));
    const firstBatchMs = performance.now() - startedAt;
    await untilReceived(152);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(Math.max(900, firstBatchMs));
    expect((await states()).every((state) => state === "succeeded" || state === "pending")).toBe(true);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(152);
  });
});

/** Waits until the deliveries of a webhook have had this number of attempts, and returns them. */
function untilAttempted(
  webhooks: Awaited<ReturnType<typeof openOrganizationWithWebhooks>>,
  webhookId: string,
  attempts: number,
) {
  return eventually(async () => {
    const { data } = await webhooks.deliveries(webhookId);
    expect(data[0]?.attempts).toBe(attempts);
    return data;
  });
}
