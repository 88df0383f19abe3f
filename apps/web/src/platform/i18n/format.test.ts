import { describe, expect, it } from "vitest";
import * as format from "./format.ts";
import { isLanguage, languages } from "@praxisportal/contract/languages";
import { formatLocale } from "./languages.ts";

const de = { locale: "de-DE", timeZone: "Europe/Berlin" };
const ch = { locale: "de-CH", timeZone: "Europe/Zurich" };
const now = "2026-11-23T07:42:00+01:00";

describe("formatting", () => {
  it("formats numbers, money and percentages for Germany, with narrow spaces", () => {
    expect(format.formatNumber(1_240_000, de)).toBe("1.240.000");
    expect(format.formatMoney(37_200_000, "EUR", de)).toBe("37,20\u202F€");
    expect(format.formatPercent(0.62, de)).toBe("62\u202F%");
    expect(format.formatPercent(0.9997, de, 2)).toBe("99,97\u202F%");
    expect(format.formatBytes(1_400_000, de)).toBe("1,4\u202FMB");
    expect(format.formatBytes(0, de)).toBe("0\u202FByte");
  });

  it("writes negative numbers with a minus sign", () => {
    expect(format.formatMoney(-129_000_000, "EUR", de)).toBe("\u2212129,00\u202F€");
    expect(format.formatMoney(-129_000_000, "CHF", ch)).toBe("CHF\u2212129.00");
    expect(format.formatNumber(-1.5, de, 1)).toBe("\u22121,5");
    expect(format.formatChange(-0.5, de)).toBe("\u221250\u202F%");
  });

  it("formats them for Switzerland in a Swiss organization", () => {
    expect(format.formatNumber(1_240_000, ch)).toBe("1'240'000");
    expect(format.formatMoney(37_200_000, "CHF", ch)).toBe("CHF\u202F37.20");
  });

  it("formats times and dates", () => {
    expect(format.formatTime(now, de)).toBe("07:42");
    expect(format.formatTimeExact(now, de)).toBe("07:42:00");
    expect(format.formatDate(now, de)).toBe("23.11.2026");
    expect(format.formatDateLong(now, de)).toBe("Montag, 23. November 2026");
    expect(format.formatMomentFull(now, de)).toContain("23. November 2026");
  });

  it("uses relative terms only for today and yesterday, in the organization's time zone", () => {
    expect(format.formatMoment("2026-11-23T07:31:00+01:00", de, now)).toBe("Heute, 07:31");
    expect(format.formatMoment("2026-11-22T23:59:00+01:00", de, now)).toBe("Gestern, 23:59");
    expect(format.formatMoment("2026-11-20T17:02:00+01:00", de, now)).toBe("Fr., 20.11., 17:02");
    expect(format.formatMoment("2026-11-24T09:00:00+01:00", de, now)).toBe("Di., 24.11., 09:00");
    expect(format.formatMomentInText("2026-11-23T07:31:00+01:00", de, now)).toBe("heute, 07:31");
    expect(format.formatMomentInText("2026-11-20T17:02:00+01:00", de, now)).toBe("Fr., 20.11., 17:02");
    expect(format.formatMoment("2025-11-23T17:02:00+01:00", de, now)).toBe("23.11.2025, 17:02");
    expect(format.formatDay("2026-11-22T12:00:00+01:00", de, now)).toBe("Gestern");
    expect(format.formatDay("2026-11-20T12:00:00+01:00", de, now)).toBe("20.11.2026");
    // 00:30 in Berlin is still the previous day in UTC.
    expect(format.formatMoment("2026-11-23T00:30:00+01:00", de, now)).toBe("Heute, 00:30");
    expect(format.formatMoment("2026-11-23T07:31:00+01:00", { ...de, locale: "en-GB" }, now)).toBe(
      "Today, 07:31",
    );
  });
});

describe("languages", () => {
  it("R1-31 R9-25 are exactly de, en, fr and it", () => {
    expect(languages).toEqual(["de", "en", "fr", "it"]);
    expect(isLanguage("it")).toBe(true);
    expect(isLanguage("es")).toBe(false);
    expect(isLanguage(null)).toBe(false);
  });

  it("use the organization's country where the pair is a valid locale", () => {
    expect(formatLocale("de", "AT")).toBe("de-AT");
    expect(formatLocale("fr", "CH")).toBe("fr-CH");
    expect(formatLocale("fr", "DE")).toBe("fr-FR");
    expect(formatLocale("en", "DE")).toBe("en-GB");
  });
});
