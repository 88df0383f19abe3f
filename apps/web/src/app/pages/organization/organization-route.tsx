import { Link, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { sessionAllows, sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { useIsPlatform } from "../../shell/user/use-principal.ts";
import { OrganizationGate } from "../organization-gate.tsx";
import { AuditSection } from "../audit-section.tsx";
import { useCanReadAudit } from "../use-can-read-audit.ts";
import { DetailsTab } from "./details-tab.tsx";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartData } from "../../router/page-loader.ts";

const DepartmentsTab = lazyCard(
  async () => (await import("./departments-tab.tsx")).DepartmentsTab,
  "departments",
  "sites",
);
const LicensesTab = lazyCard(
  async () => (await import("./licenses-tab.tsx")).LicensesTab,
  "licenses",
  "list",
);
const SecurityTab = lazyCard(
  async () => (await import("./security-tab.tsx")).SecurityTab,
  "security-checks",
  "organization-fields",
);
const UsersTab = lazyCard(
  async () => (await import("./users-tab.tsx")).UsersTab,
  "users",
  "people",
  "rights",
  "list",
);
const AiTab = lazyCard(
  async () => (await import("./ai-tab.tsx")).AiTab,
  "ai-organization",
  "ai-switches",
  "ai-labels",
);
const OperationsTab = lazyCard(
  async () => (await import("./operations-tab.tsx")).OperationsTab,
  "operations",
  "list",
);
const SettingsTab = lazyCard(
  async () => (await import("./settings-tab.tsx")).SettingsTab,
  "organization-fields",
);
const OrganizationTokens = lazyCard(
  async () => (await import("../../../features/org-tokens/list/organization-tokens.tsx")).OrganizationTokens,
  "client-tokens",
  "list",
);

export const startOrganizationData: StartData = (organizationId) =>
  void queryClient.prefetchQuery(organizationQuery(organizationId));

const tabs = [
  "details",
  "departments",
  "licences",
  "security",
  "users",
  "settings",
  "tokens",
  "ai",
  "operations",
  "audit",
] as const;
type Tab = (typeof tabs)[number];

function TabContent({ tab, organizationId }: { tab: Tab; organizationId: string }) {
  const isPlatform = useIsPlatform();
  switch (tab) {
    case "departments":
      return <DepartmentsTab organizationId={organizationId} />;
    case "licences":
      return <LicensesTab organizationId={organizationId} />;
    case "security":
      return <SecurityTab organizationId={organizationId} />;
    case "users":
      return <UsersTab organizationId={organizationId} />;
    case "settings":
      return <SettingsTab organizationId={organizationId} />;
    case "tokens":
      return <OrganizationTokens organizationId={organizationId} canRevokeOrganization={isPlatform} />;
    case "ai":
      return <AiTab organizationId={organizationId} />;
    case "operations":
      return <OperationsTab organizationId={organizationId} />;
    case "audit":
      return <AuditSection organizationId={organizationId} />;
    default:
      return <DetailsTab organizationId={organizationId} />;
  }
}

/** /organization: master data, people, settings and operations of the selected organization. */
export function OrganizationRoute() {
  const t = useTranslations("organization");
  const { tab: requestedTab } = useSearch({ from: "/signed-in/organization" });
  const name = useSession((session) => session.organization?.name);
  const canManageTokens = useSession((session) =>
    sessionHasRole(session, ["super_admin", "admin", "org_admin"]),
  );
  const canReadPeople = useSession((session) => sessionAllows(session, "users:read"));
  const canManagePeople = useSession((session) => sessionAllows(session, "users:write"));
  const canReadAi = useSession((session) => sessionAllows(session, "ai:read"));
  const canReadAudit = useCanReadAudit();
  const availableTabs = tabs.filter(
    (candidate) =>
      (candidate !== "tokens" || canManageTokens) &&
      (candidate !== "ai" || canReadAi) &&
      (candidate !== "users" || canReadPeople) &&
      (candidate !== "operations" || canManagePeople) &&
      (candidate !== "audit" || canReadAudit),
  );
  const tab = availableTabs.find((candidate) => candidate === requestedTab) ?? "details";
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <>
          <PageHeader title={t("title")} subtitle={name} />
          <Tabs
            className="mt-3"
            label={t("tabs")}
            items={availableTabs.map((availableTab) => ({
              key: availableTab,
              label: t(`tab.${availableTab}`),
              current: availableTab === tab,
              link: (props) => (
                <Link
                  to="/organization"
                  search={availableTab === "details" ? {} : { tab: availableTab }}
                  activeOptions={{ exact: true }}
                  {...props}
                />
              ),
            }))}
          />
          <div className="mt-4">
            <TabContent tab={tab} organizationId={organizationId} />
          </div>
        </>
      )}
    </OrganizationGate>
  );
}
