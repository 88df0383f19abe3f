import type { MonthRow } from "./billing-rows.ts";
import type { ExportedCall } from "@praxisportal/contract/billing/billing.schema";
import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { CallRow } from "./billing.presenter.ts";
import { presentCall } from "./billing.presenter.ts";

/** Returns the latest months with usage, one row per month and currency. */
export function readMonths(db: OrganizationDb, limit: number): Promise<MonthRow[]> {
  return db.read<MonthRow>((builder) => ({
    compile: () =>
      sql<MonthRow>`
        select * from (
          select to_char(local_day, 'YYYY-MM') as month, currency, sum(calls) as calls, sum(input_tokens) as input,
            sum(output_tokens) as output, sum(audio_seconds) as audio, sum(cost_micro) as cost,
            sum(estimated_calls) as estimated, sum(unpriced_calls) as unpriced,
            dense_rank() over (order by to_char(local_day, 'YYYY-MM') desc) as place
          from ai_usage_day where organization_id = ${db.organizationId}
          group by to_char(local_day, 'YYYY-MM'), currency
        ) months where place <= ${limit} order by month desc, currency`.compile(builder),
  }));
}

/** Calls per batch, which bounds the memory of an export. */
const batchSize = 1_000;

/**
 * Yields the calls of a range of days, oldest first. Each batch starts after the last call of the previous one, so
 * calls booked meanwhile do not repeat any. The time of a call is at most one day away from its local day, so the
 * query selects by time, in index order, and rows of other days are dropped here. A condition on the day would make
 * the planner expect so few rows that it scans the whole range for every batch.
 */
export async function* readCalls(db: OrganizationDb, range: DayRange): AsyncGenerator<ExportedCall> {
  // As text: a Date would lose the microseconds that distinguish calls.
  let after = { at: `${dayBefore(range.startDate)} 00:00:00Z`, id: beforeAllIds };
  for (;;) {
    const { at, id } = after;
    const rows = await db.read<CallRow>((builder) => ({
      compile: () =>
        sql<CallRow>`
          select e.*, e.occurred_at::text as at, to_char(e.local_day, 'YYYY-MM-DD') as day,
            nullif(trim(m.first_name || ' ' || m.last_name), '') as name, s.name as site
          from (
            select * from ai_usage_event e
            where e.organization_id = ${db.organizationId}
              and (e.occurred_at, e.id) > (${at}::timestamptz, ${id}::uuid)
              and e.occurred_at < ${range.endDate}::date + interval '2 days'
            order by e.occurred_at, e.id limit ${sql.lit(batchSize)}
          ) e left join membership m on m.organization_id = e.organization_id and m.person_id = e.person_id
            left join site s on s.organization_id = e.organization_id and s.id = m.site_id
          order by e.occurred_at, e.id`.compile(builder),
    }));
    for (const row of rows) {
      if (row.day >= range.startDate && row.day <= range.endDate) yield presentCall(row);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = { at: last.at, id: last.id };
  }
}

const beforeAllIds = "00000000-0000-0000-0000-000000000000";

const dayMs = 24 * 60 * 60 * 1000;

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}
