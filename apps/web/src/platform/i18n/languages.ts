import type { Language } from "@praxisportal/contract/languages";

/**
 * The name of each language in that language. The names are never translated, so that users can find their own
 * language.
 */
export const languageNames: Readonly<Record<Language, string>> = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
};

/** Countries with known formats for numbers, money and dates. */
export const regions = ["DE", "AT", "CH"] as const;

export type Region = (typeof regions)[number];

/** Returns whether the value is a supported country. */
export function isRegion(value: unknown): value is Region {
  return typeof value === "string" && (regions as readonly string[]).includes(value);
}

/**
 * Returns the BCP 47 tag for formatting: the language with the organization's country if this is a real locale,
 * otherwise the language with its home country. English keeps European dates.
 */
export function formatLocale(language: Language, region: Region): string {
  if (language === "de") return `de-${region}`;
  if (region === "CH") return language === "en" ? "en-CH" : `${language}-CH`;
  return { en: "en-GB", fr: "fr-FR", it: "it-IT" }[language];
}
