/** From this length on a value is long enough that its last characters give nothing away. */
const longFrom = 32;
const shownCharacters = 4;

/** What may be seen of a secret: how long it is, and of a long one its end, so that two can be told apart. */
export type Masked = { readonly mask: string; readonly length: number };

/** Masks a value. */
export function masked(value: string): Masked {
  const end = value.length < longFrom ? "" : value.slice(-shownCharacters);
  return { mask: `••••${end}`, length: value.length };
}
