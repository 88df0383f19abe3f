/** Digits with or without separators between groups of three, in any language. */
const wholeNumber = /^(\d+|\d{1,3}([\s.,'’\u00A0\u202F]\d{3})+)$/;
const separators = /[\s.,'’\u00A0\u202F]/g;

/** Returns the typed limit; undefined if it is not a whole number. */
export function parseLimit(text: string): number | undefined {
  const typed = text.trim();
  return wholeNumber.test(typed) ? Number(typed.replaceAll(separators, "")) : undefined;
}

/** Returns a limit as its field shows it. */
export function limitText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value);
}
