import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { PreparedQuery } from "../../../platform/db/prepared.ts";

/**
 * Returns whose monthly limit is used up or fully held, so that no call of any size can be held. Undefined when
 * something is left; the hold decides whether it is enough.
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
        from ai_policy p
        left join ai_person_limit l on l.organization_id = p.organization_id and l.person_id = $2
        join ai_balance b on b.organization_id = p.organization_id and b.period = $3
          and b.person_id in ($2, '00000000-0000-0000-0000-000000000000')
        where p.organization_id = $1 and case when b.person_id = $2
          then b.used_tokens + b.held_tokens >= coalesce(l.limit_tokens, p.person_limit_tokens)
            or b.used_micro + b.held_micro >= coalesce(l.limit_micro, p.person_limit_micro)
          else b.used_tokens + b.held_tokens >= p.limit_tokens or b.used_micro + b.held_micro >= p.limit_micro end
        order by scope limit 1`,
        "ai-find-exhausted",
        [db.organizationId, personId, period],
      ),
  );
  return row?.scope;
}
