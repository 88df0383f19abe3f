import { expect, it } from "vitest";
import { nextInvoiceDay } from "./next-invoice.ts";

const monthly = {
  term: "month",
  priceMicros: 49_000_000,
  currentTerm: { from: "2026-11-01", to: "2026-11-30" },
} as const;

it.each([
  ["2026-11-03", "2026-11-04"],
  ["2026-11-04", "2026-12-04"],
  ["2026-12-31", "2027-01-04"],
])("on %s, the next invoice becomes final on %s", (today, expected) => {
  expect(nextInvoiceDay(monthly, today)).toBe(expected);
});

it.each([{ term: "year" as const }, { priceMicros: 0 }, { currentTerm: null }])(
  "the day of the next invoice is unknown for %o",
  (changes) => {
    expect(nextInvoiceDay({ ...monthly, ...changes }, "2026-11-10")).toBeNull();
  },
);
