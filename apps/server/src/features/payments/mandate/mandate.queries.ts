import { sql } from "kysely";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";

/** Mandate of an organization, with the data for a new one. */
export type MandateRow = {
  practiceCode: string;
  currency: string;
  timeZone: string;
  version: number;
  reference: string | null;
  holder: string | null;
  iban: Buffer | null;
  ibanMasked: string | null;
  signedOn: string | null;
};

/** A stored mandate. The IBAN is sealed. */
export type StoredMandate = {
  reference: string;
  holder: string;
  iban: Buffer;
  ibanMasked: string;
  signedOn: string;
};

/** Locks the billing profile of an organization until the transaction ends; creates it when it is missing. */
export async function lockMandate(db: OrganizationQueries, organizationId: string): Promise<MandateRow> {
  await db
    .insertInto("billing_profile")
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom("billing_profile as b")
    .innerJoin("organization as o", "o.organization_id", "b.organization_id")
    .select([
      "o.practice_code as practiceCode",
      "o.currency",
      "o.time_zone as timeZone",
      "b.version",
      "b.mandate_reference as reference",
      "b.mandate_holder as holder",
      "b.mandate_iban as iban",
      "b.mandate_iban_masked as ibanMasked",
      sql<string | null>`b.mandate_signed_on::text`.as("signedOn"),
    ])
    .where("b.organization_id", "=", organizationId)
    .forUpdate("b")
    .executeTakeFirstOrThrow();
}

/** Stores a mandate in place of the current one; null withdraws it. It has not been used yet. */
export async function storeMandate(
  db: OrganizationQueries,
  organizationId: string,
  mandate: StoredMandate | null,
): Promise<void> {
  await db
    .updateTable("billing_profile")
    .set({
      mandate_reference: mandate?.reference ?? null,
      mandate_holder: mandate?.holder ?? null,
      mandate_iban: mandate?.iban ?? null,
      mandate_iban_masked: mandate?.ibanMasked ?? null,
      mandate_signed_on: mandate?.signedOn ?? null,
      mandate_used: false,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where("organization_id", "=", organizationId)
    .execute();
}
