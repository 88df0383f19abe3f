import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { type AppliedLimits, tenantUsageQuery } from "../../../features/organizations/tenants/tenants.api.ts";
import { PrintHeading } from "../../../platform/print/print-heading.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { OrganizationGate } from "../organization-gate.tsx";
import { TenantUsage, type TenantUsageProps } from "./tenant-usage.tsx";
import { useOwnOrigins } from "./use-own-origins.tsx";
import { tenantUsageSearch } from "../../../features/organizations/tenants/usage-period.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartData } from "../../router/page-loader.ts";

function UsagePrintHeading({ organizationId, period }: Pick<TenantUsageProps, "organizationId" | "period">) {
  const t = useTranslations("limits");
  const { dataUpdatedAt } = useQuery(tenantUsageQuery(organizationId, period));
  return <PrintHeading title={t("usageTitle")} lines={[t(`period.${period}`)]} loadedAt={dataUpdatedAt} />;
}

/** Hint on how to raise the limits, for members who may open the plans. */
function RaiseLimitsHint({ limits: { sources } }: { limits: AppliedLimits }) {
  const t = useTranslations("limits");
  const canReadPlans = useHasPermission("billing:read");
  const hasOwn = Object.values(sources).includes("override");
  return (
    <p className="text-small text-text-2">
      {t("more")} {hasOwn && t("ownValues")}{" "}
      {canReadPlans && (
        <Link to="/billing-subscription" className={linkClass}>
          {t("toPlans")}
        </Link>
      )}
    </p>
  );
}

export const startTenantUsageData: StartData = (organizationId, _params, search) =>
  void queryClient.prefetchQuery(tenantUsageQuery(organizationId, tenantUsageSearch(search).period ?? "30d"));

/** /tenant-usage: usage of the selected organization's limits. */
export function TenantUsageRoute() {
  const t = useTranslations("limits");
  const { period } = useSearch({ from: "/signed-in/tenant-usage" });
  const navigate = useNavigate();
  const originOf = useOwnOrigins();
  return (
    <OrganizationGate title={t("usageTitle")}>
      {(organizationId) => (
        <>
          <div className="print:hidden">
            <PageHeader title={t("usageTitle")} subtitle={t("usageText")} />
          </div>
          <UsagePrintHeading organizationId={organizationId} period={period ?? "30d"} />
          <div className="mt-4">
            <TenantUsage
              organizationId={organizationId}
              period={period ?? "30d"}
              onPeriod={(next) =>
                void navigate({
                  to: "/tenant-usage",
                  search: next === "30d" ? {} : { period: next },
                  resetScroll: false,
                })
              }
              originOf={originOf}
              renderHint={(limits) => <RaiseLimitsHint limits={limits} />}
            />
          </div>
        </>
      )}
    </OrganizationGate>
  );
}
