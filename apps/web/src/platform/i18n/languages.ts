import type { Language } from "@praxisportal/contract/languages";

/** Each language named in itself; never translated, so that everyone finds their own. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
};

/** Countries whose way of writing numbers, money and dates is known. */
export const regions = ["DE", "AT", "CH"] as const;

export type Region = (typeof regions)[number];

/** True for one of the known countries. */
export function isRegion(value: unknown): value is Region {
  return typeof value === "string" && (regions as readonly string[]).includes(value);
}

/**
 * BCP 47 tag for formatting: the language with the practice's country where that pair is a real locale,
 * otherwise the language's home country (English keeps European dates).
 */
export function formatLocale(language: Language, region: Region): string {
  if (language === "de") return `de-${region}`;
  if (region === "CH") return language === "en" ? "en-CH" : `${language}-CH`;
  return { en: "en-GB", fr: "fr-FR", it: "it-IT" }[language];
}
