import type { InvoiceDay, InvoiceTaxCategory } from "../invoice-document.ts";
import { rateOn, type SellerCountry, type TaxRate } from "./tax-rates.ts";
import { euCountries, isVatId } from "./vat-id.ts";

/** How the operator taxes organizations outside the European Union, or for a Swiss operator, outside Switzerland. */
export type ThirdCountryRule = "outside_scope" | "export" | "domestic_rate";

export type TaxableSupply = {
  seller: { country: SellerCountry; vatId: string | null };
  /** The country is ISO 3166-1 alpha-2. */
  buyer: { country: string; vatId: string | null };
  /** The day that decides which rate applies. */
  deliveredOn: InvoiceDay;
  rates: readonly TaxRate[];
  thirdCountry: ThirdCountryRule;
};

export type TaxDecision =
  | { kind: "tax"; category: InvoiceTaxCategory; rateBasisPoints: number }
  | { kind: "refused"; reason: "buyer_vat_id_missing" | "seller_vat_id_missing" | "rate_missing" };

/**
 * Decides the tax of a service to a business: the domestic rate, reverse charge within the European Union, or the
 * operator's rule for third countries. The text of the reason is `exemptions` of the invoice texts.
 */
export function decideTax({ seller, buyer, deliveredOn, rates, thirdCountry }: TaxableSupply): TaxDecision {
  const domestic = (): TaxDecision => {
    const rateBasisPoints = rateOn(rates, seller.country, deliveredOn);
    return rateBasisPoints === null
      ? { kind: "refused", reason: "rate_missing" }
      : { kind: "tax", category: "S", rateBasisPoints };
  };
  if (isDomestic(seller.country, buyer.country)) return domestic();
  if (euCountries.has(seller.country) && euCountries.has(buyer.country)) {
    if (buyer.vatId === null || !isVatId(buyer.vatId, buyer.country)) {
      return { kind: "refused", reason: "buyer_vat_id_missing" };
    }
    return seller.vatId === null
      ? { kind: "refused", reason: "seller_vat_id_missing" }
      : { kind: "tax", category: "AE", rateBasisPoints: 0 };
  }
  if (thirdCountry === "domestic_rate") return domestic();
  return { kind: "tax", category: thirdCountry === "export" ? "G" : "O", rateBasisPoints: 0 };
}

/** Returns whether the buyer is in the seller's VAT territory. Liechtenstein belongs to the Swiss one. */
function isDomestic(seller: SellerCountry, buyer: string): boolean {
  return seller === buyer || (seller === "CH" && buyer === "LI");
}
