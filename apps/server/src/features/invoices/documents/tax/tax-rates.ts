import type { InvoiceDay } from "../invoice-document.ts";

/** Countries in which an operator can be established. */
export type SellerCountry = "DE" | "AT" | "CH";

/** The standard rate of a country from a day on. */
export type TaxRate = { country: SellerCountry; rateBasisPoints: number; validFrom: InvoiceDay };

/** The standard rates by law, until the operator adds others. */
export const statutoryTaxRates: readonly TaxRate[] = [
  { country: "DE", rateBasisPoints: 1900, validFrom: "2021-01-01" },
  { country: "AT", rateBasisPoints: 2000, validFrom: "1984-01-01" },
  { country: "CH", rateBasisPoints: 770, validFrom: "2018-01-01" },
  { country: "CH", rateBasisPoints: 810, validFrom: "2024-01-01" },
];

/** Returns the rate of a country on a day in hundredths of a percent, or null if none is known. */
export function rateOn(rates: readonly TaxRate[], country: SellerCountry, day: InvoiceDay): number | null {
  const valid = rates.filter((rate) => rate.country === country && rate.validFrom <= day);
  return valid.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom)).at(-1)?.rateBasisPoints ?? null;
}
