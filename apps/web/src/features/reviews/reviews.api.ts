import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/reviews/reviews.endpoints";
import type {
  ReviewedMember,
  RightsReview,
  RightsReviewList,
} from "@praxisportal/contract/reviews/reviews.schema";
import { queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { readAllPages } from "../../platform/list/list-source.ts";

export type { ReviewedMember, RightsReview, RightsReviewList };

const path = "/api/v1/organizations/{id}/reviews";
const reviewPath = `${path}/{reviewId}` as const;
const listRoute = route<typeof endpoints.listReviews>()("reviews.list", "GET", path);
const startRoute = route<typeof endpoints.startReview>()("reviews.start", "POST", path);
const intervalRoute = route<typeof endpoints.updateReviewInterval>()("reviews.updateInterval", "PUT", path);
const membersRoute = route<typeof endpoints.listReviewedMembers>()(
  "reviews.listMembers",
  "GET",
  `${reviewPath}/members`,
);
const decideRoute = route<typeof endpoints.decideReview>()(
  "reviews.decide",
  "PUT",
  `${reviewPath}/decisions/{userId}`,
);
const completeRoute = route<typeof endpoints.completeReview>()(
  "reviews.complete",
  "POST",
  `${reviewPath}/complete`,
);

/** Returns the query for the latest reviews of an organization, and when the next one is due. */
export function reviewsQuery(id: string) {
  return queryOptions({
    queryKey: [...organizationKeys.reviews(id), "list"],
    queryFn: ({ signal }) => call(listRoute, { params: { id }, signal }),
  });
}

/** Returns the query for all members of a review. */
export function reviewedMembersQuery(id: string, reviewId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.reviews(id), reviewId],
    queryFn: ({ signal }) =>
      readAllPages((page, limit) =>
        call(membersRoute, { params: { id, reviewId }, query: { page, limit }, signal }),
      ),
  });
}

export function startReview(id: string, idempotencyKey: string): Promise<RightsReview> {
  return call(startRoute, { params: { id }, idempotencyKey });
}

export function setReviewInterval(
  id: string,
  intervalMonths: RightsReviewList["intervalMonths"],
): Promise<RightsReviewList> {
  return call(intervalRoute, { params: { id }, body: { intervalMonths } });
}

export type Decision = BodyInputOf<typeof endpoints.decideReview>;

/** Saves a decision as a draft. @throws ApiError CONFLICT once the review is completed. */
export async function decide(id: string, reviewId: string, userId: string, body: Decision): Promise<void> {
  await call(decideRoute, { params: { id, reviewId, userId }, body });
}

/** @throws ApiError REVIEW_INCOMPLETE, CONFLICT. */
export function completeReview(id: string, reviewId: string): Promise<RightsReview> {
  return call(completeRoute, { params: { id, reviewId } });
}
