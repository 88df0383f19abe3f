import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { LimitSummary } from "../../../features/organizations/tenants/limit-summary.tsx";
import { tenantQuery } from "../../../features/organizations/tenants/tenants.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useOwnOrigins } from "../tenants/use-own-origins.tsx";

/** The plan of the organization and the usage of its limits, for its administrators. */
export function PlanAndLimits({ organization }: { organization: Organization }) {
  const t = useTranslations("limits");
  const originOf = useOwnOrigins();
  const canReadUsage = useHasPermission("usage:read");
  const canReadPlans = useHasPermission("billing:read");
  const query = useQuery(tenantQuery(organization.id));
  const { data, error } = query;
  if (data === undefined && error !== null)
    return (
      <Card>
        <QueryFallback query={query} failedTitle={t("failed")} />
      </Card>
    );
  return (
    <LimitSummary
      plan={organization.billing.plan}
      tenant={data}
      originOf={originOf}
      aside={
        <>
          {canReadUsage && (
            <Link to="/tenant-usage" search={{}} className={linkClass}>
              {t("toUsage")}
            </Link>
          )}
          {canReadPlans && (
            <Link to="/billing-subscription" className={`${linkClass} ml-2`}>
              {t("toPlans")}
            </Link>
          )}
        </>
      }
    />
  );
}
