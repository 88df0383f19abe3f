import { sql } from "kysely";
import { deleteWhere } from "../../platform/jobs/deletion.queries.ts";

export const deleteExpiredAlarms = deleteWhere("workstation_alarm", sql`old.expires_at < now()`);
