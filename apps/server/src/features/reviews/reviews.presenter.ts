import {
  actionArea,
  type ReviewArea,
  type ReviewDecision,
} from "@praxisportal/contract/reviews/reviews.rules";
import type {
  ReviewedMember,
  RightsReview,
  RightsReviewList,
} from "@praxisportal/contract/reviews/reviews.schema";
import { isCarriedOut } from "./reviews.policy.ts";
import type { LastChangeRow, MemberRow, PlanRow, ReviewRow } from "./reviews.queries.ts";

/** Returns a review without its members. */
export function presentReview(row: ReviewRow): RightsReview {
  return {
    id: row.id,
    _id: row.id,
    startedAt: row.started_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    kept: row.kept,
    reduced: row.reduced,
    ended: row.ended,
  };
}

/** Returns the reviews of an organization and when the next one is due. */
export function presentReviews(rows: readonly ReviewRow[], plan: PlanRow, now: Date): RightsReviewList {
  return {
    data: rows.map(presentReview),
    intervalMonths: plan.interval_months,
    dueAt: plan.due_at.toISOString(),
    isDue: plan.due_at <= now,
  };
}

/** Returns a member of a review with the latest of their changes in each area. */
export function presentMember(row: MemberRow, changes: readonly LastChangeRow[]): ReviewedMember {
  const latest = new Map<ReviewArea, Date>();
  for (const { person_id, action, at } of changes) {
    const area = person_id === row.person_id ? actionArea(action) : undefined;
    if (area !== undefined && at > (latest.get(area) ?? new Date(0))) latest.set(area, at);
  }
  const decision = row.decision as ReviewDecision | null;
  const present =
    row.present_role === null ? null : { role: row.present_role, permissions: row.present_permissions ?? [] };
  return {
    userId: row.person_id,
    name: row.name,
    role: row.role,
    permissions: row.permissions,
    isExternal: row.is_external,
    endsAt: row.ends_at?.toISOString() ?? null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    lastChanges: [...latest].map(([area, at]) => ({ area, at: at.toISOString() })),
    decision,
    reason: row.reason,
    isCarriedOut: decision === null ? null : isCarriedOut(decision, row, present),
  };
}
