import type { InvoiceDocument, InvoiceLine, InvoiceTax, InvoiceTotals } from "./invoice-document.ts";

/** The parts of a document that are calculated. */
type Calculation = Pick<InvoiceDocument, "lines" | "taxes" | "totals">;

/** Returns the net amount of a line: quantity × price, rounded half away from zero. */
export function netCentsOf(quantityMilli: number, unitPriceCents: number): number {
  return multiplyAndDivide(quantityMilli, unitPriceCents, 1000n);
}

/**
 * Returns taxes per category and rate, in the order of the lines, and the totals.
 *
 * @param exemptionReason Reason of the lines without tax.
 */
export function taxesAndTotals(
  lines: readonly InvoiceLine[],
  prepaidCents: number,
  exemptionReason: string | null = null,
): { taxes: InvoiceTax[]; totals: InvoiceTotals } {
  const groups = Map.groupBy(lines, taxKey);
  const taxes = [...groups.values()].flatMap((group) => {
    const [firstLine] = group;
    return firstLine === undefined
      ? []
      : [taxOf(firstLine, sum(group.map(({ netCents }) => netCents)), exemptionReason)];
  });
  const netCents = sum(lines.map((line) => line.netCents));
  const taxCents = sum(taxes.map((tax) => tax.taxCents));
  const grossCents = netCents + taxCents;
  return {
    taxes,
    totals: { netCents, taxCents, grossCents, prepaidCents, dueCents: grossCents - prepaidCents },
  };
}

/**
 * Returns each amount that is wrong, to the cent. The list is empty if the document adds up. The official rules of EN
 * 16931 accept a wrong tax amount up to about one unit of the currency.
 */
export function arithmeticFaults({ lines, taxes, totals }: Calculation): string[] {
  const amounts = [
    ...lines.flatMap((line) => [
      line.quantityMilli,
      line.unitPriceCents,
      line.netCents,
      line.rateBasisPoints,
    ]),
    ...taxes.flatMap((tax) => [tax.rateBasisPoints, tax.basisCents, tax.taxCents]),
    ...Object.values(totals),
  ];
  if (!amounts.every((amount) => Number.isSafeInteger(amount))) return ["an amount is not an integer"];
  const faults: string[] = [];
  const expect = (label: string, actual: number, expected: number) => {
    if (actual !== expected) faults.push(`${label} is ${actual}, not ${expected}`);
  };
  if (lines.length === 0) faults.push("there is no line");
  for (const [index, line] of lines.entries()) {
    expect(`net of line ${index + 1}`, line.netCents, netCentsOf(line.quantityMilli, line.unitPriceCents));
    if (line.unitPriceCents < 0) faults.push(`the price of line ${index + 1} is negative`);
    if (line.category !== "S" && line.rateBasisPoints !== 0) faults.push(`line ${index + 1} has a rate`);
  }
  const expected = taxesAndTotals(lines, totals.prepaidCents);
  expect("number of taxes", taxes.length, expected.taxes.length);
  for (const tax of expected.taxes) {
    const key = taxKey(tax);
    const actual = taxes.find((candidate) => taxKey(candidate) === key);
    if (actual === undefined) {
      faults.push(`there is no tax ${key}`);
      continue;
    }
    expect(`basis of ${key}`, actual.basisCents, tax.basisCents);
    expect(`tax of ${key}`, actual.taxCents, tax.taxCents);
  }
  for (const [name, amount] of Object.entries(expected.totals)) {
    expect(name, totals[name as keyof InvoiceTotals], amount);
  }
  return faults;
}

function taxOf(
  { category, rateBasisPoints }: InvoiceLine,
  basisCents: number,
  exemptionReason: string | null,
): InvoiceTax {
  return {
    category,
    rateBasisPoints,
    basisCents,
    taxCents: multiplyAndDivide(basisCents, rateBasisPoints, 10_000n),
    exemptionReason: category === "S" || category === "Z" ? null : exemptionReason,
  };
}

function taxKey({ category, rateBasisPoints }: Pick<InvoiceTax, "category" | "rateBasisPoints">): string {
  return `${category} ${rateBasisPoints}`;
}

/** Rounds half away from zero, so that a credit is the exact opposite of the credited amount. */
function multiplyAndDivide(left: number, right: number, divisor: bigint): number {
  const product = BigInt(left) * BigInt(right);
  const half = product < 0n ? -divisor / 2n : divisor / 2n;
  return Number((product + half) / divisor);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
