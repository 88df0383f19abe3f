/**
 * Returns the pages that have a button: the first page, the last page, and those around the current page. Null is a
 * gap. A gap of a single page shows that page instead.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: Math.max(pages, 1) }, (_, index) => index + 1);
  const firstMiddle = Math.max(2, Math.min(page - 1, pages - 4));
  const lastMiddle = Math.min(pages - 1, Math.max(page + 1, 5));
  const middle = Array.from({ length: lastMiddle - firstMiddle + 1 }, (_, index) => firstMiddle + index);
  const leftGap = firstMiddle > 3 ? [null] : firstMiddle === 3 ? [2] : [];
  const rightGap = lastMiddle < pages - 2 ? [null] : lastMiddle === pages - 2 ? [pages - 1] : [];
  return [1, ...leftGap, ...middle, ...rightGap, pages];
}
