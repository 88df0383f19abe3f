import { Link, useSearch } from "@tanstack/react-router";

import { useTranslations } from "use-intl";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { liveTokenStatisticsQuery } from "../../../features/org-tokens/tokens.api.ts";
import { overviewQuery } from "../../../features/organizations/organizations.api.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartPlatformData } from "../../router/page-loader.ts";

const TokensTab = lazyCard(async () => (await import("./tokens-tab.tsx")).TokensTab, "client-tokens", "list");
const AuditTab = lazyCard(
  async () => (await import("./audit-tab.tsx")).AuditTab,
  "audit",
  "activity",
  "list",
);

export const startAdminData: StartPlatformData = () => {
  void queryClient.prefetchQuery(overviewQuery());
  void queryClient.prefetchQuery(liveTokenStatisticsQuery());
};

const tabs = ["overview", "tokens", "audit"] as const;
type Tab = (typeof tabs)[number];

function TabContent({ tab, runsPlatform }: { tab: Tab; runsPlatform: boolean }) {
  switch (tab) {
    case "tokens":
      return <TokensTab />;
    case "audit":
      return <AuditTab />;
    default:
      return <OverviewTab runsPlatform={runsPlatform} />;
  }
}

/** /admin: administration of the platform, in tabs. */
export function AdminRoute() {
  const t = useTranslations("admin");
  const frame = useTranslations("frame");
  const { tab: requestedTab } = useSearch({ from: "/signed-in/admin" });
  const runsPlatform = useSession((session) => sessionHasRole(session, ["super_admin"]));
  const availableTabs = tabs.filter((candidate) => candidate !== "audit" || runsPlatform);
  const tab = availableTabs.find((candidate) => candidate === requestedTab) ?? "overview";
  return (
    <>
      <PageHeader title={frame("titles.admin")} />
      <Tabs
        className="mt-3"
        label={t("tabs")}
        items={availableTabs.map((availableTab) => ({
          key: availableTab,
          label: t(`tab.${availableTab}`),
          current: availableTab === tab,
          link: (props) => (
            <Link
              to="/admin"
              search={availableTab === "overview" ? {} : { tab: availableTab }}
              activeOptions={{ exact: true }}
              {...props}
            />
          ),
        }))}
      />
      <div className="mt-4">
        <TabContent tab={tab} runsPlatform={runsPlatform} />
      </div>
    </>
  );
}
