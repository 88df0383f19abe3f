import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { EmergencyCodeRow } from "./emergency-code.presenter.ts";

/** Returns the SQL for the full name of a joined person, or null when they do not exist or have none. */
const nameOf = (person: string) =>
  sql<
    string | null
  >`nullif(trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}), '')`;

export async function findEmergencyCode(db: OrganizationDb): Promise<EmergencyCodeRow | undefined> {
  const [row] = await db.read((query) =>
    query
      .selectFrom("emergency_code as c")
      .leftJoin("person as creator", "creator.id", "c.created_by")
      .leftJoin("person as unlocked", "unlocked.id", "c.used_by")
      .select(["c.label", "c.created_at", "c.used_at"])
      .select([nameOf("creator").as("created_by"), nameOf("unlocked").as("used_by")])
      .where("c.organization_id", "=", db.organizationId),
  );
  return row;
}

/** Stores a new code, replacing any earlier one. Returns the practice code. */
export function replaceEmergencyCode(
  tx: WriteTransaction,
  organizationId: string,
  code: { label: string; hash: string; createdBy: string; now: Date },
): Promise<string> {
  const values = {
    label: code.label,
    code_hash: code.hash,
    created_by: code.createdBy,
    created_at: code.now,
    used_by: null,
    used_at: null,
  };
  return tx.organization(organizationId, async (db) => {
    await db
      .insertInto("emergency_code")
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(values))
      .execute();
    const { practice_code: practiceCode } = await db
      .selectFrom("organization")
      .select("practice_code")
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    return practiceCode;
  });
}

/** Deletes the code of an organization. Returns false if there is none. */
export async function deleteEmergencyCode(tx: WriteTransaction, organizationId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.organization(organizationId, (db) =>
    db.deleteFrom("emergency_code").where("organization_id", "=", organizationId).executeTakeFirstOrThrow(),
  );
  return numDeletedRows > 0n;
}

/** An open code of an organization. */
export type OpenEmergencyCode = { organizationId: string; label: string; hash: string };

/** Returns the open code of an organization, or undefined if it has none. */
export async function findOpenCode(
  tx: WriteTransaction,
  organizationId: string,
): Promise<OpenEmergencyCode | undefined> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("emergency_code")
      .select(["label", "code_hash"])
      .where("organization_id", "=", organizationId)
      .executeTakeFirst(),
  );
  if (row === undefined || row.code_hash === null) return undefined;
  return { organizationId, label: row.label, hash: row.code_hash };
}

/** Marks an open code as used. Returns false if it has already been used, replaced or withdrawn. */
export async function useEmergencyCode(
  tx: WriteTransaction,
  { organizationId, hash }: OpenEmergencyCode,
  personId: string,
  now: Date,
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .updateTable("emergency_code")
      .set({ code_hash: null, used_by: personId, used_at: now })
      .where("organization_id", "=", organizationId)
      .where("code_hash", "=", hash)
      .returning("label")
      .executeTakeFirst(),
  );
  return row !== undefined;
}
