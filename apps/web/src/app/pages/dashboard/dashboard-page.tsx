import { Link } from "@tanstack/react-router";
import UserPlus from "lucide-react/icons/user-plus";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { PracticeList } from "../../../features/organizations/practice-list.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { sessionHasRole, useMay } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { buttonClass } from "../../../ui/button-style.ts";
import { Card } from "../../../ui/card.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { useChoosePractice } from "../../shell/use-choose-practice.ts";
import { useIsPlatform } from "../../shell/use-principal.ts";
import { PlatformTotals } from "./platform-totals.tsx";
import { PracticeDashboard } from "./practice-dashboard.tsx";
import { QuickActions } from "./quick-actions.tsx";

/** For a platform user without a selected organization: all organizations and their own matters. */
function PlatformDashboard() {
  const t = useTranslations("dashboard");
  const mayList = useMay("organizations:read");
  const choose = useChoosePractice();
  const platform = useIsPlatform();
  const mayTotals = useSession((session) => sessionHasRole(session, ["super_admin"]));
  return (
    <div className="mt-4 grid gap-4">
      {mayTotals && <PlatformTotals />}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_320px]">
        {mayList && (
          <Card title={t("platform.list")} description={t("platform.fact")}>
            <PracticeList
              currentId={null}
              searchable={platform}
              wide
              onChoose={(practice) => void choose(practice)}
            />
          </Card>
        )}
        <QuickActions statistics={undefined} />
      </div>
    </div>
  );
}

/** The dashboard: the current state of the organization and the actions that follow from it. */
export function DashboardPage() {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const organization = useSession((session) => session.organization);
  const mayAdd = useMay("users:write") && organization !== null;
  const [today] = useState(() => Date.now());
  return (
    <>
      <PageHead
        title={t("title")}
        fact={<time>{format.dateLong(today)}</time>}
        actions={
          mayAdd && (
            <Link to="/users" search={{ create: "person" }} className={buttonClass({ kind: "primary" })}>
              <UserPlus size={18} strokeWidth={1.75} aria-hidden />
              {t("actions.add")}
            </Link>
          )
        }
      />
      {organization === null ? (
        <PlatformDashboard />
      ) : (
        <PracticeDashboard key={organization.id} organizationId={organization.id} />
      )}
    </>
  );
}
