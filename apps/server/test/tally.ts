/**
 * Counts responses by status: `{ 200: 1, 412: 19 }`. Comparing the whole object shows on failure what was received
 * instead.
 */
export function tally(responses: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
