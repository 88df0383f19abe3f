import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { dueReviewsJob } from "./due-reviews.worker.ts";
import { registerReviewRoutes } from "./reviews.routes.ts";
import { ReviewService } from "./reviews.service.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; notifications: Notifications };

/** Creates the reviews of rights. */
export function createReviews({ platformDb, clock, notifications: { notifier } }: Dependencies): Feature {
  const reviews = new ReviewService({ clock });
  return {
    registerRoutes: (registrar) => registerReviewRoutes(registrar, reviews),
    jobs: [dueReviewsJob({ platformDb, clock, notifier })],
  };
}
