import { sql } from "kysely";
import { deleteWhere } from "../../../platform/jobs/deletion.queries.ts";

/**
 * Deletes changes of an address seven days after they were confirmed or withdrawn. Their links are valid for one day.
 */
export const deleteOldEmailChanges = deleteWhere(
  "email_change",
  sql`coalesce(old.withdrawn_at, old.confirmed_at) < now() - interval '7 days'`,
);
