import { useTranslations } from "use-intl";
import { WebhooksPage } from "../../features/webhooks/list/webhooks-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /webhooks: webhooks of the selected organization. */
export function WebhooksRoute() {
  const t = useTranslations("webhooks");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <WebhooksPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
