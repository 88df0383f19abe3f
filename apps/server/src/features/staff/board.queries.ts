import type { StaffBoardQuery } from "@praxisportal/contract/staff/staff.schema";
import { offboardingItems, onboardingItems, type StaffStage } from "@praxisportal/contract/staff/staff.rules";
import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";

/** Item of a checklist that was stored from a template. */
export type StoredItem = { item: string; label: string | null };

export type BoardRow = {
  id: string;
  kind: "onboarding" | "offboarding";
  stage: StaffStage;
  person_id: string;
  first_name: string;
  last_name: string;
  role: string;
  department: string | null;
  is_external: boolean;
  takes_effect_at: Date;
  day: string;
  days_left: number;
  items: StoredItem[] | null;
  checked: string[];
  owner_name: string | null;
  blocked: boolean;
};

type CountedRow = BoardRow & { overdue: number; running: number; planned: number };

/** Number of items of `staff_change c`. */
export const itemCount = sql<number>`coalesce(jsonb_array_length(c.items),
  case c.kind when 'onboarding' then ${sql.lit(onboardingItems.length)} else ${sql.lit(offboardingItems.length)} end)`;

/** Number of checked items of `staff_change c`. */
export const checkedCount = sql<number>`(select count(*) from staff_check k
  where k.organization_id = c.organization_id and k.change_id = c.id)`;

/** Condition that the membership `m` still needs `staff_change c`: an onboarding ends with the membership. */
export const isStillNeeded = sql<boolean>`(m.status <> 'removed'
  and (c.kind = 'offboarding' or m.status in ('active', 'pending')))`;

/** Returns a page of the board, and the counts of all stages in each row. The page is empty beyond the last one. */
export async function readBoard(
  db: OrganizationDb,
  { stage, page, limit }: StaffBoardQuery,
  now: Date,
): Promise<{ rows: BoardRow[]; counts: Record<StaffStage, number> }> {
  const [firstRow] = await db.read<{ rows: CountedRow[] | null; counts: Record<StaffStage, number> }>(
    (builder) => ({
      compile: () =>
        sql<{ rows: CountedRow[] | null; counts: Record<StaffStage, number> }>`
          with open as (
            select c.*, m.first_name, m.last_name, m.role, m.department, m.is_external,
              (c.takes_effect_at at time zone o.time_zone)::date as day,
              (c.takes_effect_at at time zone o.time_zone)::date
                - (${now}::timestamptz at time zone o.time_zone)::date as days_left,
              ${checkedCount} as done, ${itemCount} as total
            from staff_change c
            join organization o on o.organization_id = c.organization_id
            join membership m on m.organization_id = c.organization_id and m.id = c.membership_id
            where c.organization_id = ${db.organizationId} and c.state <> 'cancelled'
              and (c.completed_at is null or c.state = 'planned') and ${isStillNeeded}
          ), staged as (
            select *, case when days_left < 0 then 'overdue'
              when days_left = 0 or done > 0 then 'running' else 'planned' end as stage
            from open where done < total or state = 'planned'
          ), page as (
            select * from staged where ${stage ?? null}::text is null or stage = ${stage ?? null}
            order by array_position(array['overdue', 'running', 'planned'], stage), takes_effect_at, id
            limit ${limit} offset ${(page - 1) * limit}
          )
          select (
            select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'stage', c.stage,
              'person_id', c.person_id, 'first_name', c.first_name, 'last_name', c.last_name, 'role', c.role,
              'department', c.department, 'is_external', c.is_external, 'takes_effect_at', c.takes_effect_at,
              'day', c.day, 'days_left', c.days_left, 'items', c.items,
              'blocked', c.state = 'planned' and c.blocked_at is not null,
              'checked', (select coalesce(jsonb_agg(k.item), '[]') from staff_check k
                where k.organization_id = c.organization_id and k.change_id = c.id),
              'owner_name', (select nullif(trim(n.first_name || ' ' || n.last_name), '') from membership n
                where n.organization_id = c.organization_id and n.person_id = c.created_by))
              order by array_position(array['overdue', 'running', 'planned'], c.stage), c.takes_effect_at, c.id)
            from page c) as rows,
            (select jsonb_build_object('overdue', count(*) filter (where stage = 'overdue'),
              'running', count(*) filter (where stage = 'running'),
              'planned', count(*) filter (where stage = 'planned')) from staged) as counts`.compile(builder),
    }),
  );
  return { rows: firstRow?.rows ?? [], counts: firstRow?.counts ?? { overdue: 0, running: 0, planned: 0 } };
}
