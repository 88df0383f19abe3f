import { nilPersonId } from "../../../directory/limits/nil-person.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { PreparedQuery } from "../../../platform/db/prepared.ts";

/**
 * Returns the scope whose monthly limit is used up or fully held, so that no call of any size can be held. Undefined
 * when something is left; the hold decides whether it is enough.
 *
 * @param period first day of the month, `YYYY-MM-DD`
 */
export async function findExhausted(
  db: OrganizationDb,
  personId: string,
  period: string,
): Promise<"person" | "organization" | undefined> {
  const [row] = await db.read<{ scope: "person" | "organization" }>(
    () =>
      new PreparedQuery(
        `select case when b.person_id = $2 then 'person' else 'organization' end as scope
        from ai_balance b
        left join ai_policy p on p.organization_id = b.organization_id
        left join ai_person_limit l on l.organization_id = b.organization_id and l.person_id = $2
        where b.organization_id = $1 and b.period = $3
          and b.person_id in ($2, '${nilPersonId}') and case when b.person_id = $2
          then b.used_tokens + b.held_tokens >= coalesce(l.limit_tokens, p.person_limit_tokens)
            or b.used_micro + b.held_micro >= coalesce(l.limit_micro, p.person_limit_micro)
          else b.used_tokens + b.held_tokens >= least(p.limit_tokens,
              (select value from entitlements_of($1) where limit_name = 'monthly_tokens'))
            or b.used_micro + b.held_micro >= p.limit_micro end
        order by scope limit 1`,
        "ai-find-exhausted",
        [db.organizationId, personId, period],
      ),
  );
  return row?.scope;
}

/** Returns whether a person or the organization may use AI at all: false for a monthly limit of 0. */
export async function isQuotaGranted(
  db: OrganizationDb,
  personId: string,
  scope: "person" | "organization",
): Promise<boolean> {
  const [row] = await db.read<{ granted: boolean }>(
    () =>
      new PreparedQuery(
        `select case when $3 = 'person'
          then coalesce(l.limit_tokens, p.person_limit_tokens, 1) > 0
            and coalesce(l.limit_micro, p.person_limit_micro, 1) > 0
          else coalesce(p.limit_tokens, 1) > 0 and coalesce(p.limit_micro, 1) > 0 end as granted
        from (select) as call
        left join ai_policy p on p.organization_id = $1
        left join ai_person_limit l on l.organization_id = $1 and l.person_id = $2`,
        "ai-is-quota-granted",
        [db.organizationId, personId, scope],
      ),
  );
  return row?.granted ?? true;
}
