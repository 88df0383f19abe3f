/**
 * Returns which pages get a button: the first, the last and those around the current one; `null` is a gap. A
 * gap of a single page shows that page instead.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: Math.max(pages, 1) }, (_, index) => index + 1);
  const from = Math.max(2, Math.min(page - 1, pages - 4));
  const to = Math.min(pages - 1, Math.max(page + 1, 5));
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const left = from > 3 ? [null] : from === 3 ? [2] : [];
  const right = to < pages - 2 ? [null] : to === pages - 2 ? [pages - 1] : [];
  return [1, ...left, ...middle, ...right, pages];
}
