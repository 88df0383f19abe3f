import { sql } from "kysely";
import type { IdentityDb } from "../platform/db/handles.ts";
import { prepareQuery } from "../platform/db/prepared.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { syncMemberRows } from "./member-rows.queries.ts";

type AttemptState = { failures: number; locked_until: Date | null };

/** Returns the end of a key's lock, or null if it was never locked. */
export async function readLock(db: IdentityDb, key: Buffer): Promise<Date | null> {
  const rows = await db.read((query) =>
    query.selectFrom("attempt_limit").select("locked_until").where("key", "=", key),
  );
  return rows[0]?.locked_until ?? null;
}

/**
 * Adds one attempt to the counter of a key, in one statement and transaction: parallel attempts wait for each other and
 * none is lost. While the key is locked at `now`, changes nothing and returns nothing. An attempt that reaches
 * `rule.max` locks the key for `rule.lockMs`, doubled with each lock, at most `rule.lockMaxMs`.
 */
export async function consumeAttempt(
  db: IdentityDb,
  key: Buffer,
  rule: Rule,
  now: Date,
): Promise<AttemptState | undefined> {
  const [row] = await db.change(() => consumeStatement(key, rule, now));
  return row;
}

type Rule = { max: number; windowMs: number; lockMs: number; lockMaxMs: number };

/** Returns the statement of {@link consumeAttempt}, for {@link WriteTransaction.send}. */
export function consumeStatement(key: Buffer, rule: Rule, now: Date) {
  return consume({ ...rule, key, now, windowEndsAt: new Date(now.getTime() + rule.windowMs) });
}

/** Returns the end of a key's lock, as the transaction sees it. */
export async function readLockIn(tx: WriteTransaction, key: Buffer): Promise<Date | null> {
  const row = await tx.identity
    .selectFrom("attempt_limit")
    .select("locked_until")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

type ConsumeValues = {
  key: Buffer;
  now: Date;
  windowEndsAt: Date;
  max: number;
  lockMs: number;
  lockMaxMs: number;
};

const consume = prepareQuery<ConsumeValues, AttemptState>((db, value) => {
  const now = sql<Date>`${value("now")}::timestamptz`;
  const hasEnded = sql<boolean>`(attempt_limit.window_ends_at <= ${now})`;
  // Counting restarts after a lock and in a new window. A lock level is kept for a day after the lock ends.
  const failures = sql<number>`(case when ${hasEnded} or attempt_limit.locked_until is not null then 0 else attempt_limit.failures end + 1)`;
  const level = sql<number>`(case when greatest(attempt_limit.updated_at, attempt_limit.locked_until) < ${now} - interval '24 hours'
    then 0 else attempt_limit.lock_level end)`;
  const lockAt = (reached: typeof failures, times: typeof level) => ({
    locked_until: sql<Date>`case when ${reached} >= ${value("max")}::integer then ${now} + interval '1 millisecond'
      * least(${value("lockMs")}::double precision * power(2, ${times}), ${value("lockMaxMs")}::double precision) end`,
    lock_level: sql<number>`case when ${reached} >= ${value("max")}::integer then ${times} + 1 else ${times} end`,
  });
  return db
    .insertInto("attempt_limit")
    .values({
      key: value("key"),
      failures: 1,
      window_ends_at: value("windowEndsAt"),
      updated_at: value("now"),
      ...lockAt(sql<number>`1`, sql<number>`0`),
    })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet((update) => ({
          failures,
          window_ends_at: sql<Date>`case when ${hasEnded} then excluded.window_ends_at else attempt_limit.window_ends_at end`,
          updated_at: update.ref("excluded.updated_at"),
          ...lockAt(failures, level),
        }))
        .where(sql<boolean>`attempt_limit.locked_until is null or attempt_limit.locked_until <= ${now}`),
    )
    .returning(["failures", "locked_until"]);
});

/** Takes back one attempt that was not a failure, together with the lock if that attempt caused it. */
export async function refundAttempt(tx: WriteTransaction, key: Buffer, hadLocked: boolean) {
  await tx.identity
    .updateTable("attempt_limit")
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      ...(hadLocked ? { locked_until: null, lock_level: sql`greatest(lock_level - 1, 0)` } : {}),
    })
    .where("key", "=", key)
    .execute();
}

/** Deletes the counter of a key, for {@link WriteTransaction.send}. */
export const clearAttempts = prepareQuery<{ key: Buffer }, unknown>((db, value) =>
  db.deleteFrom("attempt_limit").where("key", "=", value("key")),
);

/**
 * Copies the counters of a person to their own row and their member rows: the higher number, the later lock. The
 * counters stay authoritative. Send it after {@link lockPersonRow}: because the row is locked before the counters are
 * read, the last of several parallel writers sees all attempts.
 */
export const copyAttempts = prepareQuery<
  { personId: string; key: Buffer; personKey: Buffer },
  { sync_member_rows: null }
>((db, value) =>
  db
    .with("counted", (counted) =>
      counted
        .selectFrom("attempt_limit")
        .select((eb) => [
          eb.fn.coalesce(eb.fn.max("failures"), sql<number>`0`).as("failures"),
          eb.fn.max("locked_until").as("locked_until"),
          sql<string | null>`case when max(locked_until) is not null then 'failed_logins' end`.as(
            "lock_reason",
          ),
        ])
        .where("key", "in", [value("key"), value("personKey")]),
    )
    .with("shown", (shown) =>
      shown
        .updateTable("person as p")
        .from("counted")
        .set((eb) => ({
          failed_login_attempts: eb.ref("counted.failures"),
          locked_until: eb.ref("counted.locked_until"),
          lock_reason: eb.ref("counted.lock_reason"),
        }))
        .where("p.id", "=", value("personId"))
        .where(
          sql<boolean>`(p.failed_login_attempts, p.locked_until, p.lock_reason)
            is distinct from (counted.failures, counted.locked_until, counted.lock_reason)`,
        )
        .returning("p.id"),
    )
    .selectFrom("shown")
    .select((eb) => eb.fn<null>("sync_member_rows", ["shown.id"]).as("sync_member_rows")),
);

/** Locks a person's row before their counters are read. */
export const lockPersonRow = prepareQuery<{ personId: string }, { id: string }>((db, value) =>
  db.selectFrom("person").select("id").where("id", "=", value("personId")).forUpdate(),
);

/** Returns the devices that a person has signed in on; each has its own counter. */
export async function listKnownDevices(tx: WriteTransaction, personId: string): Promise<string[]> {
  const rows = await tx.identity
    .selectFrom("device_person")
    .select("device_id")
    .where("person_id", "=", personId)
    .execute();
  return rows.map((row) => row.device_id);
}

/** Returns whether one of the keys is locked at `now`. */
export async function hasLock(tx: WriteTransaction, keys: readonly Buffer[], now: Date): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("attempt_limit")
    .select("key")
    .where("key", "in", keys)
    .where("locked_until", ">", now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes counters of a person whose row is locked, and clears the copies in their rows. */
export async function deleteAttempts(
  tx: WriteTransaction,
  personId: string,
  keys: readonly Buffer[],
): Promise<void> {
  await tx.identity.deleteFrom("attempt_limit").where("key", "in", keys).execute();
  await tx.identity
    .updateTable("person")
    .set({ failed_login_attempts: 0, locked_until: null, lock_reason: null })
    .where("id", "=", personId)
    .execute();
  await syncMemberRows(tx, personId);
}
