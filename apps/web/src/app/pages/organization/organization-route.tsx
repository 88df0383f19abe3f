import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { notify } from "../../../features/notifications/notifications.actions.ts";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { sessionAllows, sessionHasRole } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { PageHead } from "../../../ui/page-head.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useIsPlatform } from "../../shell/use-principal.ts";
import { PracticeGate } from "../practice-gate.tsx";
import { AuditSection } from "../audit-section.tsx";
import { useReadsAudit } from "../use-reads-audit.ts";
import { DetailsTab } from "./details-tab.tsx";
import { TabSkeleton } from "./tab-skeleton.tsx";

const DepartmentsTab = lazy(async () => {
  const [{ DepartmentsTab: Part }] = await Promise.all([
    import("./departments-tab.tsx"),
    ensureMessages("departments", "sites"),
  ]);
  return { default: Part };
});
const LicencesTab = lazy(async () => {
  const [{ LicencesTab: Part }] = await Promise.all([
    import("./licences-tab.tsx"),
    ensureMessages("licences"),
  ]);
  return { default: Part };
});
const SecurityTab = lazy(async () => {
  const [{ SecurityTab: Part }] = await Promise.all([
    import("./security-tab.tsx"),
    ensureMessages("security-checks", "practice-fields"),
  ]);
  return { default: Part };
});
const UsersTab = lazy(async () => {
  const [{ UsersTab: Part }] = await Promise.all([
    import("./users-tab.tsx"),
    ensureMessages("users", "people"),
  ]);
  return { default: Part };
});
const AiTab = lazy(async () => {
  const [{ AiTab: Part }] = await Promise.all([
    import("./ai-tab.tsx"),
    ensureMessages("ai-practice", "ai-switches", "ai-words"),
  ]);
  return { default: Part };
});
const OperationsTab = lazy(async () => {
  const [{ OperationsTab: Part }] = await Promise.all([
    import("./operations-tab.tsx"),
    ensureMessages("operations"),
  ]);
  return { default: Part };
});
const SettingsTab = lazy(async () => {
  const [{ SettingsTab: Part }] = await Promise.all([
    import("./settings-tab.tsx"),
    ensureMessages("practice-fields"),
  ]);
  return { default: Part };
});
const PracticeTokens = lazy(async () => {
  const [{ PracticeTokens: Part }] = await Promise.all([
    import("../../../features/org-tokens/practice-tokens.tsx"),
    ensureMessages("client-tokens"),
  ]);
  return { default: Part };
});

const tell = (message: string) => void notify({ type: "success", message });

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
      return <DepartmentsTab organizationId={organizationId} tell={tell} />;
    case "licences":
      return <LicencesTab organizationId={organizationId} />;
    case "security":
      return <SecurityTab organizationId={organizationId} />;
    case "users":
      return <UsersTab organizationId={organizationId} />;
    case "settings":
      return <SettingsTab organizationId={organizationId} tell={tell} />;
    case "tokens":
      return <PracticeTokens organizationId={organizationId} mayRevokePractice={isPlatform} tell={tell} />;
    case "ai":
      return <AiTab organizationId={organizationId} tell={tell} />;
    case "operations":
      return <OperationsTab organizationId={organizationId} tell={tell} />;
    case "audit":
      return <AuditSection organizationId={organizationId} />;
    default:
      return <DetailsTab organizationId={organizationId} tell={tell} />;
  }
}

/** /organization: everything that concerns the selected organization as a whole. */
export function OrganizationRoute() {
  const t = useTranslations("organization");
  const { tab: wanted } = useSearch({ from: "/signed-in/organization" });
  const name = useSession((session) => session.organization?.name);
  const managesTokens = useSession((session) =>
    sessionHasRole(session, ["super_admin", "admin", "org_admin"]),
  );
  const readsPeople = useSession((session) => sessionAllows(session, "users:read"));
  const managesPeople = useSession((session) => sessionAllows(session, "users:write"));
  const readsAi = useSession((session) => sessionAllows(session, "ai:read"));
  const readsAudit = useReadsAudit();
  const offered = tabs.filter(
    (each) =>
      (each !== "tokens" || managesTokens) &&
      (each !== "ai" || readsAi) &&
      (each !== "users" || readsPeople) &&
      (each !== "operations" || managesPeople) &&
      (each !== "audit" || readsAudit),
  );
  const tab = offered.find((each) => each === wanted) ?? "details";
  return (
    <PracticeGate title={t("title")}>
      {(organizationId) => (
        <>
          <PageHead title={t("title")} fact={name} />
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
    </PracticeGate>
  );
}
