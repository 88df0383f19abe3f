import { useTranslations } from "use-intl";
import { OrganizationGate } from "../organization-gate.tsx";
import { BillingPage } from "./billing-page.tsx";

/** /billing: costs and invoices of the selected organization. */
export function BillingRoute() {
  const t = useTranslations("billing");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <BillingPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
