import { sql } from "kysely";
import { type Deletion, deleteWhere } from "../jobs/deletion.queries.ts";

const deleteOldIdempotencyKeys = deleteWhere(
  "idempotency_key",
  sql`old.created_at < now() - interval '1 day'`,
);

export const idempotencyDeletions: readonly Deletion[] = [deleteOldIdempotencyKeys];
