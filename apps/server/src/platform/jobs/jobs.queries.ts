import { type RawBuilder, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** Counts the minute of `at` for its day in UTC, once, whoever else counts it too. */
export async function recordMinute(db: PlatformDb, at: RawBuilder<Date> = sql<Date>`now()`): Promise<void> {
  await sql`
    insert into uptime_day as known (day, minutes, first_minute, last_minute)
    select (minute at time zone 'UTC')::date, 1, minute, minute from date_trunc('minute', ${at}) as minute
    on conflict (day) do update set minutes = known.minutes + 1, last_minute = excluded.last_minute
    where known.last_minute < excluded.last_minute`.execute(db.all);
}

/** Each deletes at most `limit` rows and answers how many it were. */
type DeleteBatch = (db: PlatformDb, limit: number) => Promise<number>;

function deleteWhere(table: string, condition: RawBuilder<unknown>): DeleteBatch {
  return async (db, limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} as old where old.ctid = any(array(
        select old.ctid from ${sql.table(table)} as old where ${condition} limit ${limit}))
        and ${condition}`.execute(db.all);
    return Number(numAffectedRows ?? 0);
  };
}

export const deleteExpiredAccessTokens = deleteWhere("access_token", sql`old.expires_at < now()`);

/** Values of applications' tokens; the records themselves are listed until somebody cleans up. */
export const deleteExpiredTokenSecrets = deleteWhere("org_token_secret", sql`old.expires_at < now()`);

export const deleteExpiredStreamTickets = deleteWhere("ai_stream_ticket", sql`old.expires_at < now()`);

/** Kept for a day, so that a used or late one can still be told from an unknown one when something is looked into. */
export const deleteOldOneTimeTokens = deleteWhere(
  "one_time_token",
  sql`(old.expires_at < now() - interval '1 day' or old.used_at < now() - interval '1 day')`,
);

export const deleteOldIdempotencyKeys = deleteWhere(
  "idempotency_key",
  sql`old.created_at < now() - interval '1 day'`,
);

/** The links of a change of address live a day; what was decided needs neither address for longer. */
export const deleteOldEmailChanges = deleteWhere(
  "email_change",
  sql`coalesce(old.withdrawn_at, old.confirmed_at) < now() - interval '7 days'`,
);

export const deleteOldAttemptLimits = deleteWhere(
  "attempt_limit",
  sql`old.updated_at < now() - interval '1 day' and coalesce(old.locked_until < now(), true)`,
);

/** A session that nobody came back to ended when its time was up, also without a note of it. */
export const deleteOldSessions = deleteWhere(
  "session",
  sql`coalesce(old.ended_at, old.absolute_expires_at) < now() - interval '90 days'`,
);

/**
 * `last_seen_at` stands in the condition although the missing sessions imply it: a sign-in at the same moment moves
 * it, and the row is judged again before it is deleted; its sessions of that moment are not seen.
 */
export const deleteUnusedDevices = deleteWhere(
  "device",
  sql`old.last_seen_at < now() - interval '90 days'
    and not exists (select from session where session.device_id = old.id)`,
);
