import { useTranslations } from "use-intl";
import { ReviewsPage } from "../../features/reviews/reviews-page.tsx";
import { reviewsQuery } from "../../features/reviews/reviews.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

export const startReviewsData: StartData = (organizationId) =>
  void queryClient.prefetchQuery(reviewsQuery(organizationId));

/** /reviews: the review of rights of the selected organization. */
export function ReviewsRoute() {
  const t = useTranslations("reviews");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <ReviewsPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
