import { webhookRetentionMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import { deleteWhere } from "../../platform/jobs/deletion.queries.ts";

/** Deletes replaced secrets that no longer sign. */
export const deleteExpiredSecrets = deleteWhere("webhook_secret", sql`old.valid_until < now()`);

/** Deletes old settled deliveries with their attempts. Due and held deliveries are kept, regardless of their age. */
export const deleteOldDeliveries = deleteWhere(
  "webhook_delivery",
  sql`old.created_at < now() - ${webhookRetentionMs}::float8 * interval '1 ms'
    and old.state in ('succeeded', 'failed', 'skipped')`,
);
