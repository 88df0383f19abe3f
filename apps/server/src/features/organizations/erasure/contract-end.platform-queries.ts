import type { PlatformDb } from "../../../platform/db/platform-db.ts";

/** Returns the organizations in these states whose contract ended by a time. */
export async function findEndedContracts(
  db: PlatformDb,
  endedBy: Date,
  statuses: readonly string[],
): Promise<string[]> {
  const rows = await db.reads
    .selectFrom("organization")
    .select("organization_id")
    .where("contract_ends_at", "<=", endedBy)
    .where("status", "in", [...statuses])
    .orderBy("contract_ends_at")
    .execute();
  return rows.map((row) => row.organization_id);
}
