import { createDepartment } from "@praxisportal/contract/departments/departments.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { queryRows, unique } from "../../../../test/factories.ts";
import { createKillKit, type KillKit, waitOptions } from "../../../../test/kills/kill-kit.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { openOrganizationWithWebhooks } from "../../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../../test/webhooks/webhook-receiver.ts";

const [insertLock, deleteLock] = [4203, 4204];
/** Returns the SQL condition of the outbox row of the change. */
const isChange = (row: string) => `${row}.payload->'events' @> '[{"type": "department.created"}]'`;

let testApp: TestApp;
let kit: KillKit;
let receivers: WebhookReceiver[];

beforeAll(async () => {
  testApp = await createTestApp(reachesThisMachine);
  kit = await createKillKit(testApp);
  receivers = [await startReceiver(), await startReceiver()];
  // The triggers hold the steps of the other process and refuse claims only by this process.
  await kit.owner.query(`
    create table held (claims boolean, insertions boolean, deletions boolean);
    insert into held values (false, false, false);
    create function refuse_claim() returns trigger language plpgsql security definer as $$ begin
      if (select claims from held) and not is_other() then raise exception 'held by the test'; end if;
      return new; end $$;
    create function hold_insertion() returns trigger language plpgsql security definer as $$ begin
      if (select insertions from held) and is_other() then perform pg_advisory_xact_lock(${insertLock}); end if;
      return new; end $$;
    create function hold_deletion() returns trigger language plpgsql security definer as $$ begin
      if (select deletions from held) and is_other() then perform pg_advisory_xact_lock(${deleteLock}); end if;
      return old; end $$;
    create trigger refuse_claim before update on outbox for each row execute function refuse_claim();
    create trigger hold_insertion after insert on webhook_delivery for each row execute function hold_insertion();
    create trigger hold_deletion before delete on outbox
      for each row when (${isChange("old")}) execute function hold_deletion()`);
}, 120_000);
afterAll(async () => {
  await Promise.all([kit.stop(), ...receivers.map((receiver) => receiver.stop())]);
  await testApp.stop();
});

/** Waits until connections wait for an advisory lock, and ends them. */
async function endWaiters(lock: number): Promise<void> {
  const pids = await kit.waiters(lock);
  await kit.admin.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [pids]);
}

const received = () => receivers.map((receiver) => receiver.received.length);

it.each([
  ["while it creates the deliveries", { held: "insertions = true", lock: insertLock, sent: 0 }],
  ["before it deletes the outbox row", { held: "deletions = true", lock: deleteLock, sent: 1 }],
])(
  "R0-116 R0-09 see R7n-17 a portal killed %s leaves exactly one delivery per subscribed endpoint",
  { timeout: 180_000 },
  async (_name, { held, lock, sent }) => {
    for (const receiver of receivers) receiver.received.length = 0;
    const webhooks = await openOrganizationWithWebhooks(testApp);
    for (const receiver of receivers) await webhooks.add(receiver.url);
    await webhooks.add(String(receivers[0]?.url), { eventTypes: ["site.created"] });
    const { child, baseUrl } = await kit.start(reachesThisMachine);
    const elsewhere = new TestClient({ ...testApp, baseUrl });
    elsewhere.accessToken = webhooks.client.accessToken;
    elsewhere.headers = webhooks.client.headers;

    await kit.owner.query(`update held set claims = true, ${held}`);
    await kit.hold(lock);
    const body = { name: unique("Abteilung") };
    const { result } = await elsewhere.call(createDepartment, { params: webhooks.params, body });
    await vi.waitFor(() => expect(received()).toEqual([sent, sent]), waitOptions);
    const states = async () =>
      queryRows<{ state: string }>(
        testApp,
        "select state from webhook_delivery where organization_id = $1 and ids ->> 'departmentId' = $2",
        [webhooks.organization.id, result.id],
      );
    const before = Array.from({ length: sent * 2 }, () => ({ state: "succeeded" }));
    await vi.waitFor(async () => expect(await states()).toEqual(before), waitOptions);
    await endWaiters(lock);
    await kit.kill(child);
    await kit.release(lock);
    expect(await states()).toEqual(before);
    await kit.owner.query("update held set claims = false, insertions = false, deletions = false");
    // Expires the lease of the killed process.
    await kit.owner.query("update outbox set leased_until = null");

    await vi.waitFor(async () => {
      const { rows } = await kit.owner.query(`select from outbox where ${isChange("outbox")}`);
      expect(rows).toEqual([]);
      expect(await states()).toEqual([{ state: "succeeded" }, { state: "succeeded" }]);
    }, waitOptions);
    expect(received()).toEqual([1, 1]);
  },
);
