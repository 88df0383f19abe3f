import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/background-database.ts";
import { directoryDeletions } from "../../directory/deletions.queries.ts";
import { sessionDeletions } from "../../features/auth/session/deletions.queries.ts";
import { deleteExpiredStreamTickets } from "../../features/ai/gateway/deletions.queries.ts";
import { deleteExpiredAlarms } from "../../features/workstation/deletions.queries.ts";
import { deleteExpiredTokenSecrets } from "../../features/org-tokens/deletions.queries.ts";
import { deleteOldEmailChanges } from "../../features/users/email/deletions.queries.ts";
import { idempotencyDeletions } from "../idempotency/deletions.queries.ts";
import { cleanupJob } from "./cleanup.ts";
import { recordMinute } from "./jobs.queries.ts";
import { uptimeJob } from "./uptime.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const never = new AbortController().signal;

describe("uptime", () => {
  beforeEach(() => database.query("delete from uptime_day"));
  const record = (at: string) => recordMinute(database.platformDb, sql<Date>`${at}::timestamptz`);
  const days = () => database.query("select day::text, minutes from uptime_day order by day");

  it("counts each minute once, even if several processes record it", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => record(`2026-03-01T10:00:0${n}Z`)));
    await record("2026-03-01T10:01:59Z");
    await record("2026-03-01T10:05:00Z");
    expect(await days()).toEqual([{ day: "2026-03-01", minutes: 3 }]);
  });

  it("begins a new day at midnight UTC for times in any zone", async () => {
    await record("2026-03-02T00:59:00+01:00");
    await record("2026-03-02T01:00:00+01:00");
    expect(await days()).toEqual([
      { day: "2026-03-01", minutes: 1 },
      { day: "2026-03-02", minutes: 1 },
    ]);
  });

  it("records the current minute every minute", async () => {
    const job = uptimeJob(database.platformDb);
    expect(job.cron).toBe("* * * * *");
    await job.run(never);
    const [row] = await database.query(
      "select minutes, now() - last_minute < interval '2 minutes' as present from uptime_day",
    );
    expect(row).toEqual({ minutes: 1, present: true });
  });
});

