import type { OrganizationDb } from "../../../platform/db/handles.ts";

type Certificate = { certificate: Buffer; practiceCode: string };

/** Returns the certificate of the bound organization; undefined until it is issued. */
export async function findCertificate(db: OrganizationDb): Promise<Certificate | undefined> {
  const [row] = await db.read((builder) =>
    builder
      .selectFrom("organization_erasure")
      .select(["certificate", "practice_code as practiceCode"])
      .where("organization_id", "=", db.organizationId),
  );
  return row?.certificate && row.practiceCode !== null
    ? { certificate: row.certificate, practiceCode: row.practiceCode }
    : undefined;
}
