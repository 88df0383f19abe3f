import type { Language } from "@praxisportal/contract/languages";
import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import de from "./evidence.de.json" with { type: "json" };
import en from "./evidence.en.json" with { type: "json" };
import fr from "./evidence.fr.json" with { type: "json" };
import it from "./evidence.it.json" with { type: "json" };

const catalogues: Readonly<Record<Language, typeof de>> = { de, en, fr, it };
const defaultCountries: Readonly<Record<Language, string>> = { de: "DE", en: "GB", fr: "FR", it: "IT" };

/** The texts of a folder, with its days and times as the organization writes them. */
export type EvidenceTexts = typeof de & {
  language: Language;
  /** BCP 47, such as `de-AT`. */
  locale: string;
  /** A calendar day as `2026-11-28`, or the day of an instant; a dash for null. */
  day: (value: string | Date | null) => string;
  /** An instant; a dash for null. */
  moment: (value: Date | null) => string;
  number: (value: number) => string;
  yesNo: (value: boolean) => string;
  /** The name of a value of a list; the value itself if it has none. */
  nameOf: (names: Readonly<Record<string, string>>, value: string) => string;
};

/** Returns the name of a folder's files, without day and extension. */
export const evidenceFileName = (language: Language): string => catalogues[language].fileName;

/** Returns the texts in a language for an organization in a country and time zone. */
export function evidenceTexts(language: Language, country: Country, timeZone: string): EvidenceTexts {
  const texts = catalogues[language];
  const isLocal = country === "CH" || (country === "AT" && language === "de");
  const locale =
    language === "en" ? "en-GB" : `${language}-${isLocal ? country : defaultCountries[language]}`;
  const digits = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const day = new Intl.DateTimeFormat(locale, { ...digits, timeZone });
  const calendarDay = new Intl.DateTimeFormat(locale, { ...digits, timeZone: "UTC" });
  const moment = new Intl.DateTimeFormat(locale, { ...digits, hour: "2-digit", minute: "2-digit", timeZone });
  const number = new Intl.NumberFormat(locale);
  return {
    ...texts,
    language,
    locale,
    day: (value) => {
      if (value === null) return "–";
      return typeof value === "string"
        ? calendarDay.format(new Date(`${value}T00:00:00Z`))
        : day.format(value);
    },
    moment: (value) => (value === null ? "–" : moment.format(value)),
    number: (value) => number.format(value),
    yesNo: (value) => (value ? texts.yes : texts.no),
    nameOf: (names, value) => names[value] ?? value,
  };
}

/** Returns a text with the values in place of their names in braces; numbers are already formatted. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)(?:, number)?\}/g, (_, name: string) => String(values[name] ?? ""));
}
