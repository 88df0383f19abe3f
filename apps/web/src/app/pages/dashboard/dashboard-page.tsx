import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import UserPlus from "lucide-react/icons/user-plus";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { dashboardQuery } from "../../../entities/organization/organization.api.ts";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { LazyOrganizationList } from "../../../features/organizations/lazy-organization-list.ts";
import { useCanViewSecurity } from "../../../features/users/use-can-view-security.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useIsReadOnly } from "../../../platform/forms/write-block.tsx";
import { lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { useDeniedPath } from "../../../platform/navigation/use-denied-path.ts";
import { sessionAllows, sessionHasRole, useHasPermission } from "../../../platform/session/session-access.ts";
import { sessionStore, useSession } from "../../../platform/session/session.store.ts";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { queryClient } from "../../providers/query-client.ts";
import type { StartData } from "../../router/page-loader.ts";
import { useChooseOrganization } from "../../shell/navigation/use-choose-organization.ts";
import { useIsPlatform } from "../../shell/user/use-principal.ts";
import { PlatformTotals } from "./platform-totals.tsx";
import { OrganizationDashboard } from "./organization-dashboard.tsx";
import { QuickActions } from "./quick-actions.tsx";

const UnreachableNotice = lazyPart(
  async () => (await import("../../../features/legacy/unreachable-notice.tsx")).UnreachableNotice,
  "legacy",
);

const DeniedNotice = lazyPart(async () => (await import("./denied-notice.tsx")).DeniedNotice);

// This start page is for users without administration rights.
const PersonalStart = lazyPart(
  async () => (await import("./personal-start.tsx")).PersonalStart,
  "personal-start",
  "notifications",
);

/** Dashboard of a platform user without a selected organization: all organizations and quick actions. */
function PlatformDashboard() {
  const t = useTranslations("dashboard");
  const canList = useHasPermission("organizations:read");
  const choose = useChooseOrganization();
  const platform = useIsPlatform();
  const canReadTotals = useSession((session) => sessionHasRole(session, ["super_admin"]));
  return (
    <div className="mt-4 grid gap-4">
      {canReadTotals && <PlatformTotals />}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px]">
        {canList && (
          <Card title={t("platform.list")} description={t("platform.subtitle")}>
            <LazyOrganizationList
              currentId={null}
              searchable={platform}
              wide
              onChoose={(chosen) => void choose(chosen)}
            />
          </Card>
        )}
        <QuickActions statistics={undefined} />
      </div>
    </div>
  );
}

export const startDashboardData: StartData = (organizationId) => {
  const session = sessionStore.getState();
  if (sessionAllows(session, "users:read"))
    void queryClient.prefetchQuery(userStatisticsQuery(organizationId));
  if (sessionAllows(session, "organizations:read"))
    void queryClient.prefetchQuery(dashboardQuery(organizationId));
};

/** The dashboard: the current state of the organization and the actions that follow from it. */
export function DashboardPage() {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const organization = useSession((session) => session.organization);
  const canViewSecurity = useCanViewSecurity();
  const isReadOnly = useIsReadOnly();
  const canAdd = useHasPermission("users:write") && organization !== null && !isReadOnly;
  const [today] = useState(() => Date.now());
  const { classic } = useSearch({ from: "/signed-in/dashboard" });
  const deniedPath = useDeniedPath();
  const navigate = useNavigate();
  return (
    <>
      {deniedPath !== undefined && <DeniedNotice key={deniedPath} path={deniedPath} />}
      {classic === "unreachable" && <UnreachableNotice onRetry={() => void navigate({ to: "/legacy" })} />}
      <PageHeader
        title={t("title")}
        subtitle={<time>{format.dateLong(today)}</time>}
        actions={
          canAdd && (
            <Link to="/users" search={{ create: "person" }} className={buttonClass({ variant: "primary" })}>
              <UserPlus size={18} strokeWidth={1.75} aria-hidden />
              {t("actions.add")}
            </Link>
          )
        }
      />
      {organization === null ? (
        <PlatformDashboard />
      ) : (
        <>
          {!canViewSecurity && <PersonalStart key={organization.id} organizationId={organization.id} />}
          <OrganizationDashboard key={organization.id} organizationId={organization.id} />
        </>
      )}
    </>
  );
}
