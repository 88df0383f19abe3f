import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { OrganizationGate } from "../organization-gate.tsx";
import { TenantUsage } from "./tenant-usage.tsx";
import { useOwnOrigins } from "./use-tenant-origins.tsx";

/** /tenant-usage: what the selected organization uses of its limits. */
export function TenantUsageRoute() {
  const t = useTranslations("limits");
  const { period } = useSearch({ from: "/signed-in/tenant-usage" });
  const navigate = useNavigate();
  const originOf = useOwnOrigins();
  return (
    <OrganizationGate title={t("usageTitle")}>
      {(organizationId) => (
        <>
          <PageHeader title={t("usageTitle")} subtitle={t("usageText")} />
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
            />
          </div>
        </>
      )}
    </OrganizationGate>
  );
}
