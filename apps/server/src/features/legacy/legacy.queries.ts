import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Returns the practice code of an organization. */
export async function findPracticeCode(db: OrganizationDb): Promise<string | undefined> {
  const [row] = await db.read((query) =>
    query.selectFrom("organization").select("practice_code").where("organization_id", "=", db.organizationId),
  );
  return row?.practice_code;
}

/** Returns whether an audit entry is written. */
export async function hasAuditEntry(
  tx: WriteTransaction,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("audit_entry")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  return row !== undefined;
}
