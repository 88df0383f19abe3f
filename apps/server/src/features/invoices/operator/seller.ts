import type { InvoiceSeller } from "../documents/invoice-document.ts";
import type { ThirdCountryRule } from "../documents/tax/decide-tax.ts";
import type { SellerCountry } from "../documents/tax/tax-rates.ts";
import type { OperatorRow } from "./operator.queries.ts";

/** The part of the operator profile that invoices use. */
export type Seller = {
  /** Null while a field is missing. */
  seller: InvoiceSeller | null;
  /** Fields such as `operator.iban`. */
  missing: string[];
  country: SellerCountry | null;
  iban: string | null;
  bic: string | null;
  creditorId: string | null;
  thirdCountry: ThirdCountryRule;
  paymentDays: number;
  debitNoticeDays: number;
};

/** Returns the seller of an invoice. */
export function sellerIn(row: OperatorRow): Seller {
  const { country, iban, bic, creditor_id, third_country, payment_days, debit_notice_days } = row;
  return {
    seller: documentSellerIn(row),
    missing: missingSellerFields(row).map((field) => `operator.${field}`),
    country,
    iban,
    bic,
    creditorId: creditor_id,
    thirdCountry: third_country,
    paymentDays: payment_days,
    debitNoticeDays: debit_notice_days,
  };
}

/** Returns the fields that final invoices still need, by their names in the contract. */
export function missingSellerFields(row: OperatorRow): string[] {
  const required = {
    name: row.name,
    street: row.street,
    postalCode: row.postal_code,
    city: row.city,
    country: row.country,
    vatId: row.vat_id ?? row.tax_number,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    contactEmail: row.contact_email,
    iban: row.iban,
  };
  return Object.entries(required).flatMap(([field, value]) => (value === null ? [field] : []));
}

function documentSellerIn(row: OperatorRow): InvoiceSeller | null {
  const { name, street, postal_code: postalCode, city, country } = row;
  const { contact_name, contact_phone, contact_email } = row;
  if (name === null || street === null || postalCode === null || city === null || country === null)
    return null;
  if (contact_name === null || contact_phone === null || contact_email === null) return null;
  if (missingSellerFields(row).length > 0) return null;
  return {
    name,
    address: { street, houseNumber: row.house_number, addition: null, postalCode, city, country },
    vatId: row.vat_id,
    taxNumber: row.tax_number,
    contact: { name: contact_name, phone: contact_phone, email: contact_email },
    electronicAddress: contact_email,
    website: row.website,
    management: row.management,
    register: row.register,
    bankName: row.bank_name,
  };
}
