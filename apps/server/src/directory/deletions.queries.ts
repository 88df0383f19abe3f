import { sql } from "kysely";
import { type Deletion, deleteWhere } from "../platform/jobs/deletion.queries.ts";

/**
 * Kept for a day, so that a used or expired token can be distinguished from an unknown one when an incident is
 * examined.
 */
const deleteOldOneTimeTokens = deleteWhere(
  "one_time_token",
  sql`(old.expires_at < now() - interval '1 day' or old.used_at < now() - interval '1 day')`,
);

const deleteOldAttemptLimits = deleteWhere(
  "attempt_limit",
  sql`old.updated_at < now() - interval '1 day' and coalesce(old.locked_until < now(), true)`,
);

/** One-time links and counters of attempts, which several features use. */
export const directoryDeletions: readonly Deletion[] = [deleteOldOneTimeTokens, deleteOldAttemptLimits];
