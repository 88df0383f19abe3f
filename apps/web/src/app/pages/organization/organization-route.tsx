import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { notify } from "../../../features/notifications/notifications.actions.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { sessionAllows, sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useIsPlatform } from "../../shell/use-principal.ts";
import { OrganizationGate } from "../organization-gate.tsx";
import { AuditSection } from "../audit-section.tsx";
import { useCanReadAudit } from "../use-can-read-audit.ts";
import { DetailsTab } from "./details-tab.tsx";
import { TabSkeleton } from "./tab-skeleton.tsx";

const DepartmentsTab = lazy(async () => {
  const [{ DepartmentsTab: Component }] = await Promise.all([
    import("./departments-tab.tsx"),
    ensureMessages("departments", "sites"),
  ]);
  return { default: Component };
});
const LicencesTab = lazy(async () => {
  const [{ LicencesTab: Component }] = await Promise.all([
    import("./licences-tab.tsx"),
    ensureMessages("licences"),
  ]);
  return { default: Component };
});
const SecurityTab = lazy(async () => {
  const [{ SecurityTab: Component }] = await Promise.all([
    import("./security-tab.tsx"),
    ensureMessages("security-checks", "practice-fields"),
  ]);
  return { default: Component };
});
const UsersTab = lazy(async () => {
  const [{ UsersTab: Component }] = await Promise.all([
    import("./users-tab.tsx"),
    ensureMessages("users", "people"),
  ]);
  return { default: Component };
});
const AiTab = lazy(async () => {
  const [{ AiTab: Component }] = await Promise.all([
    import("./ai-tab.tsx"),
    ensureMessages("ai-practice", "ai-switches", "ai-words"),
  ]);
  return { default: Component };
});
const OperationsTab = lazy(async () => {
  const [{ OperationsTab: Component }] = await Promise.all([
    import("./operations-tab.tsx"),
    ensureMessages("operations"),
  ]);
  return { default: Component };
});
const SettingsTab = lazy(async () => {
  const [{ SettingsTab: Component }] = await Promise.all([
    import("./settings-tab.tsx"),
    ensureMessages("practice-fields"),
  ]);
  return { default: Component };
});
const OrganizationTokens = lazy(async () => {
  const [{ OrganizationTokens: Component }] = await Promise.all([
    import("../../../features/org-tokens/organization-tokens.tsx"),
    ensureMessages("client-tokens"),
  ]);
  return { default: Component };
});

const notifySuccess = (message: string) => void notify({ type: "success", message });

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

function Opened({ tab, organizationId }: { tab: Tab; organizationId: string }) {
  const isPlatform = useIsPlatform();
  switch (tab) {
    case "departments":
      return <DepartmentsTab organizationId={organizationId} notify={notifySuccess} />;
    case "licences":
      return <LicencesTab organizationId={organizationId} />;
    case "security":
      return <SecurityTab organizationId={organizationId} />;
    case "users":
      return <UsersTab organizationId={organizationId} />;
    case "settings":
      return <SettingsTab organizationId={organizationId} notify={notifySuccess} />;
    case "tokens":
      return (
        <OrganizationTokens
          organizationId={organizationId}
          canRevokeOrganization={isPlatform}
          notify={notifySuccess}
        />
      );
    case "ai":
      return <AiTab organizationId={organizationId} notify={notifySuccess} />;
    case "operations":
      return <OperationsTab organizationId={organizationId} notify={notifySuccess} />;
    case "audit":
      return <AuditSection organizationId={organizationId} />;
    default:
      return <DetailsTab organizationId={organizationId} notify={notifySuccess} />;
  }
}

/** /organization: everything that concerns the selected organization as a whole. */
export function OrganizationRoute() {
  const t = useTranslations("organization");
  const { tab: requestedTab } = useSearch({ from: "/signed-in/organization" });
  const name = useSession((session) => session.organization?.name);
  const managesTokens = useSession((session) =>
    sessionHasRole(session, ["super_admin", "admin", "org_admin"]),
  );
  const canReadPeople = useSession((session) => sessionAllows(session, "users:read"));
  const canManagePeople = useSession((session) => sessionAllows(session, "users:write"));
  const canReadAi = useSession((session) => sessionAllows(session, "ai:read"));
  const canReadAudit = useCanReadAudit();
  const offered = tabs.filter(
    (each) =>
      (each !== "tokens" || managesTokens) &&
      (each !== "ai" || canReadAi) &&
      (each !== "users" || canReadPeople) &&
      (each !== "operations" || canManagePeople) &&
      (each !== "audit" || canReadAudit),
  );
  const tab = offered.find((each) => each === requestedTab) ?? "details";
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <>
          <PageHeader title={t("title")} subtitle={name} />
          <Tabs
            className="mt-3"
            label={t("tabs")}
            items={offered.map((each) => ({
              key: each,
              label: t(`tab.${each}`),
              current: each === tab,
              link: (props) => (
                <Link
                  to="/organization"
                  search={each === "details" ? {} : { tab: each }}
                  activeOptions={{ exact: true }}
                  {...props}
                />
              ),
            }))}
          />
          <div className="mt-4">
            <Suspense key={tab} fallback={<TabSkeleton />}>
              <Opened tab={tab} organizationId={organizationId} />
            </Suspense>
          </div>
        </>
      )}
    </OrganizationGate>
  );
}
