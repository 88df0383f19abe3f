import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { checkedCount, isStillNeeded, itemCount } from "./board.queries.ts";

/** A checklist whose day has passed. It has no recipients when no item is open or there is no one to remind. */
export type OverdueChecklist = {
  organizationId: string;
  id: string;
  personId: string;
  recipients: string[];
};

/**
 * Returns checklists whose day ended in the organization's time zone and whose owner has not been reminded, oldest
 * first. The reminder comes at 7 o'clock of the next day. The owner is the member who started the checklist, or all
 * administrators when that member can no longer sign in. Checklists older than 31 days are ignored.
 */
export async function findOverdue(db: PlatformDb, now: Date, limit: number): Promise<OverdueChecklist[]> {
  const { rows } = await sql<OverdueChecklist>`
    select c.organization_id as "organizationId", c.id, c.person_id as "personId",
      case when ${checkedCount} < ${itemCount} and ${isStillNeeded} then (
        select coalesce(array_agg(r.person_id), '{}') from membership r
        where r.organization_id = c.organization_id and ${usableMembership("r", now)}
          and (r.person_id = c.created_by or (r.role = 'org_admin' and not exists (
            select from membership w where w.organization_id = c.organization_id
              and w.person_id = c.created_by and ${usableMembership("w", now)}))))
      else '{}' end as recipients
    from staff_change c
    join organization o on o.organization_id = c.organization_id and o.status in ('trial', 'active')
    join membership m on m.organization_id = c.organization_id and m.id = c.membership_id
    where c.state <> 'cancelled' and c.completed_at is null and c.reminded_at is null
      and c.takes_effect_at > ${now}::timestamptz - interval '31 days' and c.takes_effect_at < ${now}::timestamptz
      and ((c.takes_effect_at at time zone o.time_zone)::date + 1 + time '07:00') at time zone o.time_zone
        <= ${now}::timestamptz
    order by c.takes_effect_at limit ${limit}`.execute(db.reads);
  return rows;
}

/** Records the reminders of an organization. Returns the ids that had not been recorded before. */
export async function recordReminded(
  tx: WriteTransaction,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.organization(organizationId, (db) =>
    db
      .updateTable("staff_change")
      .set({ reminded_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "in", ids)
      .where("reminded_at", "is", null)
      .where("state", "<>", "cancelled")
      .returning("id")
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}
