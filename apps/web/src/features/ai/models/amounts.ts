const microsPerUnit = 1_000_000;
const maxMicros = 1_000_000_000_000;

/**
 * Parses a typed amount ("0,15") into millionths. Returns null for an empty text, undefined for an invalid one. Rejects
 * thousands separators, because they are decimal separators in other locales.
 */
export function parseAmount(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const [, integerPart, fraction = ""] = /^(\d{1,7})(?:[.,](\d{1,6}))?$/.exec(trimmed) ?? [];
  if (integerPart === undefined) return undefined;
  const micros = Number(integerPart) * microsPerUnit + Number(fraction.padEnd(6, "0"));
  return micros <= maxMicros ? micros : undefined;
}

/** Formats an amount for an input field (`0,15`), without grouping, so that `parseAmount` can read it. */
export function formatTypedAmount(micros: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false }).format(
    micros / microsPerUnit,
  );
}

/** Formats the amount of a price or a call with its own number of decimals, at least two. */
export function formatAmount(micros: number, currency: string, locale: string): string {
  const format = { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;
  return new Intl.NumberFormat(locale, format)
    .format(micros / microsPerUnit)
    .replaceAll(/[\u00A0 ]/g, "\u202F");
}
