import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";

/** Points a check has cost. */
export function lostOf({ points, maxPoints }: SecurityCheck): number {
  return maxPoints - points;
}

/** What the tile has room for. */
const rows = 3;

/**
 * The largest deductions, so that the number explains itself: at most three lines, the last of which gathers the
 * rest when there are more. Equal ones stay in the order of the checks.
 */
export function deductionsOf(checks: readonly SecurityCheck[]): {
  shown: readonly SecurityCheck[];
  rest: { readonly count: number; readonly points: number } | undefined;
} {
  const failed = checks.filter((check) => lostOf(check) > 0).toSorted((a, b) => lostOf(b) - lostOf(a));
  if (failed.length <= rows) return { shown: failed, rest: undefined };
  const others = failed.slice(rows - 1);
  return {
    shown: failed.slice(0, rows - 1),
    rest: { count: others.length, points: others.reduce((sum, check) => sum + lostOf(check), 0) },
  };
}
