import { describe, expect, it } from "vitest";
import { limitText, parseLimit } from "./limit-draft.ts";

describe("the field of a limit", () => {
  it("see R1-22 reads whole numbers with the separators of every language", () => {
    for (const text of ["2000000", "2.000.000", "2,000,000", "2 000 000", "2’000’000", " 2.000.000 "])
      expect(parseLimit(text), text).toBe(2_000_000);
    for (const text of ["", "-1", "2.5", "2.00", "zehn", "1.0000", "1e3"])
      expect(parseLimit(text), text).toBeUndefined();
  });

  it.each(["de-DE", "de-CH", "de-AT", "en-GB", "fr-FR", "it-IT"])(
    "see R1-22 reads what it shows in %s",
    (locale) => {
      expect(parseLimit(limitText(2_000_000, locale))).toBe(2_000_000);
      expect(parseLimit(limitText(60, locale))).toBe(60);
    },
  );
});
