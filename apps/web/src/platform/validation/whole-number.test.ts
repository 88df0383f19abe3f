import { describe, expect, it } from "vitest";
import { parseWholeNumber, wholeNumberText } from "./whole-number.ts";

describe("a field for a whole number", () => {
  it("see R1-22 R7b-07 reads whole numbers with the separators of every language", () => {
    for (const text of ["2000000", "2.000.000", "2,000,000", "2 000 000", "2’000’000", " 2.000.000 "])
      expect(parseWholeNumber(text), text).toBe(2_000_000);
    for (const text of ["", "-1", "2.5", "2.00", "0.500", "zehn", "1.0000", "1e3"])
      expect(parseWholeNumber(text), text).toBeUndefined();
  });

  it.each(["de-DE", "de-CH", "de-AT", "en-GB", "fr-FR", "it-IT"])(
    "see R1-22 R7b-07 parses its own formatted text in %s",
    (locale) => {
      expect(parseWholeNumber(wholeNumberText(2_000_000, locale))).toBe(2_000_000);
      expect(parseWholeNumber(wholeNumberText(60, locale))).toBe(60);
    },
  );
});
