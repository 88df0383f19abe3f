import type { SellerCountry } from "../documents/tax/tax-rates.ts";

/** Years that invoices are kept, from the end of the year they were issued in. */
const years: Readonly<Record<SellerCountry, number>> = { DE: 8, AT: 7, CH: 10 };

/** Returns the last day on which an invoice is kept, by the country of the operator. */
export function retainUntil(country: SellerCountry, issuedOn: string): string {
  return `${Number(issuedOn.slice(0, 4)) + years[country]}-12-31`;
}
