import { useParams } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { WebhooksPage } from "../../features/webhooks/list/webhooks-page.tsx";
import { WebhookPage } from "../../features/webhooks/log/webhook-page.tsx";
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
