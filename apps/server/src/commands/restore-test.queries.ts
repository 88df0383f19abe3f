import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../platform/audit/audit-record.ts";
import type { PlatformDb } from "../platform/db/platform-db.ts";

/** Records that a backup was restored and verified, here and in the audit log of the platform. */
export async function recordRestoreTest(
  db: PlatformDb,
  { backupAt, chains, entries }: { backupAt: string; chains: number; entries: number },
): Promise<void> {
  await db.write(async (tx, allDb) => {
    await allDb
      .insertInto("restore_test")
      .values({
        id: uuidV7(),
        tested_at: new Date(),
        backup_at: new Date(backupAt),
        chains,
        entries: String(entries),
      })
      .execute();
    tx.record({
      organizationId: platformChainId,
      action: "platform.restore_tested",
      actor: { type: "system", id: null },
      changes: { backupAt: [null, backupAt], chains: [null, chains], entries: [null, entries] },
      origin: "job",
    });
  });
}
