import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { AiUsagePage } from "../../features/usage/ai-usage-page.tsx";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { nameLinkClass } from "../../ui/button/link-style.ts";
import { OrganizationGate } from "./organization-gate.tsx";
import { OpenAssistantLink } from "./open-assistant-link.tsx";
import { checkedQuotaQuery } from "../../entities/quota/quota.api.ts";
import { startedUsageQuery } from "../../features/usage/started-usage-query.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";

export const startAiUsageData: StartData = (organizationId, _params, search) => {
  void queryClient.prefetchQuery(startedUsageQuery(organizationId, search));
  void queryClient.prefetchQuery(checkedQuotaQuery(organizationId));
};

/** /ai-usage: AI usage of the selected organization. */
export function AiUsageRoute() {
  const t = useTranslations("usage");
  const { period } = useSearch({ from: "/signed-in/ai-usage" });
  const navigate = useNavigate();
  const canOpen = useHasPermission("users:read");
  return (
    <OrganizationGate title={t("aiTitle")}>
      {(organizationId) => (
        <AiUsagePage
          organizationId={organizationId}
          period={period ?? "current"}
          onPeriod={(next) =>
            void navigate({
              to: "/ai-usage",
              search: next === "month" ? { period: next } : {},
              resetScroll: false,
            })
          }
          nameOf={(userId, name) =>
            canOpen ? (
              <Link to="/users/$userId" params={{ userId }} search={{ tab: "ai" }} className={nameLinkClass}>
                {name}
              </Link>
            ) : (
              name
            )
          }
          start={<OpenAssistantLink />}
        />
      )}
    </OrganizationGate>
  );
}
