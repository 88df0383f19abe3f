import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslations } from "use-intl";
import { PlanChoice } from "../../features/organizations/plans/plan-choice.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { OrganizationGate } from "./organization-gate.tsx";
import { organizationBillingQuery } from "../../entities/organization/billing.api.ts";
import { organizationQuery } from "../../entities/organization/organization.api.ts";
import { plansQuery } from "../../features/organizations/tenants/tenants.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";

export const startPlanData: StartData = (organizationId) => {
  void queryClient.prefetchQuery(plansQuery());
  void queryClient.prefetchQuery(organizationQuery(organizationId));
  void queryClient.prefetchQuery(organizationBillingQuery(organizationId));
};

/** /billing-subscription: the plan of the selected organization, compared with the others. */
export function BillingSubscriptionRoute() {
  const t = useTranslations("plan-choice");
  const frame = useTranslations("frame");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <>
          <Link
            to="/billing"
            className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense print:hidden`}
          >
            <ArrowLeft size={16} strokeWidth={2} aria-hidden />
            {frame("titles.billing")}
          </Link>
          <PageHeader title={t("title")} subtitle={t("subtitle")} />
          <div className="mt-4">
            <PlanChoice organizationId={organizationId} />
          </div>
        </>
      )}
    </OrganizationGate>
  );
}
