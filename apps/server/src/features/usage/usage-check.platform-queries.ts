import { type RawBuilder, sql } from "kysely";
import { nilPersonId } from "../../directory/limits/nil-person.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";

/** A stored sum that differs from the sum of its calls. */
export type UsageDifference = {
  organizationId: string;
  /** Daily sums by model or by person, or the balance of a budget. */
  table: "ai_usage_day" | "ai_usage_person_day" | "ai_balance";
  /** The day, or for a balance the first day of its month. */
  day: string;
  /** Provider, model and currency of the sum, or the person whom it belongs to. */
  of: string;
};

/** Organizations per statement, and the maximum number of reported differences. */
const batchSize = 50;
const reportedMax = 100;

const beforeAllIds = "00000000-0000-0000-0000-000000000000";

/**
 * Compares the daily sums since `since` (`YYYY-MM-DD`), and the balances of those months, with the calls behind them.
 * Each organization is read in one statement, so a call booked meanwhile is in both sums or in neither. Changes
 * nothing.
 */
export async function findDifferences(
  db: PlatformDb,
  since: string,
  signal?: AbortSignal,
): Promise<{ organizations: number; differences: UsageDifference[] }> {
  const differences: UsageDifference[] = [];
  let organizations = 0;
  let after = beforeAllIds;
  for (let isLast = false; !isLast;) {
    signal?.throwIfAborted();
    const { rows: batch } = await sql<{ id: string }>`
      select organization_id as id from organization where organization_id > ${after}
      order by organization_id limit ${batchSize}`.execute(db.reads);
    const last = batch.at(-1);
    if (last === undefined) break;
    organizations += batch.length;
    const { rows } = await differingRows(after, last.id, since).execute(db.reads);
    differences.push(...rows.slice(0, reportedMax - differences.length));
    after = last.id;
    isLast = batch.length < batchSize || differences.length >= reportedMax;
  }
  return { organizations, differences };
}

/** Returns the differing rows. A call is booked within a day of its day in UTC, which limits the search. */
const differingRows = (after: string, last: string, since: string): RawBuilder<UsageDifference> => sql`
  with event as materialized (
    select e.* from organization o cross join lateral (
      select * from ai_usage_event e where e.organization_id = o.organization_id
        and e.occurred_at >= date_trunc('month', ${since}::date) - interval '1 day'
    ) e where o.organization_id > ${after} and o.organization_id <= ${last}
  ), stored_day as (
    select * from ai_usage_day
    where organization_id > ${after} and organization_id <= ${last} and local_day >= ${since}
  ), real_day as (
    select organization_id, local_day, provider_key, model, currency, ${sums} from event
    where local_day >= ${since} group by organization_id, local_day, provider_key, model, currency
  ), stored_person as (
    select * from ai_usage_person_day
    where organization_id > ${after} and organization_id <= ${last} and local_day >= ${since}
  ), real_person as (
    select organization_id, local_day, person_id, currency, ${sums} from event
    where local_day >= ${since} group by organization_id, local_day, person_id, currency
  ), stored_balance as (
    select organization_id, person_id, period, used_tokens, used_micro from ai_balance
    where organization_id > ${after} and organization_id <= ${last}
      and period >= date_trunc('month', ${since}::date) and (used_tokens > 0 or used_micro > 0)
  ), real_balance as (
    select organization_id, period, coalesce(person_id, ${sql.lit(nilPersonId)}::uuid) as person_id,
      sum(budget_tokens) as used_tokens, sum(coalesce(cost_micro, 0)) as used_micro
    from event where period >= date_trunc('month', ${since}::date)
    group by grouping sets ((organization_id, period), (organization_id, period, person_id))
    having sum(budget_tokens) > 0 or sum(coalesce(cost_micro, 0)) > 0
  )
  select organization_id as "organizationId", 'ai_usage_day' as "table", to_char(local_day, 'YYYY-MM-DD') as day,
    concat_ws(' ', provider_key, model, currency) as of
  from stored_day s full join real_day r using (organization_id, local_day, provider_key, model, currency)
  where ${unequal}
  union all
  select organization_id, 'ai_usage_person_day', to_char(local_day, 'YYYY-MM-DD'), concat_ws(' ', person_id, currency)
  from stored_person s full join real_person r using (organization_id, local_day, person_id, currency)
  where ${unequal}
  union all
  select organization_id, 'ai_balance', to_char(period, 'YYYY-MM-DD'), person_id::text
  from stored_balance s full join real_balance r using (organization_id, period, person_id)
  where (s.used_tokens, s.used_micro) is distinct from (r.used_tokens, r.used_micro)
  order by 1, 2, 3, 4`;

const sums = sql`count(*) as calls, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
  sum(audio_seconds) as audio_seconds, sum(coalesce(cost_micro, 0)) as cost_micro,
  sum(is_estimated::integer) as estimated_calls, sum((cost_micro is null)::integer) as unpriced_calls`;

const unequal = sql`(s.calls, s.input_tokens, s.output_tokens, s.audio_seconds, s.cost_micro, s.estimated_calls,
  s.unpriced_calls)
  is distinct from (r.calls, r.input_tokens, r.output_tokens, r.audio_seconds, r.cost_micro, r.estimated_calls,
  r.unpriced_calls)`;
