import { listNotifications } from "@praxisportal/contract/notifications/notifications.endpoints";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { makeDue, openOrganizationWithWebhooks } from "../../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../../test/webhooks/webhook-receiver.ts";

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

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Runs the job that warns and disables. */
async function runHealthJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "webhook-health");
  if (job === undefined) throw new Error("there is no job webhook-health");
  await job.run(new AbortController().signal);
}

/** Sets the time of the first failure of a webhook and the number of failures. */
async function setFailing(id: string, sinceMs: number, failures: number): Promise<void> {
  const since = new Date(testApp.clock.now().getTime() - sinceMs);
  await queryRows(testApp, "update webhook set failing_since = $2, failures = $3 where id = $1", [
    id,
    since,
    failures,
  ]);
}

async function notificationsOf({ client }: Awaited<ReturnType<typeof openOrganizationWithWebhooks>>) {
  return (await client.call(listNotifications, {})).result.data.map(({ kind }) => kind);
}

describe("a webhook that keeps failing", () => {
  it("R0-128 raises one warning after 4 days", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await setFailing(id, 4 * dayMs - hourMs, 30);
    await runHealthJob();
    expect(await notificationsOf(webhooks)).toEqual([]);
    await setFailing(id, 4 * dayMs + hourMs, 3);
    await runHealthJob();
    await runHealthJob();
    expect(await notificationsOf(webhooks)).toEqual(["webhookFailing"]);
    await eventually(async () => {
      const mails = await mailsOf(testApp, "webhookFailing");
      expect(mails.filter((mail) => mail.includes(String(webhooks.member.email)))).toHaveLength(1);
    });
    expect((await webhooks.list())[0]).toMatchObject({ enabled: true });
  });

  it("R0-129 is disabled only after 5 days with at least 20 failures", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const stateAfter = async (sinceMs: number, failures: number) => {
      await setFailing(id, sinceMs, failures);
      await runHealthJob();
      return (await webhooks.list())[0]?.disabledReason;
    };
    expect(await stateAfter(5 * dayMs - hourMs, 500)).toBeNull();
    expect(await stateAfter(9 * dayMs, 19)).toBeNull();
    expect(await stateAfter(5 * dayMs + hourMs, 20)).toBe("failing");
  });

  it("R0-131 is disabled with a mail, a notification and an audit entry, once", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await setFailing(id, 6 * dayMs, 40);
    await queryRows(testApp, "update webhook set warned_at = now() where id = $1", [id]);
    await Promise.all([runHealthJob(), runHealthJob()]);
    const entries = await auditEntries(testApp, webhooks.organization.id, "webhook.disabled");
    expect(entries.map(({ record }) => [record.actor.type, record.target?.id, record.reason])).toEqual([
      ["system", id, "failing"],
    ]);
    expect(await notificationsOf(webhooks)).toEqual(["webhookDisabled"]);
    await eventually(async () => {
      const mails = await mailsOf(testApp, "webhookDisabled");
      expect(mails.filter((mail) => mail.includes(String(webhooks.member.email)))).toHaveLength(1);
    });
  });

  it("R0-130 restarts its failure clock after a success and when it is enabled again", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    await setFailing(id, 6 * dayMs, 9);
    await webhooks.change();
    await eventually(async () => {
      const [webhook] = await webhooks.list();
      expect(webhook?.health).toMatchObject({ state: "healthy", failures: 0, failingSince: null });
    });
    await setFailing(id, 6 * dayMs, 40);
    await runHealthJob();
    const enabled = await webhooks.update(id, { enabled: true });
    expect(enabled.result).toMatchObject({ enabled: true, health: { failures: 0, failingSince: null } });
    receiver.respondWithStatus(500);
    await webhooks.change();
    await eventually(async () => {
      const [webhook] = await webhooks.list();
      expect(webhook?.health.failures).toBe(1);
      const since = Date.parse(String(webhook?.health.failingSince));
      expect(testApp.clock.now().getTime() - since).toBeLessThan(60_000);
    });
    await runHealthJob();
    expect((await webhooks.list())[0]).toMatchObject({ enabled: true });
  });
});

