import { sql } from "kysely";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import type { ThirdCountryRule } from "../documents/tax/decide-tax.ts";
import type { SellerCountry, TaxRate } from "../documents/tax/tax-rates.ts";
import type { StoredReminderTexts } from "./reminder-texts.ts";

/** The operator profile. */
export type OperatorRow = {
  name: string | null;
  street: string | null;
  house_number: string | null;
  postal_code: string | null;
  city: string | null;
  country: SellerCountry | null;
  vat_id: string | null;
  tax_number: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  website: string | null;
  management: string | null;
  register: string | null;
  bank_name: string | null;
  iban: string | null;
  bic: string | null;
  creditor_id: string | null;
  third_country: ThirdCountryRule;
  /** `YYYY-MM-DD`. */
  billed_from: string;
  payment_days: number;
  debit_notice_days: number;
  reminder_texts: StoredReminderTexts;
  version: number;
  updated_at: Date;
};

/** Builds the query for the operator profile. */
export const operatorQuery = (db: OrganizationQueries) =>
  db
    .selectFrom("operator_profile")
    .selectAll()
    .select(sql<string>`billed_from::text`.as("billed_from"))
    .$castTo<OperatorRow>();

/** Builds the query for the tax rates that the operator added. */
export const addedRatesQuery = (db: OrganizationQueries) =>
  db
    .selectFrom("tax_rate")
    .select([
      "country",
      sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as("validFrom"),
      "rate_basis_points as rateBasisPoints",
    ])
    .orderBy("country")
    .orderBy("valid_from")
    .$castTo<TaxRate>();
