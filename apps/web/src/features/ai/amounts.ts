const microsPerUnit = 1_000_000;
const mostMicro = 1_000_000_000_000;

/**
 * An amount as somebody types it ("0,15"): millionths; null for an empty text, undefined for none. What divides
 * thousands is refused: in another country it divides the decimals.
 */
export function parseAmount(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const [, whole, fraction = ""] = /^(\d{1,7})(?:[.,](\d{1,6}))?$/.exec(typed) ?? [];
  if (whole === undefined) return undefined;
  const micro = Number(whole) * microsPerUnit + Number(fraction.padEnd(6, "0"));
  return micro <= mostMicro ? micro : undefined;
}

/** The same the other way round, as one may type it: `0,15`. */
export function typedAmount(micro: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false }).format(
    micro / microsPerUnit,
  );
}

/** An amount of a price or of one call: with as many decimals as it has, at least two. */
export function formatAmount(micro: number, currency: string, locale: string): string {
  const format = { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;
  return new Intl.NumberFormat(locale, format)
    .format(micro / microsPerUnit)
    .replaceAll(/[\u00A0 ]/g, "\u202F");
}
