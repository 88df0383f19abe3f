import { type Language, withMinusSign } from "@praxisportal/contract/languages";
import type { InvoiceDay, InvoiceDocument } from "./invoice-document.ts";
import regions from "./invoice-texts-regions.de.json" with { type: "json" };
import de from "./invoice-texts.de.json" with { type: "json" };
import en from "./invoice-texts.en.json" with { type: "json" };
import fr from "./invoice-texts.fr.json" with { type: "json" };
import it from "./invoice-texts.it.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

/** The texts of a document in its language, with its days, amounts and numbers as its readers write them. */
export type InvoiceTexts = typeof de & {
  /** BCP 47, such as `de-AT`. */
  locale: string;
  day: (day: InvoiceDay) => string;
  /** Cents of the currency of the document. */
  money: (cents: number) => string;
  /** Millionths of the currency, with up to four decimals. */
  microsAsMoney: (micros: number) => string;
  rate: (basisPoints: number) => string;
  number: (value: number) => string;
};

/** Returns the texts of a language that do not depend on a document. */
export function invoiceTexts(language: Language): typeof de {
  return texts[language];
}

const defaultCountries: Readonly<Record<Language, string>> = { de: "DE", en: "GB", fr: "FR", it: "IT" };

/** Returns the texts of a document. The seller's country decides how amounts are written and taxes are named. */
export function textsOf({ language, currency, seller }: InvoiceDocument): InvoiceTexts {
  const { country } = seller.address;
  const region = country === "AT" || country === "CH" ? country : null;
  const locale = language === "en" ? "en-GB" : `${language}-${region ?? defaultCountries[language]}`;
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const money = format({ style: "currency", currency });
  const exactMoney = format({ style: "currency", currency, maximumFractionDigits: 4 });
  const rate = format({ style: "percent", maximumFractionDigits: 2 });
  const number = format({ maximumFractionDigits: 3 });
  const day = new Intl.DateTimeFormat(locale, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  return {
    ...texts[language],
    ...(language === "de" && region !== null ? regions[region] : {}),
    locale,
    day: (value) => day.format(new Date(`${value}T00:00:00Z`)),
    money: (cents) => withMinusSign(money.format(cents / 100)),
    microsAsMoney: (micros) => withMinusSign(exactMoney.format(micros / 1_000_000)),
    rate: (basisPoints) => rate.format(basisPoints / 10_000),
    number: (value) => withMinusSign(number.format(value)),
  };
}

/** Returns a text with the values in place of their names in braces. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Returns the payment terms (BT-20). */
export function paymentTermsOf(document: InvoiceDocument): string {
  const { terms, immediateTerms, day } = textsOf(document);
  if (document.paymentTerms !== null) return document.paymentTerms;
  return document.dueDate === null ? immediateTerms : fillText(terms, { day: day(document.dueDate) });
}
