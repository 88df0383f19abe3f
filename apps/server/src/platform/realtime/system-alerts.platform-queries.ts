import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** Records that an alert is raised now. Returns false if any process raised it less than `pauseMs` ago. */
export async function claimAlert(db: PlatformDb, name: string, pauseMs: number): Promise<boolean> {
  const row = await db.writes
    .insertInto("system_alert")
    .values({ name, raised_at: sql`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ raised_at: sql`clock_timestamp()` })
        .where(sql<boolean>`system_alert.raised_at <= clock_timestamp() - ${`${pauseMs} ms`}::interval`),
    )
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}
