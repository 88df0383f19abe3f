export interface SignInDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

/** Steps a person reads without counting: 1, 2, 5 and their tens. */
const readable = [1, 2, 5, 10];

/**
 * Upper end and ticks of the axis: at most four steps, whole numbers, and never a flat axis, so that a
 * practice without a sign-in still shows a scale.
 */
export function axisOf(days: readonly SignInDay[]): { top: number; ticks: readonly number[] } {
  return countAxis(Math.max(1, ...days.map((day) => day.succeeded + day.failed)));
}

/** The same for counts of which `highest` is the highest. */
export function countAxis(highest: number): { top: number; ticks: readonly number[] } {
  const most = Math.max(1, highest);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 3)));
  const step = (readable.find((each) => each * power * 3 >= most) ?? 10) * power;
  const count = Math.ceil(most / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_none, index) => index * step) };
}

/** All sign-ins of the period. */
export function totalsOf(days: readonly SignInDay[]): { succeeded: number; failed: number } {
  return {
    succeeded: days.reduce((sum, day) => sum + day.succeeded, 0),
    failed: days.reduce((sum, day) => sum + day.failed, 0),
  };
}
