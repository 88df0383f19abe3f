/** Minimum length of a secret whose last characters may be revealed. */
const longFrom = 32;
const visibleCharacters = 4;

/**
 * Visible part of a secret, which is its length and, if it is long, its end, so that two secrets can be distinguished.
 */
export type Masked = { readonly mask: string; readonly length: number };

export function mask(value: string): Masked {
  const end = value.length < longFrom ? "" : value.slice(-visibleCharacters);
  return { mask: `••••${end}`, length: value.length };
}
