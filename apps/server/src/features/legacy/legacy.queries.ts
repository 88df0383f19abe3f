import type { OrganizationDb } from "../../platform/db/handles.ts";

/** Returns the practice code of an organization. */
export async function findPracticeCode(db: OrganizationDb): Promise<string | undefined> {
  const [row] = await db.read((query) =>
    query.selectFrom("organization").select("practice_code").where("organization_id", "=", db.organizationId),
  );
  return row?.practice_code;
}
