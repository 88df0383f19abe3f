import { arithmeticFaults } from "../arithmetic.ts";
import type { InvoiceDocument } from "../invoice-document.ts";

/** Returns each reason why a document cannot become an invoice. The list is empty if it can. */
export function documentFaults(document: InvoiceDocument): string[] {
  const { kind, format, seller, buyer, payment, currency, lines, taxes } = document;
  const categories = new Set(lines.map(({ category }) => category));
  const rules: readonly (readonly [isBroken: boolean, fault: string])[] = [
    [kind === "credit_note" && document.precedingInvoice === null, "a credit note names no invoice"],
    [format === "xrechnung" && !document.buyerReference, "an XRechnung has no buyer reference"],
    [format === "xrechnung" && buyer.electronicAddress === null, "an XRechnung has no address of the buyer"],
    [seller.vatId === null && seller.taxNumber === null, "the seller has no tax number"],
    [
      categories.has("AE") && (seller.vatId === null || buyer.vatId === null),
      "reverse charge without both VAT IDs",
    ],
    [categories.has("O") && categories.size > 1, "a line outside the scope of VAT among others"],
    [
      taxes.some(({ category, exemptionReason }) => !["S", "Z"].includes(category) && !exemptionReason),
      "a line without tax has no reason",
    ],
    [payment.kind === "direct_debit" && currency !== "EUR", "a SEPA direct debit is not in euros"],
    [lines.some(({ text }) => text.trim() === ""), "a line has no text"],
  ];
  return [...arithmeticFaults(document), ...rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault)];
}
