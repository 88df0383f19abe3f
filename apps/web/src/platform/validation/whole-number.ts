/** Digits with or without separators between groups of three, in any language. */
const wholeNumber = /^(\d+|[1-9]\d{0,2}([\s.,'’\u00A0\u202F]\d{3})+)$/;
const separators = /[\s.,'’\u00A0\u202F]/g;

/** Returns the typed number, or undefined if it is not a whole number. */
export function parseWholeNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return wholeNumber.test(trimmed) ? Number(trimmed.replaceAll(separators, "")) : undefined;
}

/** Returns a whole number as its field shows it: `2.000.000`. */
export function wholeNumberText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value);
}
