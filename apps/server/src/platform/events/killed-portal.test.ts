import type { ChildProcess } from "node:child_process";
import { blockUser } from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeMember } from "../../../test/factories.ts";
import { createKillKit, type KillKit, waitOptions } from "../../../test/kills/kill-kit.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { disableCallerExpiry, warmUpCache } from "../../../test/warm-caller.ts";

const [commitLock, deleteLock] = [4201, 4202];
/** Returns the SQL condition for the row of the change, as opposed to those of other work. */
const isBlocked = (row: string) => `${row}.payload->'events' @> '[{"type": "user.blocked"}]'`;

let testApp: TestApp;
let kit: KillKit;

beforeAll(async () => {
  testApp = await createTestApp();
  disableCallerExpiry(testApp);
  kit = await createKillKit(testApp);
  // The triggers hold commits and deletions of the other process, and refuse claims of this one.
  await kit.owner.query(`
    create table held (commits boolean, claims boolean, deletions boolean);
    insert into held values (false, false, false);
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
  await kit.stop();
  await testApp.stop();
});

const outboxRows = async () =>
  (await kit.owner.query<{ attempts: number }>(`select attempts from outbox where ${isBlocked("outbox")}`))
    .rows;

type Step = {
  /** Brings the change to the step and keeps the other process there. */
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
        await kit.hold(commitLock);
        void change.catch(() => undefined);
        await kit.waiters(commitLock, 1);
        // The commit succeeds while its process is stopped.
        other.kill("SIGSTOP");
        await kit.release(commitLock);
        await vi.waitFor(async () => expect(await outboxRows()).toHaveLength(1), waitOptions);
      },
    },
  ],
  [
    "before its message has reached the others",
    {
      held: "claims = true",
      isNotified: false,
      async reach(change) {
        await kit.admin.query("revoke execute on function pg_notify(text, text) from public");
        await change;
        await vi.waitFor(async () => expect(await outboxRows()).toEqual([{ attempts: 1 }]), waitOptions);
      },
      release: () => kit.admin.query("grant execute on function pg_notify(text, text) to public"),
    },
  ],
  [
    "before the outbox row is deleted",
    {
      held: "claims = true, deletions = true",
      isNotified: true,
      async reach(change) {
        await kit.hold(deleteLock);
        await change;
        const [pid] = await kit.waiters(deleteLock, 1);
        await kit.admin.query("select pg_terminate_backend($1)", [pid]);
        await kit.release(deleteLock);
        expect(await outboxRows()).toEqual([{ attempts: 1 }]);
      },
    },
  ],
];

it.each(steps)(
  "R0-09 a portal killed after a commit, %s, loses no live update and no cache invalidation",
  { timeout: 180_000 },
  async (_name, { held, reach, isNotified, release }) => {
    const { client: administrator, organization } = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.id, "editor");
    const client = new TestClient(testApp);
    await client.signIn(member);
    const page = await openSocket(testApp, administrator);
    const updates: unknown[] = [];
    const stopListening = testApp.app.live.subscribe(({ data }) => {
      if (data["type"] === "user.updated" && data["userId"] === member.personId) updates.push(data);
    });
    const { child, baseUrl } = await kit.start();
    const elsewhere = new TestClient({ ...testApp, baseUrl });
    elsewhere.accessToken = administrator.accessToken;
    elsewhere.headers = administrator.headers;
    await warmUpCache(testApp, client);
    await vi.waitFor(async () => expect(await outboxRows()).toEqual([]), waitOptions);

    await kit.owner.query(`update held set ${held}`);
    const { gaps } = testApp.bus.state();
    const change = elsewhere.call(blockUser, { params: { id: member.personId } });
    await reach(change, child);
    expect(updates).toHaveLength(isNotified ? 1 : 0);
    const { status } = await client.call(getMe);
    // If a heartbeat of this process is refused together with the message of the other one, this counts as a gap, after
    // which it reads the sessions again.
    const hasGap = testApp.bus.state().gaps > gaps;
    expect([isNotified ? 401 : 200, ...(hasGap ? [401] : [])]).toContain(status);
    await kit.kill(child);
    await release?.();
    await kit.owner.query("update held set commits = false, claims = false, deletions = false");
    // Expires the lease of the killed process.
    await kit.owner.query("update outbox set leased_until = null");

    expect(await page.next("userUpdate")).toMatchObject({ type: "user.updated", userId: member.personId });
    await vi.waitFor(async () => expect(await outboxRows()).toEqual([]), waitOptions);
    expect((await client.call(getMe)).status).toBe(401);
    expect(updates).toHaveLength(1);
    stopListening();
    page.close();
  },
);
