import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** Returns false when this session has opened the organization before, in any process. */
export async function insertVisit(
  tx: WriteTransaction,
  id: string,
  sessionId: string,
  organizationId: string,
) {
  const row = await tx.identity
    .insertInto("organization_visit")
    .values({ id, session_id: sessionId, organization_id: organizationId })
    .onConflict((conflict) => conflict.columns(["session_id", "organization_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
