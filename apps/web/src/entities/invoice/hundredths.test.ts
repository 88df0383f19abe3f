import { describe, expect, it } from "vitest";
import { formatHundredths, parseHundredths } from "./hundredths.ts";

describe("hundredths", () => {
  it.each([
    ["1234,5", "de-DE", 123_450],
    ["1.234,56", "de-DE", 123_456],
    ["1.234", "de-DE", 123_400],
    ["1'234.56", "de-CH", 123_456],
    ["1,234.56", "en-GB", 123_456],
    ["19", "de-DE", 1900],
    ["8.1", "de-DE", 810],
    [" 0,07 ", "de-DE", 7],
    ["-12,50", "de-DE", -1250],
    ["−12,50", "de-DE", -1250],
  ])("parses %s in %s", (text, locale, value) => {
    expect(parseHundredths(text, locale)).toBe(value);
  });

  it.each(["", "abc", "1,234", "12.345.6", "0,123", "0.123", "--1", "1e3", "12 €"])("rejects %j", (text) => {
    expect(parseHundredths(text, "de-DE")).toBeUndefined();
  });

  it("parses what it formats, in every locale", () => {
    for (const locale of ["de-DE", "de-CH", "en-GB", "fr-CH", "it-IT"]) {
      expect(parseHundredths(formatHundredths(-123_456, locale), locale)).toBe(-123_456);
    }
  });
});
