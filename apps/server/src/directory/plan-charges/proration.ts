/**
 * Returns the part of an amount for the days `from` (inclusive) to `until` (exclusive) of a term of `count` days,
 * counted from 0. Parts of the same amount without gap or overlap always add up to the whole, because each is the
 * difference of two rounded sums. The amount is not negative.
 */
export function shareOf(amount: bigint, { from, until, count }: TermDays): bigint {
  return roundedUntil(amount, until, count) - roundedUntil(amount, from, count);
}

export type TermDays = { from: number; until: number; count: number };

/** Returns the amount of the first days of the term, rounded half up. */
function roundedUntil(amount: bigint, days: number, count: number): bigint {
  const [part, whole] = [BigInt(days), BigInt(count)];
  return (2n * amount * part + whole) / (2n * whole);
}
