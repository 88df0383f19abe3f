import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

export type AttemptState = { failures: number; locked_until: Date | null; lock_level: number };

/** Until when a key is locked, if it ever was. */
export async function readLock(db: IdentityDb, key: Buffer): Promise<Date | null> {
  const rows = await db.read((query) =>
    query.selectFrom("attempt_limit").select("locked_until").where("key", "=", key),
  );
  return rows[0]?.locked_until ?? null;
}

/** The counter of a key, locked for the rest of the transaction; makes it when it is not there. */
export async function lockAttempts(tx: WriteTransaction, key: Buffer, now: Date, windowEndsAt: Date) {
  const row = await tx.identity
    .insertInto("attempt_limit")
    .values({ key, failures: 0, window_ends_at: windowEndsAt, updated_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((update) => ({
        // A new window begins when the old one is over; the lock level is remembered for a day after a lock.
        failures: sql<number>`case when attempt_limit.window_ends_at <= ${now} then 0 else attempt_limit.failures end`,
        window_ends_at: sql<Date>`case when attempt_limit.window_ends_at <= ${now} then ${windowEndsAt} else attempt_limit.window_ends_at end`,
        lock_level: sql<number>`case when greatest(attempt_limit.updated_at, attempt_limit.locked_until) < ${now}::timestamptz - interval '24 hours' then 0 else attempt_limit.lock_level end`,
        updated_at: update.ref("excluded.updated_at"),
      })),
    )
    .returning(["failures", "locked_until", "lock_level"])
    .executeTakeFirstOrThrow();
  return row satisfies AttemptState;
}

export async function storeAttempts(
  tx: WriteTransaction,
  key: Buffer,
  state: { failures: number; lockedUntil: Date | null; lockLevel: number },
) {
  await tx.identity
    .updateTable("attempt_limit")
    .set({ failures: state.failures, locked_until: state.lockedUntil, lock_level: state.lockLevel })
    .where("key", "=", key)
    .execute();
}

export async function clearAttempts(tx: WriteTransaction, key: Buffer) {
  await tx.identity.deleteFrom("attempt_limit").where("key", "=", key).execute();
}

/** Takes back one attempt that turned out to be no failure, and the lock if it was the one that locked. */
export async function releaseAttempt(tx: WriteTransaction, key: Buffer, hadLocked: boolean) {
  await tx.identity
    .updateTable("attempt_limit")
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      ...(hadLocked ? { locked_until: null, lock_level: sql`greatest(lock_level - 1, 0)` } : {}),
    })
    .where("key", "=", key)
    .execute();
}

/**
 * Shows the counters that concern a person on her own row and her member rows: the higher number, the later lock.
 * The counters stay authoritative. Her row is locked before they are read, so that of parallel attempts the last
 * writer has seen them all.
 */
export async function showAttempts(tx: WriteTransaction, personId: string, keys: readonly Buffer[]) {
  await tx.identity.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const counters = await tx.identity
    .selectFrom("attempt_limit")
    .select(["failures", "locked_until"])
    .where("key", "in", [...keys])
    .execute();
  const locks = counters.flatMap((counter) => counter.locked_until ?? []);
  const lockedUntil = locks.toSorted((left, right) => right.getTime() - left.getTime())[0] ?? null;
  await tx.identity
    .updateTable("person")
    .set({
      failed_login_attempts: Math.max(0, ...counters.map((counter) => counter.failures)),
      locked_until: lockedUntil,
      lock_reason: lockedUntil === null ? null : "failed_logins",
    })
    .where("id", "=", personId)
    .execute();
  await tx.syncMemberRows(personId);
}
