import { addDays } from "../../../directory/plan-charges/days.ts";
import type { BillableLine } from "../billable/billable-lines.ts";
import { taxesAndTotals } from "../documents/arithmetic.ts";
import { creditorReference } from "../documents/creditor-reference.ts";
import type {
  InvoiceCurrency,
  InvoiceDocument,
  InvoicePayment,
  InvoiceTotals,
  InvoiceUsage,
} from "../documents/invoice-document.ts";
import { invoiceTexts } from "../documents/invoice-texts.ts";
import type { TaxRate } from "../documents/tax/tax-rates.ts";
import type { Seller } from "../operator/seller.ts";
import type { Buyer } from "../profile/buyer.ts";
import { invoiceLines } from "./invoice-lines.ts";

/** Both parties of an invoice and the tax rates, as of now. */
export type DraftParties = { seller: Seller; buyer: Buyer; rates: readonly TaxRate[] };

export type DraftContent = {
  lines: readonly BillableLine[];
  currency: InvoiceCurrency;
  /** Breakdown of the first line with AI costs. */
  usage: readonly InvoiceUsage["rows"][number][];
};

/** Data added to a document when it is issued. The IBAN is that of the mandate, in full. */
export type Issue = { number: string; day: string; debtorIban: string | null };

/** A document, or the fields that are missing to create it. `totals` are known in both cases. */
export type DraftDocument = Pick<InvoiceDocument, "lines" | "taxes" | "buyer" | "language"> & {
  totals: InvoiceTotals;
  missing: string[];
  document: (issue: Issue) => InvoiceDocument;
};

/** Returns the lines with taxes and totals. `missing` are the fields without which a tax is unknown. */
export function taxedContent(
  content: Pick<DraftContent, "lines" | "currency">,
  { seller, buyer, rates }: DraftParties,
) {
  const { language } = buyer;
  const { lines, missing } = invoiceLines(content.lines, {
    language,
    currency: content.currency,
    tax: {
      seller: { country: seller.country, vatId: seller.seller?.vatId ?? null },
      buyer: { country: buyer.buyer.address.country, vatId: buyer.buyer.vatId },
      rates,
      thirdCountry: seller.thirdCountry,
    },
  });
  const category = lines.find((line) => line.category !== "S")?.category;
  const { exemptions } = invoiceTexts(language);
  const reason = category === undefined ? null : exemptions[category as keyof typeof exemptions];
  return { lines, missing, ...taxesAndTotals(lines, 0, reason) };
}

/** Creates the document of a draft. `document` throws while a field is missing. */
export function draftDocument(content: DraftContent, parties: DraftParties): DraftDocument {
  const { seller, buyer } = parties;
  const { language } = buyer;
  const { lines, missing: untaxed, taxes, totals } = taxedContent(content, parties);
  const missingFields = [...new Set([...seller.missing, ...buyer.missing, ...untaxed])];
  return {
    lines,
    taxes,
    buyer: buyer.buyer,
    language,
    totals,
    missing: missingFields,
    document: (issue) => {
      if (seller.seller === null || missingFields.length > 0)
        throw new Error(`incomplete: ${missingFields.join(", ")}`);
      const payment = paymentOf(issue, content.currency, seller, buyer);
      return {
        kind: "invoice",
        format: buyer.buyerReference === null ? "factur-x" : "xrechnung",
        language,
        number: issue.number,
        issueDate: issue.day,
        dueDate: payment.kind === "direct_debit" ? payment.collectionDate : dueOn(issue.day, seller),
        period: periodOf(content.lines),
        currency: content.currency,
        seller: seller.seller,
        buyer: buyer.buyer,
        buyerReference: buyer.buyerReference,
        precedingInvoice: null,
        lines,
        taxes,
        totals,
        payment,
        paymentTerms: null,
        notes: [],
        usage: usageOf(content),
      };
    },
  };
}

const dueOn = (day: string, { paymentDays }: Seller) => addDays(day, paymentDays);

/** Returns the payment: by mandate for euros once the operator has a creditor ID, otherwise by transfer. */
function paymentOf(
  { number, day, debtorIban }: Issue,
  currency: InvoiceCurrency,
  { seller, iban, bic, creditorId, debitNoticeDays }: Seller,
  { mandate }: Buyer,
): InvoicePayment {
  if (mandate !== null && debtorIban !== null && creditorId !== null && currency === "EUR")
    return {
      kind: "direct_debit",
      creditorId,
      mandateReference: mandate.reference,
      debtorIban,
      collectionDate: addDays(day, debitNoticeDays),
      reference: number,
    };
  return {
    kind: "transfer",
    accountName: seller?.name ?? "",
    iban: iban ?? "",
    bic,
    reference: currency === "CHF" ? creditorReference(number) : number,
  };
}

/** Returns the period from the first to the last day of the lines. */
function periodOf(lines: readonly BillableLine[]): InvoiceDocument["period"] {
  const from = lines.map((line) => line.from).toSorted()[0] ?? "";
  const lastDay =
    lines
      .map((line) => line.until)
      .toSorted()
      .at(-1) ?? "";
  return { from, to: addDays(lastDay, -1) };
}

function usageOf({ lines, usage }: DraftContent): InvoiceUsage | null {
  const index = lines.findIndex((line) => line.kind === "ai");
  const line = lines[index];
  if (line === undefined || usage.length === 0) return null;
  return {
    lineNumber: index + 1,
    period: { from: line.from, to: addDays(line.until, -1) },
    rows: [...usage],
  };
}
