import { describe, expect, it } from "vitest";
import { formatChange, formatMoney } from "../../platform/i18n/format.ts";
import { formatCount, formatMicros, parseCount, parseMicros } from "./amounts.ts";

describe("a typed limit", () => {
  it.each([
    ["60", 60_000_000],
    ["60,5", 60_500_000],
    ["60.50", 60_500_000],
    ["1.234,56", 1_234_560_000],
    ["1’234.50", 1_234_500_000],
    ["1 234", 1_234_000_000],
    ["1.234", 1_234_000_000],
    ["0", 0],
    ["0,01", 10_000],
    ["", null],
    ["  ", null],
  ])("see R7b-07 money %j is %s millionths, exactly", (text, micros) => {
    expect(parseMicros(text, "de-DE")).toBe(micros);
  });

  it.each(["-1", "60,123", "0,005", "1.23.4", "zehn", "1e9", "60 €", ",5", "9999999"])(
    "see R7b-07 %j is not a valid limit",
    (text) => {
      expect(parseMicros(text, "de-DE")).toBeUndefined();
    },
  );

  it("see R7b-07 group and decimal separators follow the language", () => {
    expect([parseMicros("1,234.50", "en-GB"), parseMicros("1,234", "en-GB")]).toEqual([
      1_234_500_000, 1_234_000_000,
    ]);
    expect([parseMicros("1.234", "en-GB"), parseMicros("1.234", "de-CH")]).toEqual([undefined, undefined]);
  });

  it.each([
    ["250000", 250_000],
    ["1.500.000", 1_500_000],
    ["1,500,000", 1_500_000],
    ["1 500 000", 1_500_000],
    ["0", 0],
    ["", null],
    ["1,5", undefined],
    ["1.5", undefined],
    ["-3", undefined],
    ["2 Millionen", undefined],
    ["1000000000001", undefined],
  ])("see R7b-07 a number of units %j is %s", (text, count) => {
    expect(parseCount(text)).toBe(count);
  });

  it("see R7b-07 a formatted value is parsed back unchanged in every language", () => {
    for (const locale of ["de-DE", "en-GB", "fr-CH", "it-CH", "de-CH"]) {
      for (const micros of [0, 10_000, 60_000_000, 1_234_560_000, 999_999_990_000]) {
        expect([locale, parseMicros(formatMicros(micros, locale), locale)]).toEqual([locale, micros]);
      }
    }
    expect(formatMicros(null, "de-DE")).toBe("");
    for (const locale of ["de-DE", "de-AT", "en-GB", "fr-CH", "fr-FR", "it-IT", "it-CH", "de-CH"]) {
      for (const count of [0, 999, 2_000_000, 1_000_000_000_000])
        expect([locale, parseCount(formatCount(count, locale))]).toEqual([locale, count]);
    }
    expect(formatCount(null, "de-DE")).toBe("");
  });

  it("see R7b-07 the digits of a formatted value are grouped", () => {
    expect(formatCount(2_000_000, "de-DE")).toBe("2.000.000");
    expect(formatMicros(2_500_000_000, "de-DE")).toBe("2.500,00");
  });
});

describe("money and changes", () => {
  it("see R2.4-44 are formatted for the country, small amounts with more digits", () => {
    const narrow = "\u202F";
    expect(formatMoney(37_200_000, "EUR", { locale: "de-DE" })).toBe(`37,20${narrow}€`);
    expect(formatMoney(37_200_000, "CHF", { locale: "de-CH" })).toBe(`CHF${narrow}37.20`);
    expect(formatMoney(4_200, "EUR", { locale: "de-DE" }, 4)).toBe(`0,0042${narrow}€`);
    expect(formatMoney(9_007_199_254, "EUR", { locale: "de-DE" })).toBe(`9.007,20${narrow}€`);
  });

  it("see R2.4-44 a change has a sign, and zero has none", () => {
    const changeText = (ratio: number) => formatChange(ratio, { locale: "de-DE" });
    expect([changeText(0.364), changeText(-0.5), changeText(0)]).toEqual([
      "+36\u202F%",
      "-50\u202F%",
      "0\u202F%",
    ]);
  });
});
