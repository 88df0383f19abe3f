import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { IdentityQueries } from "../../../platform/db/query-builders.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { RepeatableCall } from "../../../platform/idempotency/idempotency.ts";
import { saveIdempotencyKey } from "../../../platform/idempotency/idempotency.queries.ts";

/** Owner of a ticket: a session or an application token, in an organization. */
export type TicketHolder = { sessionId: string; organizationId: string };

/** Stores a ticket and deletes all expired ones in the same statement. */
export async function insertTicket(
  db: IdentityDb,
  ticket: TicketHolder & { hash: Buffer; sealedPrompt: Buffer; now: Date; expiresAt: Date },
  repeatable: RepeatableCall | undefined,
): Promise<void> {
  const insert = (query: IdentityQueries) =>
    query
      .with("expired", (old) => old.deleteFrom("ai_stream_ticket").where("expires_at", "<=", ticket.now))
      .insertInto("ai_stream_ticket")
      .values({
        token_hash: ticket.hash,
        session_id: ticket.sessionId,
        organization_id: ticket.organizationId,
        sealed_prompt: ticket.sealedPrompt,
        expires_at: ticket.expiresAt,
      });
  if (repeatable === undefined) {
    await db.change(insert);
    return;
  }
  await db.write(async (tx) => {
    await saveIdempotencyKey(tx, repeatable, uuidV7());
    await insert(tx.identity).execute();
  });
}

/** Returns the owner of a ticket without consuming it. */
export async function findTicket(db: IdentityDb, hash: Buffer, now: Date): Promise<TicketHolder | undefined> {
  const [row] = await db.read<TicketHolder>((query) =>
    query
      .selectFrom("ai_stream_ticket")
      .select(["session_id as sessionId", "organization_id as organizationId"])
      .where("token_hash", "=", hash)
      .where("expires_at", ">", now),
  );
  return row;
}

/** Consumes a ticket of the holder. Returns its sealed prompt, or undefined when it was used before or has expired. */
export async function takeTicket(
  db: IdentityDb,
  hash: Buffer,
  holder: TicketHolder,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await db.change<{ sealed_prompt: Buffer }>((query) =>
    query
      .deleteFrom("ai_stream_ticket")
      .where("token_hash", "=", hash)
      .where("session_id", "=", holder.sessionId)
      .where("organization_id", "=", holder.organizationId)
      .where("expires_at", ">", now)
      .returning("sealed_prompt"),
  );
  return row?.sealed_prompt;
}
