import { sql } from "kysely";
import type { IdentityDb } from "../db/handles.ts";

/** Consumes a websocket ticket. Returns its session, or undefined if the ticket is unknown, used or expired. */
export async function consumeTicket(
  db: IdentityDb,
  ticketHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db.write((tx) =>
    tx.identity
      .updateTable("one_time_token")
      .set({ used_at: sql`now()` })
      .where("token_hash", "=", ticketHash)
      .where("purpose", "=", "ws_ticket")
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .returning("session_id")
      .executeTakeFirst(),
  );
  return row?.session_id ?? undefined;
}
