import { sql } from "kysely";
import { deleteWhere } from "../../../platform/jobs/deletion.queries.ts";

/**
 * Links of an address change are valid for one day; after the decision neither address is needed for longer than this.
 */
export const deleteOldEmailChanges = deleteWhere(
  "email_change",
  sql`coalesce(old.withdrawn_at, old.confirmed_at) < now() - interval '7 days'`,
);
