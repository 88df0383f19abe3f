import type { Mandate } from "@praxisportal/contract/invoices/billing-profile.schema";
import { defaultLanguage, isLanguage, type Language } from "@praxisportal/contract/languages";
import type { InvoiceBuyer } from "../documents/invoice-document.ts";
import { decideTax } from "../documents/tax/decide-tax.ts";
import type { OperatorRow } from "../operator/operator.queries.ts";
import type { ProfileRow } from "./profile.queries.ts";

/** The operator's facts that decide whether a buyer needs a VAT ID. */
export type OperatorTaxData = Pick<OperatorRow, "country" | "vat_id" | "third_country">;

/** The part of the billing profile of an organization that invoices use. */
export type Buyer = {
  /** Missing parts of the address are empty. */
  buyer: InvoiceBuyer;
  /** Fields such as `buyer.vatId`. */
  missing: string[];
  buyerReference: string | null;
  language: Language;
  mandate: Mandate | null;
};

/** Returns the buyer of an invoice. */
export function buyerIn(row: ProfileRow, operator: OperatorTaxData): Buyer {
  return {
    buyer: {
      name: row.name ?? row.organization_name,
      contactName: row.contact_name,
      address: {
        street: row.street ?? "",
        houseNumber: row.house_number,
        addition: row.addition,
        postalCode: row.postal_code ?? "",
        city: row.city ?? "",
        country: row.country ?? row.organization_country,
      },
      vatId: row.vat_id,
      electronicAddress: row.email ?? row.organization_email,
      customerNumber: row.practice_code,
    },
    missing: missingProfileFields(row, operator).map((field) => `buyer.${field}`),
    buyerReference: row.buyer_reference,
    language: isLanguage(row.language) ? row.language : defaultLanguage,
    mandate: mandateIn(row),
  };
}

/** Returns the fields that an invoice still needs, by their names in the contract. */
export function missingProfileFields(row: ProfileRow, operator: OperatorTaxData): string[] {
  const required = {
    street: row.street,
    postalCode: row.postal_code,
    city: row.city,
    email: row.email ?? row.organization_email,
  };
  const missingFields = Object.entries(required).flatMap(([field, value]) => (value === null ? [field] : []));
  return needsVatId(row, operator) ? [...missingFields, "vatId"] : missingFields;
}

/** Returns whether invoices need a VAT ID that is missing or does not have the form of the country. */
function needsVatId(row: ProfileRow, { country, vat_id, third_country }: OperatorTaxData): boolean {
  if (country === null) return false;
  const decision = decideTax({
    seller: { country, vatId: vat_id },
    buyer: { country: row.country ?? row.organization_country, vatId: row.vat_id },
    thirdCountry: third_country,
    // The rate does not matter here.
    deliveredOn: "",
    rates: [],
  });
  return decision.kind === "refused" && decision.reason === "buyer_vat_id_missing";
}

/** Returns the mandate of an organization, or null when it pays by transfer. */
export function mandateIn(row: ProfileRow): Mandate | null {
  const { mandate_reference, mandate_holder, mandate_iban_masked, mandate_signed_on } = row;
  if (mandate_reference === null || mandate_holder === null) return null;
  if (mandate_iban_masked === null || mandate_signed_on === null) return null;
  return {
    reference: mandate_reference,
    holder: mandate_holder,
    iban: mandate_iban_masked,
    signedOn: mandate_signed_on,
  };
}
