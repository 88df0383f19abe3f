import { sql } from "kysely";
import { joinAllLimits } from "../../../directory/entitlements.queries.ts";
import { nilPersonId } from "../../../directory/limits/nil-person.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** Numbers of organizations that have used at least 80 % and 100 % of their AI budget of this month. */
export type BudgetCounts = { near: number; reached: number };

/**
 * Counts the organizations that are near their budget of tokens or money, own or of their plan, or have reached it.
 * Reads one balance per organization.
 */
export async function countBudgets(db: PlatformDb): Promise<BudgetCounts> {
  const { rows } = await sql<BudgetCounts>`
    select count(*) filter (where ${usedAtLeast(80)})::int as near, count(*) filter (where ${usedAtLeast(100)})::int as reached
    from organization o
      join ai_balance b on b.organization_id = o.organization_id and b.person_id = ${sql.lit(nilPersonId)}
        and b.period = date_trunc('month', now() at time zone o.time_zone)::date
      left join ai_policy p on p.organization_id = o.organization_id
      ${joinAllLimits}`.execute(db.reads);
  return rows[0] ?? { near: 0, reached: 0 };
}

const usedAtLeast = (
  percent: number,
) => sql`b.used_tokens * 100 >= least(p.limit_tokens, l.tokens) * ${sql.lit(percent)}
  or b.used_micro * 100 >= p.limit_micro * ${sql.lit(percent)}`;
