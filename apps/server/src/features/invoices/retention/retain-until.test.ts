import { describe, expect, it } from "vitest";
import { retainUntil } from "./retain-until.ts";

describe("the retention of an invoice", () => {
  it.each([
    ["DE", "2026-01-01", "2034-12-31"],
    ["DE", "2026-12-31", "2034-12-31"],
    ["AT", "2026-06-15", "2033-12-31"],
    ["CH", "2026-06-15", "2036-12-31"],
  ] as const)("R0-161 of an operator in %s, issued on %s, lasts until %s", (country, issuedOn, expected) => {
    expect(retainUntil(country, issuedOn)).toBe(expected);
  });
});
