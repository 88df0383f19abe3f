import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { pageQuery } from "../pagination.ts";
import {
  decideReviewSchema,
  reviewedMemberParams,
  reviewParams,
  reviewedMemberPageSchema,
  rightsReviewListSchema,
  rightsReviewSchema,
  updateReviewIntervalSchema,
} from "./reviews.schema.ts";

const administrators = { who: "role:super_admin|org_admin", scope: "own" } as const;
const path = "/api/v1/organizations/{id}/reviews";

/** Lists the latest reviews of rights, newest first, with the due date of the next one. */
export const listReviews = defineEndpoint({
  name: "reviews.list",
  summary: "List reviews of rights",
  method: "GET",
  path,
  access: administrators,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: rightsReviewListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Starts a review. Errors: 409 CONFLICT while another review is open. */
export const startReview = defineEndpoint({
  name: "reviews.start",
  summary: "Start a review of rights",
  method: "POST",
  path,
  access: administrators,
  rateLimit: "changes",
  audit: audited("review.started"),
  organizationFrom: "path",
  params: idParams,
  responses: { 201: rightsReviewSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
  replay: "resource",
});

/** Changes the interval between reviews. */
export const updateReviewInterval = defineEndpoint({
  name: "reviews.updateInterval",
  summary: "Change how often rights are reviewed",
  method: "PUT",
  path,
  access: administrators,
  audit: audited("review.interval_changed"),
  organizationFrom: "path",
  params: idParams,
  body: updateReviewIntervalSchema,
  responses: { 200: rightsReviewListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Lists the members of a review. An open review has the current members by name. A completed review has the members
 * that it decided about, in the order of the audit log.
 */
export const listReviewedMembers = defineEndpoint({
  name: "reviews.listMembers",
  summary: "List the members of a review of rights",
  method: "GET",
  path: `${path}/{reviewId}/members`,
  access: administrators,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: reviewParams,
  query: pageQuery,
  responses: { 200: reviewedMemberPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Stores or changes the decision about a member in an open review. Errors: 409 CONFLICT if the review is completed. */
export const decideReview = defineEndpoint({
  name: "reviews.decide",
  summary: "Decide about a member in a review",
  method: "PUT",
  path: `${path}/{reviewId}/decisions/{userId}`,
  access: administrators,
  audit: notAudited("a draft: completing the review records every decision"),
  organizationFrom: "path",
  params: reviewedMemberParams,
  body: decideReviewSchema,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});

/**
 * Completes a review. Errors: 403 STEP_UP_REQUIRED, 409 REVIEW_INCOMPLETE while a member has no decision, 409 CONFLICT
 * if it is already completed.
 */
export const completeReview = defineEndpoint({
  name: "reviews.complete",
  summary: "Complete a review of rights",
  method: "POST",
  path: `${path}/{reviewId}/complete`,
  access: administrators,
  audit: audited("review.completed"),
  organizationFrom: "path",
  params: reviewParams,
  responses: { 200: rightsReviewSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED", "REVIEW_INCOMPLETE", "CONFLICT"],
});
