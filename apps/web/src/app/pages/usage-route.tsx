import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { UsagePage } from "../../features/usage/usage-page.tsx";
import { OrganizationGate } from "./organization-gate.tsx";
import { OpenAssistantLink } from "./open-assistant-link.tsx";
import { startedUsageQuery } from "../../features/usage/started-usage-query.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";

export const startUsageData: StartData = (organizationId, _params, search) =>
  void queryClient.prefetchQuery(startedUsageQuery(organizationId, search));

/** /usage: billed usage of the selected organization. The selected view is part of the URL. */
export function UsageRoute() {
  const t = useTranslations("usage");
  const search = useSearch({ from: "/signed-in/usage" });
  const navigate = useNavigate();
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <UsagePage
          organizationId={organizationId}
          search={search}
          onSearch={(next) => void navigate({ to: "/usage", search: next, resetScroll: false })}
          start={<OpenAssistantLink />}
        />
      )}
    </OrganizationGate>
  );
}
