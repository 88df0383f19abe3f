import { element, textElement, type XmlElement } from "../../../../platform/xml/write-xml.ts";
import type { InvoiceLine } from "../invoice-document.ts";
import { billingPeriod, decimal } from "./cii-values.ts";

/** Writes a line (BG-25) with its number, counted from 1. */
export function writeLine(line: InvoiceLine, number: number): XmlElement {
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [textElement("ram:LineID", String(number))]),
    element("ram:SpecifiedTradeProduct", [
      textElement("ram:Name", line.text),
      textElement("ram:Description", line.detail),
    ]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [
        textElement("ram:ChargeAmount", decimal(line.unitPriceCents, 2)),
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [
      textElement("ram:BilledQuantity", decimal(line.quantityMilli, 3, { trimmed: true }), {
        unitCode: line.unit,
      }),
    ]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", [
        textElement("ram:TypeCode", "VAT"),
        textElement("ram:CategoryCode", line.category),
        line.category === "O"
          ? null
          : textElement("ram:RateApplicablePercent", decimal(line.rateBasisPoints, 2, { trimmed: true })),
      ]),
      line.period === null ? null : billingPeriod(line.period),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        textElement("ram:LineTotalAmount", decimal(line.netCents, 2)),
      ]),
    ]),
  ]);
}
