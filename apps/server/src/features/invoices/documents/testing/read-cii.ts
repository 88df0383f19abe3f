import { readFileSync } from "node:fs";
import { XmlDocument, XmlElement, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import type { InvoiceDocument, InvoiceTax } from "../invoice-document.ts";

const fixtures = new URL("../fixtures/", import.meta.url);
const ram = {
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
} as const;

/** Reads a file of the folder `fixtures`. */
export function fixture(name: string): string {
  return readFileSync(new URL(name, fixtures), "utf8");
}

/**
 * Returns a function that throws if an XML document does not match the Factur-X 1.07.3 schema of the profile EN 16931.
 */
export function schemaCheck(): (xml: string) => void {
  xmlRegisterFsInputProviders();
  const url = new URL("factur-x-invoice.xsd", fixtures).pathname;
  const schema = XmlDocument.fromString(readFileSync(url, "utf8"), { url });
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
    } finally {
      document.dispose();
    }
  };
}

/** Reads the amounts of an XML document that the arithmetic checks. */
export function readAmounts(xml: string): Pick<InvoiceDocument, "lines" | "taxes" | "totals"> {
  const document = XmlDocument.fromString(xml);
  const value = (node: XmlElement, path: string, decimals: number) => {
    const element = node.get(path, ram);
    return element === null ? 0 : Math.round(Number(element.content) * 10 ** decimals);
  };
  const elementsAt = (path: string) => document.find(path, ram).filter((node) => node instanceof XmlElement);
  const [settlement] = elementsAt("//ram:ApplicableHeaderTradeSettlement");
  if (settlement === undefined) throw new Error("The XML has no settlement");
  const total = (name: string) =>
    value(settlement, `ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:${name}`, 2);
  const category = (node: XmlElement) =>
    (node.get(".//ram:CategoryCode", ram)?.content ?? "") as InvoiceTax["category"];
  const amounts = {
    lines: elementsAt("//ram:IncludedSupplyChainTradeLineItem").map((line) => ({
      text: "",
      detail: null,
      unit: "C62" as const,
      period: null,
      quantityMilli: value(line, ".//ram:BilledQuantity", 3),
      unitPriceCents: value(line, ".//ram:ChargeAmount", 2),
      netCents: value(line, ".//ram:LineTotalAmount", 2),
      category: category(line),
      rateBasisPoints: value(line, ".//ram:RateApplicablePercent", 2),
    })),
    taxes: elementsAt("//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax").map((tax) => ({
      category: category(tax),
      rateBasisPoints: value(tax, "ram:RateApplicablePercent", 2),
      basisCents: value(tax, "ram:BasisAmount", 2),
      taxCents: value(tax, "ram:CalculatedAmount", 2),
      exemptionReason: null,
    })),
    totals: {
      netCents: total("TaxBasisTotalAmount"),
      taxCents: total("TaxTotalAmount"),
      grossCents: total("GrandTotalAmount"),
      prepaidCents: total("TotalPrepaidAmount"),
      dueCents: total("DuePayableAmount"),
    },
  };
  document.dispose();
  return amounts;
}
