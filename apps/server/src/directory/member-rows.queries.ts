import { sql } from "kysely";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";

/**
 * Copies changed data of a person to their member rows; call it after every change to a field that member lists show.
 */
export async function syncMemberRows(tx: WriteTransaction, personId: string): Promise<void> {
  await sql`select sync_member_rows(${personId})`.execute(tx.identity);
}
