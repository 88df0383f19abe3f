import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blockUser } from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { makeMember } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { startSecondPortal } from "../../../test/second-portal.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { disableCallerExpiry, warm } from "../../../test/warm-caller.ts";

// The killed portal is a real process next to the server of this test; both use one database. Webhook deliveries are
// subscribers of the same outbox rows and get their own steps when they exist.

const patience = { timeout: 60_000, interval: 50 };
const [commitLock, deleteLock] = [4201, 4202];
/** SQL that selects the row of the change among those of other work. */
const isBlocked = (row: string) => `${row}.payload->'events' @> '[{"type": "user.blocked"}]'`;

let test: TestApp;
let owner: pg.Client;
let admin: pg.Client;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  test = await createTestApp();
  disableCallerExpiry(test);
  folder = await mkdtemp(join(tmpdir(), "praxisportal killed-"));
  owner = new pg.Client({ connectionString: test.urls.owner });
  const { pathname } = new URL(test.urls.owner);
  admin = new pg.Client({ connectionString: new URL(pathname, inject("cluster").adminUrl).href });
  await Promise.all([owner.connect(), admin.connect()]);
  // Connections of the other process have `test.process`. Only there are commits and deletions held; only here are
  // claims refused.
  await owner.query(`
    create table held (commits boolean, claims boolean, deletions boolean);
    insert into held values (false, false, false);
    create function is_other() returns boolean language sql as
      $$ select coalesce(current_setting('test.process', true), '') = 'other' $$;
    create function hold_commit() returns trigger language plpgsql security definer as $$ begin
      if (select commits from held) and is_other() then perform pg_advisory_xact_lock(${commitLock}); end if;
      return null; end $$;
    create function refuse_claim() returns trigger language plpgsql security definer as $$ begin
      if (select claims from held) and not is_other() then raise exception 'held by the test'; end if;
      return new; end $$;
    create function hold_deletion() returns trigger language plpgsql security definer as $$ begin
      if (select deletions from held) and is_other() then perform pg_advisory_xact_lock(${deleteLock}); end if;
      return old; end $$;
    create constraint trigger hold_commit after insert on outbox deferrable initially deferred
      for each row when (${isBlocked("new")}) execute function hold_commit();
    create trigger refuse_claim before update on outbox for each row execute function refuse_claim();
    create trigger hold_deletion before delete on outbox
      for each row when (${isBlocked("old")}) execute function hold_deletion()`);
}, 120_000);
afterAll(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  await Promise.all([owner.end(), admin.end()]);
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the real portal on the database of this test and returns it with its URL. */
async function startOther() {
  const other = await startSecondPortal(test, folder);
  running.push(other.child);
  return other;
}

/** Waits until a connection waits for an advisory lock, and returns its process id. */
function waiterFor(lock: number): Promise<number> {
  return vi.waitFor(async () => {
    const { rows } = await admin.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
      [lock],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.pid ?? 0;
  }, patience);
}

const outboxRows = async () =>
  (await owner.query<{ attempts: number }>(`select attempts from outbox where ${isBlocked("outbox")}`)).rows;

type Step = {
  /** Brings the change to the step and leaves the other process there. */
  reach: (change: Promise<unknown>, other: ChildProcess) => Promise<void>;
  held: string;
  /** Whether this process has been notified before the kill. */
  isNotified: boolean;
  /** Runs after the kill. */
  release?: () => Promise<unknown>;
};

const steps: [name: string, step: Step][] = [
  [
    "before anything is published",
    {
      held: "commits = true, claims = true",
      isNotified: false,
      async reach(change, other) {
        await owner.query("select pg_advisory_lock($1)", [commitLock]);
        void change.catch(() => undefined);
        await waiterFor(commitLock);
        // The commit succeeds while the process that made it is stopped.
        other.kill("SIGSTOP");
        await owner.query("select pg_advisory_unlock($1)", [commitLock]);
        await vi.waitFor(async () => expect(await outboxRows()).toHaveLength(1), patience);
      },
    },
  ],
  [
    "before its message has reached the others",
    {
      held: "claims = true",
      isNotified: false,
      async reach(change) {
        await admin.query("revoke execute on function pg_notify(text, text) from public");
        await change;
        await vi.waitFor(async () => expect(await outboxRows()).toEqual([{ attempts: 1 }]), patience);
      },
      release: () => admin.query("grant execute on function pg_notify(text, text) to public"),
    },
  ],
  [
    "before the outbox row is deleted",
    {
      held: "claims = true, deletions = true",
      isNotified: true,
      async reach(change) {
        await owner.query("select pg_advisory_lock($1)", [deleteLock]);
        await change;
        const pid = await waiterFor(deleteLock);
        await admin.query("select pg_terminate_backend($1)", [pid]);
        await owner.query("select pg_advisory_unlock($1)", [deleteLock]);
        expect(await outboxRows()).toEqual([{ attempts: 1 }]);
      },
    },
  ],
];

it.each(steps)(
  "R0-09 a portal killed after a commit, %s, loses no live update and no cache invalidation",
  { timeout: 180_000 },
  async (_name, { held, reach, isNotified, release }) => {
    const { client: administrator, organization } = await organizationWith(test);
    const member = await makeMember(test, organization.id, "editor");
    const client = new TestClient(test);
    await client.signIn(member);
    const page = await openSocket(test, administrator);
    const updates: unknown[] = [];
    const stopListening = test.app.live.subscribe(({ data }) => {
      if (data["type"] === "user.blocked" && data["userId"] === member.personId) updates.push(data);
    });
    const { child, baseUrl } = await startOther();
    const elsewhere = new TestClient({ ...test, baseUrl });
    elsewhere.accessToken = administrator.accessToken;
    elsewhere.headers = administrator.headers;
    await warm(test, client);
    await vi.waitFor(async () => expect(await outboxRows()).toEqual([]), patience);

    await owner.query(`update held set ${held}`);
    const change = elsewhere.call(blockUser, { params: { id: member.personId } });
    await reach(change, child);
    expect(updates).toHaveLength(isNotified ? 1 : 0);
    expect((await client.call(getMe)).status).toBe(isNotified ? 401 : 200);
    child.kill("SIGKILL");
    await once(child, "exit");
    await release?.();
    await owner.query("update held set commits = false, claims = false, deletions = false");
    // Expires the lease of the killed process.
    await owner.query("update outbox set leased_until = null");

    expect(await page.next("userUpdate")).toMatchObject({ type: "user.blocked", userId: member.personId });
    await vi.waitFor(async () => expect(await outboxRows()).toEqual([]), patience);
    expect((await client.call(getMe)).status).toBe(401);
    expect(updates).toHaveLength(1);
    stopListening();
    page.close();
  },
);
