import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** Returns the organizations whose provisioning stopped before its end and is due again, earliest first. */
export async function findStopped(db: PlatformDb, after: string, limit: number): Promise<string[]> {
  const rows = await db.reads
    .selectFrom("provisioning")
    .select("organization_id")
    .where("check_at", "is", null)
    .where("retry_at", "<=", sql<Date>`now()`)
    .where("organization_id", ">", after)
    // A closed organization is continued after it is restored.
    .where(
      sql<boolean>`exists (select from organization o
        where o.organization_id = provisioning.organization_id and o.status in ('trial', 'active', 'suspended'))`,
    )
    .orderBy("organization_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}
