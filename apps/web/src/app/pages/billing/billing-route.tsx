import { useTranslations } from "use-intl";
import { OrganizationGate } from "../organization-gate.tsx";
import { BillingPage } from "./billing-page.tsx";

/** /billing: what the selected organization pays, and its invoices. */
export function BillingRoute() {
  const t = useTranslations("billing");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <BillingPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
