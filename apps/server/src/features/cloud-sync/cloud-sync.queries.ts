import type { CloudSyncSchedule } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";
import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { CloudSyncRow } from "./cloud-sync.presenter.ts";

const columns = [
  "schedule",
  "public_key",
  "version",
  "due_at",
  "requested_at",
  "run_id",
  "last_run_at",
  "last_success_at",
  "bytes",
  "sha256",
  "error",
] as const;

const rowOf = (db: OrganizationQueries, organizationId: string) =>
  db.selectFrom("cloud_sync").select(columns).where("organization_id", "=", organizationId);

export async function findCloudSync(db: OrganizationDb): Promise<CloudSyncRow | undefined> {
  const [row] = await db.read((builder) => rowOf(builder, db.organizationId));
  return row as CloudSyncRow | undefined;
}

/** Locks the row of an organization until the transaction ends; creates it when it is missing. */
export function lockCloudSync(tx: WriteTransaction, organizationId: string): Promise<CloudSyncRow> {
  return tx.organization(organizationId, async (db) => {
    await db
      .insertInto("cloud_sync")
      .values({ organization_id: organizationId, version: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await rowOf(db, organizationId).forUpdate().executeTakeFirstOrThrow();
    return row as CloudSyncRow;
  });
}

/** Stores the settings that the organization chose. */
export async function storeChoice(
  tx: WriteTransaction,
  organizationId: string,
  choice: { schedule: CloudSyncSchedule; publicKey: string | null; dueAt: Date | null },
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("cloud_sync")
      .set({
        schedule: choice.schedule,
        public_key: choice.publicKey,
        due_at: choice.dueAt,
        version: sql`version + 1`,
      })
      .where("organization_id", "=", organizationId)
      .execute(),
  );
}

export async function requestRun(tx: WriteTransaction, organizationId: string, now: Date): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("cloud_sync")
      .set({ requested_at: now })
      .where("organization_id", "=", organizationId)
      .execute(),
  );
}
