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
