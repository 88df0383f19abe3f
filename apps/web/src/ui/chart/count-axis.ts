/** Step sizes that are easy to read: 1, 2, 5 and multiples by powers of ten. */
const readable = [1, 2, 5, 10];

/**
 * Returns the top and the ticks of an axis for counts up to `highest`. The axis has at most four steps of whole
 * numbers. It is never flat, so that zero counts still show a scale.
 */
export function countAxis(highest: number): { top: number; ticks: readonly number[] } {
  const most = Math.max(1, highest);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 3)));
  const step = (readable.find((candidate) => candidate * power * 3 >= most) ?? 10) * power;
  const count = Math.ceil(most / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_none, index) => index * step) };
}
