import type { OrganizationDb } from "../../platform/db/handles.ts";

/** The currency in which a practice is told its costs. */
export async function findCurrency(db: OrganizationDb): Promise<string> {
  const [row] = await db.read((builder) =>
    builder.selectFrom("organization").select("currency").where("organization_id", "=", db.organizationId),
  );
  return row?.currency ?? "EUR";
}
