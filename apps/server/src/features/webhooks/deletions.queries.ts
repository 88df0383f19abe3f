import { webhookRetentionMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import { deleteWhere } from "../../platform/jobs/deletion.queries.ts";

/** Replaced secrets that no longer sign. */
export const deleteExpiredSecrets = deleteWhere("webhook_secret", sql`old.valid_until < now()`);

/** Settled deliveries with their attempts. Those that are still due or held are kept, however old they are. */
export const deleteOldDeliveries = deleteWhere(
  "webhook_delivery",
  sql`old.created_at < now() - ${webhookRetentionMs}::float8 * interval '1 ms'
    and old.state in ('succeeded', 'failed', 'skipped')`,
);
