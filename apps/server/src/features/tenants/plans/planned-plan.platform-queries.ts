import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** Returns active organizations whose planned plan begins today or began earlier, in their time zone. */
export async function findDuePlans(db: PlatformDb, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.organization_id as id
    from planned_plan p join organization o using (organization_id)
    where p.starts_on <= (${now}::timestamptz at time zone o.time_zone)::date and o.status = 'active'
    order by p.starts_on limit ${limit}`.execute(db.reads);
  return rows.map(({ id }) => id);
}
