import { useTranslations } from "use-intl";
import { WebhooksPage } from "../../features/webhooks/list/webhooks-page.tsx";
import { webhooksQuery } from "../../features/webhooks/webhooks.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

export const startWebhooksData: StartData = (organizationId) =>
  void queryClient.prefetchQuery(webhooksQuery(organizationId));

/** /webhooks: webhooks of the selected organization. */
export function WebhooksRoute() {
  const t = useTranslations("webhooks");
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => <WebhooksPage organizationId={organizationId} />}
    </OrganizationGate>
  );
}
