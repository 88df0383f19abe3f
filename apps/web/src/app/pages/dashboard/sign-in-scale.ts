import { countAxis } from "../../../ui/chart/count-axis.ts";

export interface SignInDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * Returns the top and the ticks of the axis. It has at most four steps of whole numbers. It is never flat, so that
 * there is a scale even without sign-ins.
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
