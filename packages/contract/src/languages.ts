/** Languages of the interface and of messages (R9-25). */
export const languages = ["de", "en", "fr", "it"] as const;

export type Language = (typeof languages)[number];

/** Languages of the settings store (R9-26). */
export const settingsLanguages = ["de", "en"] as const;

export type SettingsLanguage = (typeof settingsLanguages)[number];

/** Default language (R9-25). */
export const defaultLanguage = "de" satisfies Language;

/** Language of fallback texts that the specification gives only in English. */
export const fallbackTextLanguage = "en" satisfies Language;

/** Returns whether `value` is an interface language. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Returns the language that the settings store saves for `value`. Values other than de and en become de. */
export function settingsLanguage(value: unknown): SettingsLanguage {
  return settingsLanguages.find((language) => language === value) ?? defaultLanguage;
}

/** Maximum length of the header. Longer headers are truncated to limit the work per request; no browser sends them. */
const headerMaxLength = 500;

/**
 * Returns the language for an `Accept-Language` header: the supported one with the highest weight, or the first of
 * those with equal weights. A region counts as its language (de-CH is de); an unsupported language, `*` or no header
 * yields German.
 */
export function negotiateLanguage(acceptLanguage: string | null | undefined): Language {
  let best: Language = defaultLanguage;
  if (!acceptLanguage) return best;
  let bestWeight = 0;
  for (const range of acceptLanguage.slice(0, headerMaxLength).split(",")) {
    const [tag = "", ...params] = range.split(";").map((part) => part.trim().toLowerCase());
    const primary = tag.split("-")[0];
    const q = params.find((param) => param.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (isLanguage(primary) && weight > bestWeight && weight <= 1) {
      best = primary;
      bestWeight = weight;
    }
  }
  return best;
}

/** Writes the minus sign (U+2212) in a formatted number, for which browsers and Node.js write a hyphen. */
export function withMinusSign(number: string): string {
  return number.replace("-", "\u2212");
}
