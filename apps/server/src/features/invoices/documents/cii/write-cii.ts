import { element, textElement, writeXml, type XmlElement } from "../../../../platform/xml/write-xml.ts";
import type { InvoiceDocument, InvoiceTax } from "../invoice-document.ts";
import { paymentTermsOf } from "../invoice-texts.ts";
import { billingPeriod, dateTime, decimal } from "./cii-values.ts";
import { writeLine } from "./write-cii-line.ts";
import { writeBuyer, writeSeller } from "./write-cii-parties.ts";

const un = "urn:un:unece:uncefact:data:standard";
const namespaces = {
  "xmlns:rsm": `${un}:CrossIndustryInvoice:100`,
  "xmlns:ram": `${un}:ReusableAggregateBusinessInformationEntity:100`,
  "xmlns:udt": `${un}:UnqualifiedDataType:100`,
  "xmlns:qdt": `${un}:QualifiedDataType:100`,
} as const;

const businessProcess = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const guidelines = {
  "factur-x": "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
} as const;

/** UNCL 1001. */
const typeCodes = { invoice: "380", credit_note: "381" } as const;

/**
 * Writes a document as Cross Industry Invoice of EN 16931: the XML of Factur-X in the profile EN 16931, or an XRechnung
 * 3.0. The XML has two spaces of indentation and is UTF-8 without byte order mark.
 */
export function writeCii(document: InvoiceDocument): string {
  return writeXml(
    element(
      "rsm:CrossIndustryInvoice",
      [
        element("rsm:ExchangedDocumentContext", [
          element("ram:BusinessProcessSpecifiedDocumentContextParameter", [
            textElement("ram:ID", businessProcess),
          ]),
          element("ram:GuidelineSpecifiedDocumentContextParameter", [
            textElement("ram:ID", guidelines[document.format]),
          ]),
        ]),
        element("rsm:ExchangedDocument", [
          textElement("ram:ID", document.number),
          textElement("ram:TypeCode", typeCodes[document.kind]),
          element("ram:IssueDateTime", [dateTime(document.issueDate)]),
          ...document.notes.map((note) => element("ram:IncludedNote", [textElement("ram:Content", note)])),
        ]),
        element("rsm:SupplyChainTradeTransaction", [
          ...document.lines.map((line, index) => writeLine(line, index + 1)),
          element("ram:ApplicableHeaderTradeAgreement", [
            textElement("ram:BuyerReference", document.buyerReference),
            writeSeller(document),
            writeBuyer(document),
          ]),
          element("ram:ApplicableHeaderTradeDelivery", []),
          writeSettlement(document),
        ]),
      ],
      namespaces,
    ),
  );
}

function writeSettlement(document: InvoiceDocument): XmlElement {
  const { payment, currency, totals, precedingInvoice } = document;
  const isDebit = payment.kind === "direct_debit";
  return element("ram:ApplicableHeaderTradeSettlement", [
    isDebit ? textElement("ram:CreditorReferenceID", payment.creditorId) : null,
    textElement("ram:PaymentReference", payment.reference),
    textElement("ram:InvoiceCurrencyCode", currency),
    writePaymentMeans(document),
    ...document.taxes.map(writeTax),
    billingPeriod(document.period),
    element("ram:SpecifiedTradePaymentTerms", [
      textElement("ram:Description", paymentTermsOf(document)),
      document.dueDate === null ? null : element("ram:DueDateDateTime", [dateTime(document.dueDate)]),
      isDebit ? textElement("ram:DirectDebitMandateID", payment.mandateReference) : null,
    ]),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      textElement("ram:LineTotalAmount", decimal(totals.netCents, 2)),
      textElement("ram:TaxBasisTotalAmount", decimal(totals.netCents, 2)),
      textElement("ram:TaxTotalAmount", decimal(totals.taxCents, 2), { currencyID: currency }),
      textElement("ram:GrandTotalAmount", decimal(totals.grossCents, 2)),
      totals.prepaidCents === 0
        ? null
        : textElement("ram:TotalPrepaidAmount", decimal(totals.prepaidCents, 2)),
      textElement("ram:DuePayableAmount", decimal(totals.dueCents, 2)),
    ]),
    precedingInvoice === null
      ? null
      : element("ram:InvoiceReferencedDocument", [
          textElement("ram:IssuerAssignedID", precedingInvoice.number),
          precedingInvoice.issueDate === null
            ? null
            : element("ram:FormattedIssueDateTime", [dateTime(precedingInvoice.issueDate, "qdt")]),
        ]),
  ]);
}

/** Writes the payment means (UNCL 4461): 58 SEPA credit transfer, 30 credit transfer, 59 SEPA direct debit. */
function writePaymentMeans({ payment, currency, seller }: InvoiceDocument): XmlElement {
  if (payment.kind === "direct_debit") {
    return element("ram:SpecifiedTradeSettlementPaymentMeans", [
      textElement("ram:TypeCode", "59"),
      element("ram:PayerPartyDebtorFinancialAccount", [textElement("ram:IBANID", payment.debtorIban)]),
    ]);
  }
  return element("ram:SpecifiedTradeSettlementPaymentMeans", [
    textElement("ram:TypeCode", currency === "EUR" ? "58" : "30"),
    element("ram:PayeePartyCreditorFinancialAccount", [
      textElement("ram:IBANID", payment.iban),
      payment.accountName === seller.name ? null : textElement("ram:AccountName", payment.accountName),
    ]),
    payment.bic === null
      ? null
      : element("ram:PayeeSpecifiedCreditorFinancialInstitution", [textElement("ram:BICID", payment.bic)]),
  ]);
}

/** VATEX codes of the reasons that EN 16931 defines. */
const exemptionCodes: Readonly<Partial<Record<InvoiceTax["category"], string>>> = {
  AE: "VATEX-EU-AE",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O",
};

function writeTax(tax: InvoiceTax): XmlElement {
  return element("ram:ApplicableTradeTax", [
    textElement("ram:CalculatedAmount", decimal(tax.taxCents, 2)),
    textElement("ram:TypeCode", "VAT"),
    textElement("ram:ExemptionReason", tax.exemptionReason),
    textElement("ram:BasisAmount", decimal(tax.basisCents, 2)),
    textElement("ram:CategoryCode", tax.category),
    textElement("ram:ExemptionReasonCode", exemptionCodes[tax.category] ?? null),
    // BR-O-05 and BR-48: an amount outside the scope of VAT has no rate.
    tax.category === "O"
      ? null
      : textElement("ram:RateApplicablePercent", decimal(tax.rateBasisPoints, 2, { trimmed: true })),
  ]);
}
