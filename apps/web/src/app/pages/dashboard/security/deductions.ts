import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";

/** Returns the points lost on a check. */
export function missingPoints({ points, maxPoints }: SecurityCheck): number {
  return maxPoints - points;
}

/** Number of lines for which the tile has space. */
const rows = 3;

/**
 * Returns the largest deductions that explain the score, in at most three lines. If there are more, the last line sums
 * up the others. Ties keep the order of the checks.
 */
export function topDeductions(checks: readonly SecurityCheck[]): {
  largest: readonly SecurityCheck[];
  rest: { readonly count: number; readonly points: number } | undefined;
} {
  const failed = checks
    .filter((check) => missingPoints(check) > 0)
    .toSorted((a, b) => missingPoints(b) - missingPoints(a));
  if (failed.length <= rows) return { largest: failed, rest: undefined };
  const otherChecks = failed.slice(rows - 1);
  return {
    largest: failed.slice(0, rows - 1),
    rest: {
      count: otherChecks.length,
      points: otherChecks.reduce((sum, check) => sum + missingPoints(check), 0),
    },
  };
}
