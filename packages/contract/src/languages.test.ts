import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as catalogue from "./languages.ts";
import { isLanguage, negotiateLanguage, settingsLanguage } from "./languages.ts";

describe("languages", () => {
  it("R9-25 has de as default locale and the languages de, en, fr, it", () => {
    expect(catalogue.defaultLanguage).toBe("de");
    expect(catalogue.languages).toEqual(["de", "en", "fr", "it"]);
    expect(catalogue.fallbackTextLanguage).toBe("en");
  });

  it("R9-26 accepts de and en for the settings store", () => {
    expect(catalogue.settingsLanguages).toEqual(["de", "en"]);
    expect(settingsLanguage("en")).toBe("en");
    for (const value of ["de", "fr", "it", "EN", "", undefined, null, 1, {}])
      expect(settingsLanguage(value)).toBe("de");
  });
});

describe("negotiateLanguage", () => {
  it.each([
    ["en", "en"],
    ["fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "fr"],
    ["en;q=0.5,it;q=0.7", "it"],
    ["IT-it", "it"],
    ["es, en;q=0.3", "en"],
    ["en;q=0, fr;q=0.1", "fr"],
    ["fr, it", "fr"],
    [" en ; q=0.4 , de-AT ; q=0.6 ", "de"],
    ["es", "de"],
    ["*", "de"],
    ["en;q=abc", "de"],
    ["en;q=7", "de"],
    ["", "de"],
    [undefined, "de"],
    [null, "de"],
  ])("resolves %s to %s", (header, expected) => {
    expect(negotiateLanguage(header)).toBe(expected);
  });

  it("returns a language for any header", () => {
    fc.assert(fc.property(fc.string(), (header) => isLanguage(negotiateLanguage(header))));
  });
});
