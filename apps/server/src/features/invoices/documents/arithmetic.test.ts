import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arithmeticFaults, netCentsOf, taxesAndTotals } from "./arithmetic.ts";
import { writeCii } from "./cii/write-cii.ts";
import { goldenDocuments, referenceDocuments } from "./testing/sample-documents.ts";
import { fixture, readAmounts, schemaCheck } from "./testing/read-cii.ts";
import { lineOf, sampleInvoice } from "./testing/sample-invoice.ts";

const line = fc
  .record({
    quantityMilli: fc.integer({ min: -100_000, max: 1_000_000 }),
    unitPriceCents: fc.integer({ min: 0, max: 1_000_000 }),
    tax: fc.constantFrom(
      ...([
        ["S", 1900],
        ["S", 700],
        ["S", 2000],
        ["S", 810],
        ["AE", 0],
        ["Z", 0],
      ] as const),
    ),
  })
  .map(({ tax: [category, rateBasisPoints], ...changes }) =>
    lineOf({ ...changes, category, rateBasisPoints }),
  );

const invoice = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 12 }), prepaidCents: fc.nat(100_000) })
  .map(sampleInvoice);

describe("the arithmetic of an invoice", () => {
  it("R0-174 see R0-172 accepts 1,000 random invoices, even read from their XML, which matches the schema", () => {
    const check = schemaCheck();
    fc.assert(
      fc.property(invoice, (document) => {
        expect(arithmeticFaults(document)).toEqual([]);
        const xml = writeCii(document);
        expect(arithmeticFaults(readAmounts(xml))).toEqual([]);
        check(xml);
      }),
      { numRuns: 1000 },
    );
  });

  it("R0-174 accepts the reference and golden files and rejects wrong-tax.xml and wrong-sum.xml", () => {
    for (const name of Object.keys(referenceDocuments)) {
      expect(arithmeticFaults(readAmounts(fixture(`reference-${name}.xml`))), name).toEqual([]);
    }
    for (const name of Object.keys(goldenDocuments)) {
      expect(arithmeticFaults(readAmounts(fixture(`golden-${name}.xml`))), name).toEqual([]);
    }
    expect(arithmeticFaults(readAmounts(fixture("reference-wrong-tax.xml")))).toEqual([
      "tax of S 1900 is 1960, not 1965",
      "taxCents is 1960, not 1965",
      "grossCents is 12300, not 12305",
      "dueCents is 12300, not 12305",
    ]);
    expect(arithmeticFaults(readAmounts(fixture("reference-wrong-sum.xml")))).toEqual([
      "grossCents is 12405, not 12305",
      "dueCents is 12405, not 12305",
    ]);
  });

  it("detects a difference of one cent in any amount", () => {
    const correct = sampleInvoice();
    const faultsAfter = (change: (document: typeof correct) => void) => {
      const document = structuredClone(correct);
      change(document);
      return arithmeticFaults(document);
    };
    for (const name of ["netCents", "taxCents", "grossCents", "dueCents"] as const) {
      expect(faultsAfter(({ totals }) => (totals[name] += 1))).toHaveLength(1);
    }
    expect(faultsAfter(({ totals }) => (totals.prepaidCents += 1))).toHaveLength(1);
    expect(faultsAfter(({ taxes }) => Object.assign(taxes[0] ?? {}, { basisCents: 10_339 }))).toHaveLength(1);
    expect(
      faultsAfter(({ lines }) => Object.assign(lines[0] ?? {}, { netCents: 8901 })).length,
    ).toBeGreaterThan(1);
    expect(faultsAfter(({ taxes }) => taxes.pop())).toContain("there is no tax S 1900");
    expect(faultsAfter(({ lines }) => Object.assign(lines[0] ?? {}, { unitPriceCents: 0.5 }))).toEqual([
      "an amount is not an integer",
    ]);
  });

  it("rounds half a cent away from zero", () => {
    expect(netCentsOf(500, 1)).toBe(1);
    expect(netCentsOf(499, 1)).toBe(0);
    expect(netCentsOf(-500, 1)).toBe(-1);
    expect(netCentsOf(3200, 450)).toBe(1440);
    // 19 % of 0.50 is 0.095.
    expect(taxesAndTotals([lineOf({ unitPriceCents: 50 })], 0).totals.taxCents).toBe(10);
    expect(taxesAndTotals([lineOf({ unitPriceCents: 50, quantityMilli: -1000 })], 0).totals.taxCents).toBe(
      -10,
    );
  });
});
