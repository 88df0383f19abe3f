import { describe, expect, it } from "vitest";
import { decideTax, type TaxableSupply } from "./decide-tax.ts";
import { statutoryTaxRates, rateOn } from "./tax-rates.ts";
import { isVatId, normalizeVatId } from "./vat-id.ts";

const supply: TaxableSupply = {
  seller: { country: "DE", vatId: "DE123456789" },
  buyer: { country: "DE", vatId: null },
  deliveredOn: "2026-11-30",
  rates: statutoryTaxRates,
  thirdCountry: "outside_scope",
};

const sellerIn = (country: "DE" | "AT" | "CH") => ({ country, vatId: null });
const buyerIn = (country: string, vatId: string | null = null) => ({ country, vatId });

describe("the tax of an invoice", () => {
  it.each([
    ["DE", 1900],
    ["AT", 2000],
    ["CH", 810],
  ] as const)("R0-164 is the standard rate within %s", (country, rateBasisPoints) => {
    expect(decideTax({ ...supply, seller: sellerIn(country), buyer: buyerIn(country) })).toEqual({
      kind: "tax",
      category: "S",
      rateBasisPoints,
    });
  });

  it("follows the rate of the day of delivery", () => {
    expect(rateOn(statutoryTaxRates, "CH", "2023-12-31")).toBe(770);
    expect(rateOn(statutoryTaxRates, "CH", "2024-01-01")).toBe(810);
    const rates = [
      ...statutoryTaxRates,
      { country: "DE", rateBasisPoints: 2100, validFrom: "2027-01-01" } as const,
    ];
    expect(decideTax({ ...supply, rates, deliveredOn: "2027-01-01" })).toMatchObject({
      rateBasisPoints: 2100,
    });
    expect(decideTax({ ...supply, rates: [] })).toEqual({ kind: "refused", reason: "rate_missing" });
  });

  it("is the Swiss tax in Liechtenstein", () => {
    expect(decideTax({ ...supply, seller: sellerIn("CH"), buyer: buyerIn("LI") })).toMatchObject({
      rateBasisPoints: 810,
    });
  });

  it.each([
    ["AT", "ATU12345678"],
    ["BE", "BE0123456789"],
    ["BG", "BG123456789"],
    ["CY", "CY12345678X"],
    ["CZ", "CZ12345678"],
    ["DK", "DK12345678"],
    ["EE", "EE123456789"],
    ["ES", "ESX1234567X"],
    ["FI", "FI12345678"],
    ["FR", "FR 12 345678901"],
    ["GR", "EL123456789"],
    ["HR", "HR12345678901"],
    ["HU", "HU12345678"],
    ["IE", "IE1234567WA"],
    ["IT", "IT12345678901"],
    ["LT", "LT123456789"],
    ["LU", "LU12345678"],
    ["LV", "LV12345678901"],
    ["MT", "MT12345678"],
    ["NL", "nl123456789b01"],
    ["PL", "PL1234567890"],
    ["PT", "PT123456789"],
    ["RO", "RO12345678"],
    ["SE", "SE123456789001"],
    ["SI", "SI12345678"],
    ["SK", "SK1234567890"],
  ])("R0-165 is reverse charge for a UID of %s", (country, vatId) => {
    expect(decideTax({ ...supply, buyer: buyerIn(country, vatId) })).toEqual({
      kind: "tax",
      category: "AE",
      rateBasisPoints: 0,
    });
  });

  it("see R0-165 is reverse charge from Austria to Germany", () => {
    const seller = { country: "AT", vatId: "ATU12345678" } as const;
    expect(decideTax({ ...supply, seller, buyer: buyerIn("DE", "DE123456789") })).toEqual({
      kind: "tax",
      category: "AE",
      rateBasisPoints: 0,
    });
  });

  it.each([
    ["missing", null],
    ["malformed", "AT12345678"],
    ["of another country", "FR12345678901"],
  ])("is refused across a border of the EU when the UID is %s", (_, vatId) => {
    expect(decideTax({ ...supply, buyer: buyerIn("AT", vatId) })).toEqual({
      kind: "refused",
      reason: "buyer_vat_id_missing",
    });
  });

  it("is refused across a border of the EU without a UID of the seller", () => {
    expect(decideTax({ ...supply, seller: sellerIn("DE"), buyer: buyerIn("AT", "ATU12345678") })).toEqual({
      kind: "refused",
      reason: "seller_vat_id_missing",
    });
  });

  it.each([
    ["outside_scope", "O", 0],
    ["export", "G", 0],
    ["domestic_rate", "S", 1900],
  ] as const)("R0-167 follows the rule %s for a third country", (thirdCountry, category, rateBasisPoints) => {
    for (const country of ["CH", "LI", "GB", "US"]) {
      expect(decideTax({ ...supply, buyer: buyerIn(country), thirdCountry })).toEqual({
        kind: "tax",
        category,
        rateBasisPoints,
      });
    }
    expect(
      decideTax({ ...supply, seller: sellerIn("CH"), buyer: buyerIn("DE", "DE123456789"), thirdCountry }),
    ).toEqual({
      kind: "tax",
      category,
      rateBasisPoints: category === "S" ? 810 : 0,
    });
  });
});

describe("a VAT identifier", () => {
  it("is compared in capitals without separators", () => {
    expect(normalizeVatId("che-123.456.789 mwst")).toBe("CHE123456789MWST");
  });

  it.each([
    ["DE", "DE123456789", true],
    ["DE", "DE12345678", false],
    ["AT", "ATU12345678", true],
    ["CH", "CHE-123.456.789 MWST", true],
    ["CH", "CHE-123.456.78", false],
    ["GR", "GR123456789", false],
    ["ES", "ESX1234567X", true],
    ["US", "US123456789", false],
  ])("of %s can be %s: %s", (country, text, expected) => {
    expect(isVatId(text, country)).toBe(expected);
  });
});
