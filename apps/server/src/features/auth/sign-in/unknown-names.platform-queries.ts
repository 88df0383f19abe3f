import { type Kysely, sql } from "kysely";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import type { GlobalTables } from "../../../platform/db/tables.gen.ts";

/** The failed attempts of a network in a window. */
export type UnknownNames = Pick<AuditDraft, "action"> & {
  reason: string;
  attempts: number;
  request: NonNullable<AuditDraft["request"]> | null;
  origin: NonNullable<AuditDraft["origin"]>;
};

/** Deletes and returns the counters of windows that ended by `now`. */
export async function takeEndedWindows(
  db: Kysely<Pick<GlobalTables, "unknown_name">>,
  now: Date,
): Promise<UnknownNames[]> {
  const { rows } = await sql<UnknownNames>`
    delete from unknown_name where window_ends_at <= ${now}
    returning action, reason, attempts, request, origin`.execute(db);
  return rows;
}
