import { sql } from "kysely";
import { type Deletion, deleteWhere } from "../../../platform/jobs/deletion.queries.ts";

const deleteExpiredAccessTokens = deleteWhere("access_token", sql`old.expires_at < now()`);

/** An abandoned session ended at its absolute expiry, even when `ended_at` was never set. */
const deleteOldSessions = deleteWhere(
  "session",
  sql`coalesce(old.ended_at, old.absolute_expires_at) < now() - interval '90 days'`,
);

/**
 * The condition on `last_seen_at` is needed although the missing sessions imply it: a concurrent sign-in updates it,
 * and PostgreSQL rechecks the row before deleting it, whereas the new session is not visible to this statement.
 */
const deleteUnusedDevices = deleteWhere(
  "device",
  sql`old.last_seen_at < now() - interval '90 days'
    and not exists (select from session where session.device_id = old.id)`,
);

/**
 * Sessions and their devices are kept for 90 days, because the list of sign-ins shows them. Devices come last, because
 * they may have become unused with the sessions.
 */
export const sessionDeletions: readonly Deletion[] = [
  deleteExpiredAccessTokens,
  deleteOldSessions,
  deleteUnusedDevices,
];
