import type {
  ChangeOperatorProfile,
  InvoiceTaxRate,
  OperatorProfile,
} from "@praxisportal/contract/invoices/operator-profile.schema";
import { statutoryTaxRates, type TaxRate } from "../documents/tax/tax-rates.ts";
import type { OperatorRow } from "./operator.queries.ts";
import { reminderTextsIn } from "./reminder-texts.ts";
import { missingSellerFields } from "./seller.ts";

/** The fields that the operator can change. */
export type OperatorFields = Pick<OperatorProfile, keyof ChangeOperatorProfile>;

/** Presents the operator profile. */
export function presentOperator(row: OperatorRow): OperatorProfile {
  return {
    ...presentFields(row),
    missing: missingSellerFields(row),
    // The row exists from the beginning.
    updatedAt: row.version === 0 ? null : row.updated_at.toISOString(),
    version: row.version,
  };
}

/** Presents the fields that the operator can change. */
export function presentFields(row: OperatorRow): OperatorFields {
  return {
    name: row.name,
    street: row.street,
    houseNumber: row.house_number,
    postalCode: row.postal_code,
    city: row.city,
    country: row.country,
    vatId: row.vat_id,
    taxNumber: row.tax_number,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    contactEmail: row.contact_email,
    website: row.website,
    management: row.management,
    register: row.register,
    bankName: row.bank_name,
    iban: row.iban,
    bic: row.bic,
    creditorId: row.creditor_id,
    thirdCountry: row.third_country,
    billedFrom: row.billed_from,
    paymentDays: row.payment_days,
    debitNoticeDays: row.debit_notice_days,
    reminderTexts: reminderTextsIn(row.reminder_texts),
  };
}

/** Presents the rates by law and those that the operator added, by country and day. */
export function presentTaxRates(added: readonly TaxRate[]): InvoiceTaxRate[] {
  return [
    ...statutoryTaxRates.map((rate) => ({ ...rate, isLegal: true })),
    ...added.map((rate) => ({ ...rate, isLegal: false })),
  ].toSorted(
    (left, right) =>
      left.country.localeCompare(right.country) || left.validFrom.localeCompare(right.validFrom),
  );
}
