import { countAxis } from "../../../ui/chart/count-axis.ts";

export interface SignInDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * Returns the top and the ticks of the axis: at most four steps, whole numbers, never a flat axis, so that an
 * organization without sign-ins still shows a scale.
 */
export function signInAxis(days: readonly SignInDay[]): { top: number; ticks: readonly number[] } {
  return countAxis(Math.max(1, ...days.map((day) => day.succeeded + day.failed)));
}

/** Sums the sign-ins of the period. */
export function totalsOf(days: readonly SignInDay[]): { succeeded: number; failed: number } {
  return {
    succeeded: days.reduce((sum, day) => sum + day.succeeded, 0),
    failed: days.reduce((sum, day) => sum + day.failed, 0),
  };
}
