import { sql } from "kysely";
import { deleteWhere } from "../../../platform/jobs/deletion.queries.ts";

export const deleteExpiredStreamTickets = deleteWhere("ai_stream_ticket", sql`old.expires_at < now()`);
