import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import { reviewDueAt } from "../../directory/security-findings/review-due.queries.ts";

/** Administrator of an organization whose review is due; `personId` is null when it has none. */
type DueReview = { organizationId: string; personId: string | null };

/**
 * Marks organizations whose review is due as notified of that due date, and returns their administrators. An
 * organization is marked once for each due date, even by several processes at the same time.
 */
export async function markDue(
  db: Kysely<TenantTables & GlobalTables>,
  now: Date,
  limit: number,
): Promise<DueReview[]> {
  const { rows } = await sql<DueReview>`
    with due as materialized (
      select o.organization_id, ${reviewDueAt} as due_at from organization o
      where o.status in ('trial', 'active')
    ),
    marked as (
      insert into rights_review_plan (organization_id, reminded_for)
      select due.organization_id, due.due_at from due
      left join rights_review_plan p on p.organization_id = due.organization_id
      where due.due_at <= ${now}::timestamptz and p.reminded_for is distinct from due.due_at
      order by due.due_at limit ${limit}
      on conflict (organization_id) do update set reminded_for = excluded.reminded_for
        where rights_review_plan.reminded_for is distinct from excluded.reminded_for
      returning organization_id
    )
    select marked.organization_id as "organizationId", m.person_id as "personId" from marked
    left join membership m on m.organization_id = marked.organization_id and m.role = 'org_admin'
      and ${usableMembership("m", now)}
    order by marked.organization_id, m.person_id`.execute(db);
  return rows;
}
