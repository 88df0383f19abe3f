import { sql } from "kysely";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { DownloadTicket } from "../../../platform/http/calls/downloads.ts";

/** Consumes a download ticket of this path. Returns undefined for every request but the first. */
export async function consumeDownloadTicket(
  db: IdentityDb,
  hash: Buffer,
  path: string,
  now: Date,
): Promise<DownloadTicket | undefined> {
  const [row] = await db.change<{ session_id: string | null; details: unknown }>((query) =>
    query
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("token_hash", "=", hash)
      .where("purpose", "=", "download")
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .where(sql`details ->> 'path'`, "=", path)
      .returning(["session_id", "details"]),
  );
  if (row === undefined || row.session_id === null) return undefined;
  return { ...(row.details as Omit<DownloadTicket, "sessionId">), sessionId: row.session_id };
}
