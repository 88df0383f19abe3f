import * as z from "zod/mini";
import { idParams, uuidSchema } from "../identifiers.ts";
import { pageOf } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";
import { textSchema } from "../validation.ts";
import { reviewAreas, reviewDecisions, reviewIntervals, reviewReasonMaxLength } from "./reviews.rules.ts";

export const rightsReviewSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  startedAt: timeSchema,
  /** Null while it is open. */
  completedAt: z.nullable(timeSchema),
  /** Members with a decision, by decision. */
  kept: z.int(),
  reduced: z.int(),
  ended: z.int(),
});
export type RightsReview = z.output<typeof rightsReviewSchema>;

/** The latest reviews, newest first, and the due date of the next one. */
export const rightsReviewListSchema = z.strictObject({
  data: z.array(rightsReviewSchema),
  intervalMonths: z.literal(reviewIntervals),
  dueAt: timeSchema,
  isDue: z.boolean(),
});
export type RightsReviewList = z.output<typeof rightsReviewListSchema>;

/** A member in a review, with their rights, the last use of these rights, and the decision. */
export const reviewedMemberSchema = z.strictObject({
  userId: uuidSchema,
  /** The name; in a completed review, the name at that time. Null if it has been erased. */
  name: z.nullable(z.string()),
  role: z.string(),
  /** Permissions in addition to those of the role. */
  permissions: z.array(z.string()),
  isExternal: z.boolean(),
  /** End of the membership; null without an end. */
  endsAt: z.nullable(timeSchema),
  lastSignInAt: z.nullable(timeSchema),
  /** The last change of the last year in each area. Reads are not recorded. */
  lastChanges: z.array(z.strictObject({ area: z.enum(reviewAreas), at: timeSchema })),
  decision: z.nullable(z.enum(reviewDecisions)),
  reason: z.nullable(z.string()),
  /**
   * Whether fewer rights, or the end of the membership, have taken effect since; null if the decision
   * requires neither.
   */
  isCarriedOut: z.nullable(z.boolean()),
});
export type ReviewedMember = z.output<typeof reviewedMemberSchema>;

export const reviewedMemberPageSchema = pageOf(reviewedMemberSchema);
export type ReviewedMemberPage = z.output<typeof reviewedMemberPageSchema>;

export const reviewParams = z.strictObject({ ...idParams.shape, reviewId: uuidSchema });
export const reviewedMemberParams = z.strictObject({ ...reviewParams.shape, userId: uuidSchema });

export const decideReviewSchema = z.strictObject({
  decision: z.enum(reviewDecisions),
  reason: textSchema(reviewReasonMaxLength).check(z.minLength(1)),
});
export type DecideReview = z.output<typeof decideReviewSchema>;

export const updateReviewIntervalSchema = z.strictObject({
  intervalMonths: z.literal(reviewIntervals),
});
