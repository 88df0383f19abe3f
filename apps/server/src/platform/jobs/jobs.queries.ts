import { type RawBuilder, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** Counts the minute of `at` for its UTC day, once even when several processes count it. */
export async function recordMinute(db: PlatformDb, at: RawBuilder<Date> = sql<Date>`now()`): Promise<void> {
  await sql`
    insert into uptime_day as known (day, minutes, first_minute, last_minute)
    select (minute at time zone 'UTC')::date, 1, minute, minute from date_trunc('minute', ${at}) as minute
    on conflict (day) do update set minutes = known.minutes + 1, last_minute = excluded.last_minute
    where known.last_minute < excluded.last_minute`.execute(db.writes);
}

/** Deletes at most `limit` rows and returns the number of deleted rows. */
type DeleteBatch = (db: PlatformDb, limit: number) => Promise<number>;

function deleteWhere(table: string, condition: RawBuilder<unknown>): DeleteBatch {
  return async (db, limit) => {
    // In a transaction, because the connections for single statements are for short ones.
    const { numAffectedRows } = await db.write((_tx, all) =>
      sql`
        delete from ${sql.table(table)} as old where old.ctid = any(array(
          select old.ctid from ${sql.table(table)} as old where ${condition} limit ${limit}))
          and ${condition}`.execute(all),
    );
    return Number(numAffectedRows ?? 0);
  };
}

export const deleteExpiredAccessTokens = deleteWhere("access_token", sql`old.expires_at < now()`);

/** Values of applications' tokens. The token records stay listed until they are removed explicitly. */
export const deleteExpiredTokenSecrets = deleteWhere("org_token_secret", sql`old.expires_at < now()`);

export const deleteExpiredStreamTickets = deleteWhere("ai_stream_ticket", sql`old.expires_at < now()`);

/**
 * Kept for a day, so that a used or expired token can be distinguished from an unknown one when an incident is
 * examined.
 */
export const deleteOldOneTimeTokens = deleteWhere(
  "one_time_token",
  sql`(old.expires_at < now() - interval '1 day' or old.used_at < now() - interval '1 day')`,
);

export const deleteOldIdempotencyKeys = deleteWhere(
  "idempotency_key",
  sql`old.created_at < now() - interval '1 day'`,
);

/**
 * Links of an address change are valid for one day; after the decision neither address is needed for longer than this.
 */
export const deleteOldEmailChanges = deleteWhere(
  "email_change",
  sql`coalesce(old.withdrawn_at, old.confirmed_at) < now() - interval '7 days'`,
);

export const deleteOldAttemptLimits = deleteWhere(
  "attempt_limit",
  sql`old.updated_at < now() - interval '1 day' and coalesce(old.locked_until < now(), true)`,
);

/** R0-35: notifications are kept for 30 days. */
export const deleteOldNotifications = deleteWhere(
  "notification",
  sql`old.created_at < now() - interval '30 days'`,
);

/** An abandoned session ended at its absolute expiry, even when `ended_at` was never set. */
export const deleteOldSessions = deleteWhere(
  "session",
  sql`coalesce(old.ended_at, old.absolute_expires_at) < now() - interval '90 days'`,
);

/**
 * The condition on `last_seen_at` is needed although the missing sessions imply it: a concurrent sign-in updates it,
 * and PostgreSQL rechecks the row before deleting it, whereas the new session is not visible to this statement.
 */
export const deleteUnusedDevices = deleteWhere(
  "device",
  sql`old.last_seen_at < now() - interval '90 days'
    and not exists (select from session where session.device_id = old.id)`,
);
