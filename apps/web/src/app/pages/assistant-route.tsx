import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { providersQuery, switchesQuery } from "../../entities/provider/provider.api.ts";
import { quotaQuery } from "../../entities/quota/quota.api.ts";
import { AssistantPage } from "../../features/assistant/assistant-page.tsx";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { buttonClass } from "../../ui/button/button-style.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

/** Starts to fetch what the assistant waits for, while its code is prepared. */
export const startAssistantData: StartData = (organizationId) => {
  void queryClient.prefetchQuery(providersQuery(organizationId));
  void queryClient.prefetchQuery(switchesQuery(organizationId));
  void queryClient.prefetchQuery(quotaQuery(organizationId));
};

/** /assistant: text prompts and dictation for the selected organization's AI. */
export function AssistantRoute() {
  const t = useTranslations("assistant");
  const managesAi = useHasPermission("ai:manage");
  const changesQuotas = useHasPermission("billing:write");
  const links = {
    providers: managesAi ? (
      <Link to="/organization" search={{ tab: "ai" }} className={buttonClass({ variant: "primary" })}>
        {t("nothing.way")}
      </Link>
    ) : null,
    budget: changesQuotas ? (
      <Link to="/ai-usage" search={{}} className={linkClass}>
        {t("budget.way")}
      </Link>
    ) : null,
  };
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <AssistantPage organizationId={organizationId} links={links} managesTemplates={managesAi} />
      )}
    </OrganizationGate>
  );
}
