import { describe, expect, it } from "vitest";
import { creditorReference } from "../../invoices/documents/creditor-reference.ts";
import { invoiceNumbersIn, numbersOf } from "./match-entry.ts";

describe("invoice numbers in the text of a payment", () => {
  it("are found regardless of case, with blanks, without hyphens and in a creditor reference", () => {
    for (const text of [
      "RE-2026-000123",
      "Rechnung re-2026-000123, danke",
      "RE 2026 000123 vom 16.11.",
      "RE-2026-00 0123",
      "RE-\n2026-000123 5 EUR",
      "RE2026000123",
      creditorReference("RE-2026-000123"),
      "RE-2026-000123 RE-2026-000123",
    ])
      expect(invoiceNumbersIn(text), text).toEqual(["RE-2026-000123"]);
  });

  it("are not found where digits are missing or follow, or in other texts", () => {
    for (const text of [
      "",
      "RE-2026-00012",
      "RE-2026-0001234",
      "GU-2026-000123",
      "2026-000123",
      "RE-1999-000123",
    ])
      expect(invoiceNumbersIn(text), text).toEqual([]);
  });

  it("are taken from the end-to-end id, otherwise from the text", () => {
    expect(numbersOf({ endToEndId: "RE-2026-000001", text: "RE-2026-000002" })).toEqual(["RE-2026-000001"]);
    expect(numbersOf({ endToEndId: "Auftrag 7", text: "RE-2026-000002 und RE-2026-000003" })).toEqual([
      "RE-2026-000002",
      "RE-2026-000003",
    ]);
  });

  it("are found in linear time", () => {
    const startedAt = performance.now();
    expect(invoiceNumbersIn(`RE-2026-00000${" ".repeat(100_000)}`)).toEqual([]);
    expect(invoiceNumbersIn(`RE${" ".repeat(200_000)}2026-00000`)).toEqual([]);
    expect(invoiceNumbersIn("RE 2026 00000 ".repeat(10_000))).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
