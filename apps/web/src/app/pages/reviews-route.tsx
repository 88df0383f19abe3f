import { useTranslations } from "use-intl";
import { ReviewsPage } from "../../features/reviews/reviews-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /reviews: the review of rights of the selected organization. */
export function ReviewsRoute() {
  const t = useTranslations("reviews");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <ReviewsPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
