import { useTranslations } from "use-intl";
import { PlanChoice } from "../../features/organizations/plans/plan-choice.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /billing-subscription: the plan of the selected organization, compared with the others. */
export function BillingSubscriptionRoute() {
  const t = useTranslations("plan-choice");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <>
          <PageHeader title={t("title")} subtitle={t("subtitle")} />
          <div className="mt-4">
            <PlanChoice organizationId={organizationId} />
          </div>
        </>
      )}
    </OrganizationGate>
  );
}
