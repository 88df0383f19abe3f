import { useTranslations } from "use-intl";
import { OrganizationGate } from "../organization-gate.tsx";
import { BillingPage } from "./billing-page.tsx";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartData } from "../../router/page-loader.ts";

export const startBillingData: StartData = (organizationId) =>
  void queryClient.prefetchQuery(organizationBillingQuery(organizationId));

/** /billing: costs and invoices of the selected organization. */
export function BillingRoute() {
  const t = useTranslations("billing");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <BillingPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
