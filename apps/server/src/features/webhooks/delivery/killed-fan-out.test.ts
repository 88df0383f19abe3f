import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDepartment } from "@praxisportal/contract/departments/departments.endpoints";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { queryRows, unique } from "../../../../test/factories.ts";
import { startSecondPortal } from "../../../../test/second-portal.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { openPractice } from "../../../../test/webhooks/webhook-practice.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../../test/webhooks/webhook-receiver.ts";

// The killed portal is a real process beside the server of this test; both use one database.

const patience = { timeout: 60_000, interval: 50 };
const [insertLock, deleteLock] = [4203, 4204];
/** SQL condition of the outbox row of the change. */
const isChange = (row: string) => `${row}.payload->'events' @> '[{"type": "department.created"}]'`;

let test: TestApp;
let owner: pg.Client;
let admin: pg.Client;
let folder: string;
let receivers: WebhookReceiver[];
const running: ChildProcess[] = [];

beforeAll(async () => {
  test = await createTestApp(reachesThisMachine);
  folder = await mkdtemp(join(tmpdir(), "praxisportal killed-"));
  receivers = [await startReceiver(), await startReceiver()];
  owner = new pg.Client({ connectionString: test.urls.owner });
  const { pathname } = new URL(test.urls.owner);
  admin = new pg.Client({ connectionString: new URL(pathname, inject("cluster").adminUrl).href });
  await Promise.all([owner.connect(), admin.connect()]);
  // Connections of the other process have `test.process`. Its steps are held; claims are refused only here.
  await owner.query(`
    create table held (claims boolean, insertions boolean, deletions boolean);
    insert into held values (false, false, false);
    create function is_other() returns boolean language sql as
      $$ select coalesce(current_setting('test.process', true), '') = 'other' $$;
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
  for (const child of running.splice(0)) child.kill("SIGKILL");
  await Promise.all([owner.end(), admin.end(), ...receivers.map((receiver) => receiver.stop())]);
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until connections wait for an advisory lock, and ends them. */
async function endWaiters(lock: number): Promise<void> {
  const pids = await vi.waitFor(async () => {
    const { rows } = await admin.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
      [lock],
    );
    expect(rows.length).toBeGreaterThan(0);
    return rows.map(({ pid }) => pid);
  }, patience);
  await admin.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [pids]);
}

const received = () => receivers.map((receiver) => receiver.received.length);

it.each([
  ["while it creates the deliveries", { held: "insertions = true", lock: insertLock, sent: 0 }],
  ["before it deletes the outbox row", { held: "deletions = true", lock: deleteLock, sent: 1 }],
])(
  "R0-116 a portal killed %s leaves exactly one delivery per subscribed endpoint",
  { timeout: 180_000 },
  async (_name, { held, lock, sent }) => {
    for (const receiver of receivers) receiver.received.length = 0;
    const practice = await openPractice(test);
    for (const receiver of receivers) await practice.add(receiver.url);
    await practice.add(String(receivers[0]?.url), { eventTypes: ["site.created"] });
    const { child, baseUrl } = await startSecondPortal(test, folder, reachesThisMachine);
    running.push(child);
    const elsewhere = new TestClient({ ...test, baseUrl });
    elsewhere.accessToken = practice.client.accessToken;
    elsewhere.headers = practice.client.headers;

    await owner.query(`update held set claims = true, ${held}`);
    await owner.query("select pg_advisory_lock($1)", [lock]);
    const body = { name: unique("Abteilung") };
    const { result } = await elsewhere.call(createDepartment, { params: practice.params, body });
    await vi.waitFor(() => expect(received()).toEqual([sent, sent]), patience);
    const states = async () =>
      queryRows<{ state: string }>(
        test,
        "select state from webhook_delivery where organization_id = $1 and ids ->> 'departmentId' = $2",
        [practice.organization.id, result.id],
      );
    const before = Array.from({ length: sent * 2 }, () => ({ state: "succeeded" }));
    await vi.waitFor(async () => expect(await states()).toEqual(before), patience);
    await endWaiters(lock);
    child.kill("SIGKILL");
    await once(child, "exit");
    await owner.query("select pg_advisory_unlock($1)", [lock]);
    expect(await states()).toEqual(before);
    await owner.query("update held set claims = false, insertions = false, deletions = false");
    // Expires the lease of the killed process.
    await owner.query("update outbox set leased_until = null");

    await vi.waitFor(async () => {
      const { rows } = await owner.query(`select from outbox where ${isChange("outbox")}`);
      expect(rows).toEqual([]);
      expect(await states()).toEqual([{ state: "succeeded" }, { state: "succeeded" }]);
    }, patience);
    expect(received()).toEqual([1, 1]);
  },
);
