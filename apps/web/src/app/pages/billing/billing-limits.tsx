import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useOwnUse } from "../../../features/organizations/plans/use-own-use.ts";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { LimitSummary } from "../../../features/organizations/tenants/limit-summary.tsx";
import { limitNames } from "../../../features/organizations/tenants/limits.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useOwnOrigins } from "../tenants/use-own-origins.tsx";

/** Usage of the organization's limits this month. Contains only the limits that the user may see. */
export function BillingLimits({ organizationId }: { organizationId: string }) {
  const t = useTranslations("limits");
  const originOf = useOwnOrigins();
  const canReadUsage = useHasPermission("usage:read");
  const { data: account, isError } = useQuery(organizationBillingQuery(organizationId));
  const use = useOwnUse(organizationId);
  // The page reports the failure.
  if (account === undefined) return isError ? null : <SkeletonCard rows={1} className="h-[169px]" />;
  const { billing, limits } = account;
  const names = use === undefined ? limitNames : limitNames.filter((name) => use[name] !== undefined);
  if (names.length === 0) return null;
  const usage = use && {
    currentUsers: use.maxUsers ?? 0,
    tokensUsed: use.monthlyTokens ?? 0,
    storageUsedGB: use.storageGB ?? 0,
  };
  return (
    <LimitSummary
      plan={billing.plan}
      names={names}
      tenant={usage && { usage, limits }}
      originOf={originOf}
      aside={
        canReadUsage && (
          <Link to="/tenant-usage" search={{}} className={linkClass}>
            {t("toUsage")}
          </Link>
        )
      }
    />
  );
}
