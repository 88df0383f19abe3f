import { trialReminderDays } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

const days = sql.lit(`{${trialReminderDays.join(",")}}`);

/**
 * Returns the SQL of the due reminder of the organization `o`, the smallest number of days within which its trial ends.
 */
const dueReminder = (now: Date) => sql<number | null>`(
  select min(day) from unnest(${days}::integer[]) as day
  where o.trial_ends_at > ${now} and o.trial_ends_at <= ${now}::timestamptz + make_interval(days => day))`;

/** Returns the condition that the organization `o` is in its trial and a reminder is due. */
const isReminderDue = (now: Date) =>
  sql<boolean>`(o.status = 'trial' and ${dueReminder(now)} < coalesce(o.trial_reminded_days, 2147483647))`;

/** Returns organizations whose administrators must be reminded of the end of the trial. */
export async function findDueReminders(db: PlatformDb, now: Date, limit: number): Promise<string[]> {
  const rows = await db.reads
    .selectFrom("organization as o")
    .select("o.organization_id")
    .where(isReminderDue(now))
    .orderBy("o.trial_ends_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Records that a reminder is sent. Returns false if it was already sent or the trial is over. */
export function recordReminder(tx: WriteTransaction, organizationId: string, now: Date): Promise<boolean> {
  return tx.organization(organizationId, async (db) => {
    const recorded = await db
      .updateTable("organization as o")
      .set({ trial_reminded_days: dueReminder(now) })
      .where("o.organization_id", "=", organizationId)
      .where(isReminderDue(now))
      .returning("o.organization_id")
      .executeTakeFirst();
    return recorded !== undefined;
  });
}