describe("cleanup", () => {
  const deletions = [
    ...idempotencyDeletions,
    ...directoryDeletions,
    ...sessionDeletions,
    deleteOldEmailChanges,
    deleteExpiredTokenSecrets,
    deleteExpiredStreamTickets,
    deleteExpiredAlarms,
  ];
  const run = () => cleanupJob(database.platformDb, deletions, 2).run(never);
  const count = async (table: string) =>
    (await database.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;

  async function insertSession(endedAgo: string | null, expiredAgo: string, deviceId: string = randomUUID()) {
    const personId = randomUUID();
    await database.query("insert into person (id, first_name, last_name) values ($1, 'Vera', 'Muster')", [
      personId,
    ]);
    await database.query(
      `insert into device (id, kind, last_seen_at) values ($1, 'browser', now() - $2::interval)
       on conflict do nothing`,
      [deviceId, endedAgo ?? expiredAgo],
    );
    const id = randomUUID();
    await database.query(
      `insert into session (id, person_id, device_id, absolute_expires_at, ended_at)
       values ($1, $2, $3, now() - $4::interval, now() - $5::interval)`,
      [id, personId, deviceId, expiredAgo, endedAgo],
    );
    return { id, deviceId };
  }

  it("deletes expired access tokens in several steps", async () => {
    const session = await insertSession(null, "-1 hour");
    for (let n = 0; n < 5; n += 1) {
      await database.query("insert into access_token values ($1, $2, now() - interval '1 s')", [
        Buffer.from(`old ${n}`),
        session.id,
      ]);
    }
    await database.query("insert into access_token values ('valid', $1, now() + interval '1 minute')", [
      session.id,
    ]);
    await run();
    expect(await database.query("select token_hash from access_token")).toEqual([
      { token_hash: Buffer.from("valid") },
    ]);
  });

  it("see R7a-07 deletes unused stream tickets after they expire", async () => {
    const [organization] = await database.query<{ id: string }>(
      `insert into organization (organization_id, name, practice_code, country, time_zone, currency)
       values (gen_random_uuid(), 'Probe', 'PROBE', 'DE', 'Europe/Berlin', 'EUR') returning organization_id as id`,
    );
    for (const [name, expires] of [
      ["late", "-1 second"],
      ["in time", "1 minute"],
    ]) {
      await database.query(
        "insert into ai_stream_ticket values ($1, gen_random_uuid(), $2, 'x', now() + $3::interval)",
        [Buffer.from(name ?? ""), organization?.id, expires],
      );
    }
    await run();
    const remaining = await database.query<{ token_hash: Buffer }>("select token_hash from ai_stream_ticket");
    expect(remaining.map((row) => row.token_hash.toString())).toEqual(["in time"]);
  });

  it("deletes expired alarms of workstations", async () => {
    const deviceId = randomUUID();
    await database.query("insert into device (id, kind) values ($1, 'browser')", [deviceId]);
    for (const expires of ["-1 minute", "1 minute"]) {
      await database.query(
        "insert into workstation_alarm values (gen_random_uuid(), $1, null, now(), now() + $2::interval)",
        [deviceId, expires],
      );
    }
    await run();
    expect(await database.query("select expires_at > now() as valid from workstation_alarm")).toEqual([
      { valid: true },
    ]);
  });

  it("deletes one-time tokens a day after they were used or expired", async () => {
    const insert = (name: string, expires: string, used: string | null) =>
      database.query(
        `insert into one_time_token (token_hash, purpose, expires_at, used_at)
         values ($1, 'ws_ticket', now() + $2::interval, now() + $3::interval)`,
        [Buffer.from(name), expires, used],
      );
    await insert("expired long ago", "-25 hours", null);
    await insert("used long ago", "1 hour", "-25 hours");
    await insert("expired today", "-23 hours", null);
    await insert("used today", "1 hour", "-23 hours");
    await run();
    const remaining = await database.query<{ token_hash: Buffer }>("select token_hash from one_time_token");
    expect(remaining.map((row) => row.token_hash.toString()).toSorted()).toEqual([
      "expired today",
      "used today",
    ]);
  });

  it("see R7x-11 deletes idempotency keys after a day", async () => {
    const { id } = await insertSession(null, "-1 hour");
    for (const [key, age] of [
      ["old", "25 hours"],
      ["older", "30 hours"],
      ["oldest", "40 hours"],
      ["recent", "23 hours"],
    ]) {
      await database.query(
        `insert into idempotency_key (person_id, key, request_hash, status, created_at)
         values ((select person_id from session where id = $1), $2, '\\x00', 201, now() - $3::interval)`,
        [id, key, age],
      );
    }
    await run();
    expect(await database.query("select key from idempotency_key")).toEqual([{ key: "recent" }]);
  });

  it("deletes the addresses of a change a week after it was decided, but not of a pending one", async () => {
    await insertSession(null, "-1 hour");
    const insert = (name: string, confirmed: string | null, withdrawn: string | null) =>
      database.query(
        `insert into email_change (id, person_id, old_email, new_email, created_at, confirmed_at, withdrawn_at)
         values ($1, (select id from person limit 1), 'alt@example.org', $2, now() - interval '1 year',
           now() - $3::interval, now() - $4::interval)`,
        [randomUUID(), name, confirmed, withdrawn],
      );
    await insert("confirmed long ago", "8 days", null);
    await insert("withdrawn long ago", null, "8 days");
    await insert("confirmed this week", "6 days", null);
    await insert("taken back this week", "8 days", "6 days");
    await insert("waits", null, null);
    await run();
    const remaining = await database.query<{ new_email: string }>("select new_email from email_change");
    expect(remaining.map((row) => row.new_email).toSorted()).toEqual([
      "confirmed this week",
      "taken back this week",
      "waits",
    ]);
  });

  it("deletes failure counters after a day, except those that still lock", async () => {
    const insert = (name: string, updated: string, locked: string | null) =>
      database.query(
        `insert into attempt_limit (key, failures, window_ends_at, locked_until, updated_at)
         values ($1, 3, now(), now() + $3::interval, now() + $2::interval)`,
        [Buffer.from(name), updated, locked],
      );
    await insert("old", "-25 hours", null);
    await insert("old lock", "-25 hours", "-1 hour");
    await insert("still locks", "-25 hours", "1 hour");
    await insert("recent", "-23 hours", null);
    await run();
    const remaining = await database.query<{ key: Buffer }>("select key from attempt_limit");
    expect(remaining.map((row) => row.key.toString()).toSorted()).toEqual(["recent", "still locks"]);
  });

  it("deletes sessions 90 days after their end, with devices that have no other sessions", async () => {
    await database.query("delete from session");
    await database.query("delete from device");
    const old = await insertSession("91 days", "80 days");
    const forgotten = await insertSession(null, "91 days");
    const recent = await insertSession("89 days", "88 days");
    const shared = await insertSession("91 days", "90 days");
    const current = await insertSession(null, "-1 hour", shared.deviceId);
    await run();
    const sessions = (await database.query<{ id: string }>("select id from session")).map((row) => row.id);
    expect(sessions.toSorted()).toEqual([recent.id, current.id].toSorted());
    const devices = (await database.query<{ id: string }>("select id from device")).map((row) => row.id);
    expect(devices).not.toContain(old.deviceId);
    expect(devices).not.toContain(forgotten.deviceId);
    expect(devices.toSorted()).toEqual([recent.deviceId, shared.deviceId].toSorted());
  });

  it("keeps parked outbox rows", async () => {
    await database.query(
      `insert into outbox (id, topic, payload, available_at, created_at)
       values ($1, 'mail', '{}', 'infinity', now() - interval '1 year')`,
      [randomUUID()],
    );
    await run();
    expect(await count("outbox")).toBe(1);
  });
});
