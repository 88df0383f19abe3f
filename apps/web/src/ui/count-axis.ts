/** Steps a person reads without counting: 1, 2, 5 and their tens. */
const readable = [1, 2, 5, 10];

/**
 * Upper end and ticks of an axis for counts of which `highest` is the highest: at most four steps, whole numbers, and
 * never a flat axis, so that nothing at all still shows a scale.
 */
export function countAxis(highest: number): { top: number; ticks: readonly number[] } {
  const most = Math.max(1, highest);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 3)));
  const step = (readable.find((each) => each * power * 3 >= most) ?? 10) * power;
  const count = Math.ceil(most / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_none, index) => index * step) };
}