describe("the last day of a webhook", () => {
  it("R0-142 counts successes and failures in each of its hours", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    const lastDay = async () => (await webhooks.list())[0]?.health.lastDay ?? [];
    expect(await lastDay()).toEqual(Array.from({ length: 24 }, () => ({ succeeded: 0, failed: 0 })));
    for (let count = 0; count < 3; count += 1) await webhooks.change();
    await eventually(async () => expect((await lastDay())[23]).toEqual({ succeeded: 3, failed: 0 }));
    receiver.respondWithStatus(500);
    await webhooks.change();
    await eventually(async () => expect((await lastDay())[23]).toEqual({ succeeded: 3, failed: 1 }));
    const moveOne = (hours: number) =>
      queryRows(
        testApp,
        `update webhook_delivery set created_at = $2::timestamptz - $3 * interval '1 hour'
         where id = (select id from webhook_delivery where webhook_id = $1 and state = 'succeeded'
           order by created_at desc limit 1)`,
        [id, testApp.clock.now(), hours],
      );
    await moveOne(5.5);
    await moveOne(25);
    const hours = await lastDay();
    expect([hours[23], hours[18]]).toEqual([
      { succeeded: 1, failed: 1 },
      { succeeded: 1, failed: 0 },
    ]);
    expect(hours.reduce((sum, hour) => sum + hour.succeeded, 0)).toBe(2);
  });
});

describe("the circuit of a webhook", () => {
  it("R0-132 opens after 10 failures and allows a single probe", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const { id } = await webhooks.add(receiver.url);
    receiver.respondWithStatus(500);
    const failures = async () => (await webhooks.list())[0]?.health;
    await setFailing(id, hourMs, 8);
    await webhooks.change();
    await eventually(async () => expect(await failures()).toMatchObject({ state: "failing", failures: 9 }));
    await webhooks.change();
    await eventually(async () => expect(await failures()).toMatchObject({ state: "paused", failures: 10 }));
    const waiting = async (count: number, seconds: number) => {
      await eventually(async () => {
        const rows = await queryRows(
          testApp,
          `select from webhook_delivery where webhook_id = $1 and state = 'pending'
             and next_attempt_at > $2::timestamptz + $3 * interval '1 second'`,
          [id, testApp.clock.now(), seconds],
        );
        expect(rows).toHaveLength(count);
      });
    };
    await webhooks.change();
    await webhooks.change();
    await webhooks.change();
    // The two that failed are due in 5 s. The three new ones wait for the probe and are not attempted.
    await waiting(3, 200);
    expect(receiver.received).toHaveLength(2);
    receiver.respondWithStatus(200);
    await queryRows(testApp, "update webhook set probe_at = $2 where id = $1", [id, testApp.clock.now()]);
    let respond: (() => void) | undefined;
    receiver.respondWith((_received, response) => {
      respond = () => response.end();
    });
    await makeDue(testApp, id);
    await waiting(4, 0);
    expect(receiver.received).toHaveLength(3);
    expect(respond).toBeDefined();
    receiver.respondWithStatus(200);
    respond?.();
    await eventually(async () => expect(await failures()).toMatchObject({ state: "healthy", failures: 0 }));
    await makeDue(testApp, id);
    await eventually(async () => {
      const { data } = await webhooks.deliveries(id);
      expect(data.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "succeeded"));
    });
  });
});

describe("a receiver that hangs", () => {
  it("R0-139 has at most 4 deliveries of an endpoint in flight, and an organization at most 10 endpoints", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const prompt = await startReceiver();
    try {
      await webhooks.add(receiver.url);
      for (let count = 0; count < 9; count += 1) await webhooks.add(prompt.url);
      expect((await webhooks.create({ url: prompt.url })).problem.code).toBe("CONFLICT");
      const waiting: (() => void)[] = [];
      receiver.respondWith((_received, response) => void waiting.push(() => response.end()));
      for (let count = 0; count < 8; count += 1) await webhooks.change();
      await eventually(() => expect(prompt.received).toHaveLength(72));
      expect(receiver.received).toHaveLength(4);
      for (let count = 5; count <= 8; count += 1) {
        waiting.shift()?.();
        await eventually(() => expect(receiver.received).toHaveLength(count));
        expect(waiting).toHaveLength(4);
      }
      for (const respond of waiting) respond();
    } finally {
      await prompt.stop();
    }
  });

  it("R0-140 delays no other endpoint", async () => {
    const webhooks = await openOrganizationWithWebhooks(testApp);
    const healthy = await startReceiver();
    try {
      receiver.respondWith(() => undefined);
      for (let count = 0; count < 9; count += 1) await webhooks.add(receiver.url, { name: `Hängt ${count}` });
      await webhooks.add(healthy.url, { name: "Gesund" });
      for (let count = 0; count < 10; count += 1) await webhooks.change();
      await eventually(() => expect(receiver.received).toHaveLength(36));
      await eventually(() => expect(healthy.received).toHaveLength(10));
      const startedAt = performance.now();
      await webhooks.change();
      await eventually(() => expect(healthy.received).toHaveLength(11));
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(receiver.received).toHaveLength(36);
    } finally {
      await healthy.stop();
    }
  });
});
