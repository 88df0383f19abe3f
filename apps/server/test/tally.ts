/**
 * Counts responses by status, such as `{ 200: 1, 412: 19 }`. If the comparison of this object fails, it shows the
 * received statuses.
 */
export function tally(responses: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
