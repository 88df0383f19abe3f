import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/**
 * Gives a new member a personal AI limit of no tokens. Recordings and models without a price count in tokens too, so
 * every call is refused until the limit is changed.
 */
export async function setZeroAiLimit(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("ai_person_limit")
      .values({ organization_id: organizationId, person_id: personId, limit_tokens: "0" })
      .execute(),
  );
}

/** Returns whether the personal AI limit of a member is zero. */
export async function hasZeroAiLimit(db: OrganizationDb, personId: string): Promise<boolean> {
  const rows = await db.read((query) =>
    query
      .selectFrom("ai_person_limit")
      .select("person_id")
      .where("organization_id", "=", db.organizationId)
      .where("person_id", "=", personId)
      .where("limit_tokens", "=", "0"),
  );
  return rows.length > 0;
}
