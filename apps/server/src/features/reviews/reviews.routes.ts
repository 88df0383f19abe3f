import * as endpoints from "@praxisportal/contract/reviews/reviews.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { mayReviewRights } from "./reviews.policy.ts";
import type { ReviewService } from "./reviews.service.ts";

/** Registers the reviews of rights of an organization. */
export function registerReviewRoutes(registrar: Registrar, reviews: ReviewService): void {
  const manager = (context: RequestContext) => authorize(context, "reviews.manage", mayReviewRights);

  registrar.handle(endpoints.listReviews, ({ context }) => reviews.list(context.organization.db));

  registrar.handle(
    endpoints.startReview,
    ({ context }) => reviews.start(manager(context)),
    (createdId, context) => reviews.get(context.organization.db, createdId),
  );

  registrar.handle(endpoints.updateReviewInterval, ({ context, body }) =>
    reviews.updateInterval(manager(context), body),
  );

  registrar.handle(endpoints.listReviewedMembers, ({ context, params, query }) =>
    reviews.listMembers(context.organization.db, params.reviewId, query),
  );

  registrar.handle(endpoints.decideReview, ({ context, params, body }) =>
    reviews.decide(manager(context), params.reviewId, params.userId, body),
  );

  registrar.handle(endpoints.completeReview, ({ context, params }) =>
    reviews.complete(manager(context), params.reviewId),
  );
}
