import { parseWholeNumber, wholeNumberText } from "../../platform/validation/whole-number.ts";

const microDigits = 6;
/** Highest limit, in tokens or millionths. The server has the same maximum. */
const maxAmount = 1_000_000_000_000;

/** A limit entered by the user: undefined if the text is invalid, null if the field is empty (no limit). */
export type ParsedLimit = number | null | undefined;

/** Separators that are never decimal: whitespace and apostrophes. */
const groups = /[\s\u00A0\u202F'’]/g;

/** Parses a whole number, even with dots, commas or spaces as thousands separators: `1.500.000`. */
export function parseCount(text: string): ParsedLimit {
  if (text.trim() === "") return null;
  const count = parseWholeNumber(text);
  return count === undefined ? undefined : withinLimit(count);
}

/**
 * Parses an amount of money into millionths. A dot or comma before one or two digits is the decimal separator. Before
 * three digits it separates thousands, unless it is the locale's decimal separator: `60,123` is invalid in German,
 * because it could mean sixty or sixty thousand. The result is exact, because no floating-point fraction is used.
 */
export function parseMicros(text: string, locale: string): ParsedLimit {
  const digits = text.trim().replaceAll(groups, "");
  if (digits === "") return null;
  const [, integerPart = "", fraction = ""] = amountIn(locale).exec(digits) ?? [];
  if (integerPart === "") return undefined;
  return withinLimit(Number(integerPart.replaceAll(/[.,]/g, "") + fraction.padEnd(microDigits, "0")));
}

function amountIn(locale: string): RegExp {
  const decimal = new Intl.NumberFormat(locale).format(0.5).includes(",") ? "," : ".";
  const group = decimal === "," ? String.raw`\.` : ",";
  return new RegExp(String.raw`^(\d+|[1-9]\d{0,2}(?:${group}\d{3})+)(?:[.,](\d{1,2}))?$`);
}

function withinLimit(value: number): number | undefined {
  return value <= maxAmount ? value : undefined;
}

/** Formats a limit in tokens for an input field: `2.000.000`. */
export function formatCount(count: number | null, locale: string): string {
  return count === null ? "" : wholeNumberText(count, locale);
}

/** Formats a monetary limit for an input field, without the currency: `1.060,00`. */
export function formatMicros(micros: number | null, locale: string): string {
  if (micros === null) return "";
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, options).format(micros / 10 ** microDigits);
}
