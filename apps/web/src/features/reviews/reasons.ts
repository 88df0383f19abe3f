import type { ReviewDecision } from "@praxisportal/contract/reviews/reviews.rules";
import type { ReviewedMember } from "./reviews.api.ts";

/** Number of reasons that are offered for a decision. */
const offeredMax = 4;

/**
 * Returns the reasons to offer for a decision: the earlier reasons for this decision in this review, the most frequent
 * first, and then a usual reason.
 */
export function offeredReasons(
  members: readonly Pick<ReviewedMember, "decision" | "reason">[],
  decision: ReviewDecision,
  usual: string,
): string[] {
  const counts = new Map<string, number>();
  for (const { decision: decided, reason } of members) {
    if (decided === decision && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const frequentReasons = [...counts].toSorted((left, right) => right[1] - left[1]).map(([reason]) => reason);
  return [...new Set([...frequentReasons.slice(0, offeredMax - 1), usual])];
}
