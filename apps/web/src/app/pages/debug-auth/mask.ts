/** Minimum length of a secret whose last characters reveal nothing useful. */
const longFrom = 32;
const visibleCharacters = 4;

/**
 * The visible part of a secret: its length and, if it is long, its end, so that two secrets can be
 * distinguished.
 */
export type Masked = { readonly mask: string; readonly length: number };

export function mask(value: string): Masked {
  const end = value.length < longFrom ? "" : value.slice(-visibleCharacters);
  return { mask: `••••${end}`, length: value.length };
}
