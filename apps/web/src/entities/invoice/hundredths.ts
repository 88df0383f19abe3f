/** Whitespace and apostrophes, which are never decimal separators. */
const groups = /[\s\u00A0\u202F'’]/g;

/**
 * Parses a typed number with at most two decimals into hundredths: `1.234,5` is 123450. A dot or a comma before one or
 * two digits is the decimal separator. Before three digits it separates thousands, unless it is the decimal separator
 * of the locale. Returns undefined for anything else.
 */
export function parseHundredths(text: string, locale: string): number | undefined {
  const normalized = text.trim().replaceAll(groups, "").replace("−", "-");
  const isComma = new Intl.NumberFormat(locale).format(0.5).includes(",");
  const [group, decimal] = isComma ? [String.raw`\.`, ","] : [",", String.raw`\.`];
  const groupedNumber = new RegExp(
    String.raw`^(-?)([1-9]\d{0,2}(?:${group}\d{3})+)(?:${decimal}(\d{1,2}))?$`,
  );
  const plain = /^(-?)(\d{1,9})(?:[.,](\d{1,2}))?$/;
  const [, sign = "", integerPart, fraction = ""] =
    plain.exec(normalized) ?? groupedNumber.exec(normalized) ?? [];
  if (integerPart === undefined) return undefined;
  const value = Number(integerPart.replaceAll(/[.,]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" ? -value : value;
}

/** Formats hundredths for an input field, without grouping: `1234,50`. */
export function formatHundredths(value: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(locale, digits).format(value / 100);
}
