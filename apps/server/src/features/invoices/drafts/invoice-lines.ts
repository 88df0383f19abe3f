import type { Language } from "@praxisportal/contract/languages";
import { addDays } from "../../../directory/plan-charges/days.ts";
import type { BillableLine } from "../billable/billable-lines.ts";
import { netCentsOf } from "../documents/arithmetic.ts";
import type { InvoiceCurrency, InvoiceLine } from "../documents/invoice-document.ts";
import { fillText, invoiceTexts } from "../documents/invoice-texts.ts";
import { decideTax, type TaxableSupply } from "../documents/tax/decide-tax.ts";

/** The facts that decide the tax of a line; the seller's country is null until the operator has entered it. */
export type TaxParties = Omit<TaxableSupply, "deliveredOn" | "seller"> & {
  seller: { country: TaxableSupply["seller"]["country"] | null; vatId: string | null };
};

type Options = { language: Language; currency: InvoiceCurrency; tax: TaxParties };

/** A line, with the names of the fields that are missing to make it final. */
type TaxedLine = { line: InvoiceLine; missing: readonly string[] };

/** Returns the lines of a document, and the fields without which their tax is unknown; those have no tax. */
export function invoiceLines(lines: readonly BillableLine[], options: Options) {
  const taxedLines = lines.map((line) => invoiceLine(line, options));
  return {
    lines: taxedLines.map(({ line }) => line),
    missing: [...new Set(taxedLines.flatMap(({ missing }) => missing))],
  };
}

function invoiceLine(line: BillableLine, { language, currency, tax }: Options): TaxedLine {
  const to = addDays(line.until, -1);
  // A credit has a negative quantity: prices are never negative.
  const quantityMilli = line.cents < 0n ? -1000 : 1000;
  const unitPriceCents = Math.abs(Number(line.cents));
  const decision = taxOn(to, tax);
  return {
    missing: decision.missing,
    line: {
      ...wordsOf(line, language, currency),
      quantityMilli,
      unit: line.kind !== "ai" && line.kind !== "credit" ? unitOf(line.term) : "C62",
      unitPriceCents,
      netCents: netCentsOf(quantityMilli, unitPriceCents),
      category: decision.category,
      rateBasisPoints: decision.rateBasisPoints,
      period: { from: line.from, to },
    },
  };
}

const unitOf = (term: "month" | "year") => (term === "month" ? "MON" : "ANN");

function wordsOf(line: BillableLine, language: Language, currency: InvoiceCurrency) {
  const texts = invoiceTexts(language);
  if (line.kind === "ai") {
    const money = new Intl.NumberFormat(language, { style: "currency", currency });
    const amount = (micros: bigint) => money.format(Number(micros) / 1_000_000);
    return {
      text: line.isLate ? texts.lateAiLine : texts.aiLine,
      detail: fillText(texts.aiDetail, {
        cost: amount(line.costMicros),
        included: amount(line.includedMicros),
      }),
    };
  }
  const plan = texts.plans[line.plan as keyof typeof texts.plans];
  return {
    text: fillText(line.kind === "credit" ? texts.creditLine : texts.planLine, { plan }),
    detail: null,
  };
}

const missingOf = {
  buyer_vat_id_missing: "buyer.vatId",
  seller_vat_id_missing: "operator.vatId",
  rate_missing: "operator.taxRate",
} as const;

function taxOn(day: string, { seller, ...parties }: TaxParties) {
  const unknown = { category: "S", rateBasisPoints: 0 } as const;
  const { country } = seller;
  if (country === null) return { ...unknown, missing: ["operator.country"] };
  const decision = decideTax({ ...parties, seller: { ...seller, country }, deliveredOn: day });
  return decision.kind === "tax"
    ? { ...decision, missing: [] }
    : { ...unknown, missing: [missingOf[decision.reason]] };
}
