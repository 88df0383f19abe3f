import { sql } from "kysely";
import { deleteWhere } from "../../platform/jobs/deletion.queries.ts";

/** R0-35: notifications are kept for 30 days. */
export const deleteOldNotifications = deleteWhere(
  "notification",
  sql`old.created_at < now() - interval '30 days'`,
);
