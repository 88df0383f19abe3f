/** How many answers had which status: `{ 200: 1, 412: 19 }`. Compared as a whole, a failure shows what came instead. */
export function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
