import { sql } from "kysely";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";

/** The buyer of an invoice: the organization itself, and its billing profile if it has one. */
export type ProfileRow = {
  organization_name: string;
  organization_country: string;
  organization_email: string | null;
  language: string;
  practice_code: string;
  name: string | null;
  contact_name: string | null;
  street: string | null;
  house_number: string | null;
  addition: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  vat_id: string | null;
  vat_id_checked_on: string | null;
  email: string | null;
  buyer_reference: string | null;
  mandate_reference: string | null;
  mandate_holder: string | null;
  mandate_iban_masked: string | null;
  mandate_signed_on: string | null;
  /** Null without a row. */
  version: number | null;
  updated_at: Date | null;
};

/** Builds the query for the billing profile of an organization. */
export const profileQuery = (db: OrganizationQueries, organizationId: string) =>
  db
    .selectFrom("organization as o")
    .leftJoin("billing_profile as b", "b.organization_id", "o.organization_id")
    .select([
      "o.name as organization_name",
      "o.country as organization_country",
      sql<string | null>`o.details ->> 'billingEmail'`.as("organization_email"),
      "o.language",
      "o.practice_code",
      "b.name",
      "b.contact_name",
      "b.street",
      "b.house_number",
      "b.addition",
      "b.postal_code",
      "b.city",
      "b.country",
      "b.vat_id",
      sql<string | null>`to_char(b.vat_id_checked_on, 'YYYY-MM-DD')`.as("vat_id_checked_on"),
      "b.email",
      "b.buyer_reference",
      "b.mandate_reference",
      "b.mandate_holder",
      "b.mandate_iban_masked",
      sql<string | null>`to_char(b.mandate_signed_on, 'YYYY-MM-DD')`.as("mandate_signed_on"),
      "b.version",
      "b.updated_at",
    ])
    .where("o.organization_id", "=", organizationId);
