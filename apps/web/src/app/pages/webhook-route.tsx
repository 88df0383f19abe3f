import { useParams } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { WebhookPage } from "../../features/webhooks/log/webhook-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";

/** /webhooks/{webhookId}: one webhook of the selected organization. */
export function WebhookRoute() {
  const t = useTranslations("webhooks");
  const { webhookId } = useParams({ from: "/signed-in/webhooks/$webhookId" });
  return (
    <OrganizationGate title={t("one")}>
      {(organizationId) => <WebhookPage organizationId={organizationId} webhookId={webhookId} />}
    </OrganizationGate>
  );
}
