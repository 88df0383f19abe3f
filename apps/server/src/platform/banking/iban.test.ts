import { describe, expect, it } from "vitest";
import { formatIban, isCreditorId, isIban, maskIban } from "./iban.ts";

describe("an IBAN", () => {
  it.each([
    ["DE02 1203 0000 0000 2020 51", true],
    ["de02120300000000202051", true],
    ["CH5800791123000889012", true],
    ["DE02120300000000202052", false],
    ["DE0212030000000020205", false],
    ["XX02120300000000202051", false],
    ["", false],
  ])("%s has correct check digits and length: %s", (text, expected) => {
    expect(isIban(text)).toBe(expected);
  });

  it("is formatted in groups, or masked except for its last four characters", () => {
    expect(formatIban("DE02120300000000202051")).toBe("DE02 1203 0000 0000 2020 51");
    expect(maskIban("DE02 1203 0000 0000 2020 51")).toBe("DE•• •••• 2051");
  });
});

describe("a creditor identifier", () => {
  it.each([
    ["DE98ZZZ09999999999", true],
    // The check digits do not cover the business code.
    ["DE98ABC09999999999", true],
    ["AT61ZZZ01234567890", true],
    ["DE97ZZZ09999999999", false],
    ["DE98ZZZ09999999998", false],
    ["DE98", false],
    ["", false],
  ])("%s has correct check digits: %s", (text, expected) => {
    expect(isCreditorId(text)).toBe(expected);
  });
});
