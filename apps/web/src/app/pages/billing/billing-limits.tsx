import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useOwnUse } from "../../../features/organizations/plans/use-own-use.ts";
import { billingQuery } from "../../../features/organizations/plans/subscription.api.ts";
import { LimitSummary } from "../../../features/organizations/tenants/limit-summary.tsx";
import { limitNames } from "../../../features/organizations/tenants/limits.ts";
import { limitsQuery } from "../../../features/organizations/tenants/tenants.api.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useOwnOrigins } from "../tenants/use-tenant-origins.tsx";

/** What the organization uses of its limits this month, as far as the user may know. */
export function BillingLimits({ organizationId }: { organizationId: string }) {
  const t = useTranslations("limits");
  const originOf = useOwnOrigins();
  const canReadUsage = useHasPermission("usage:read");
  const { data: billing, isError: billingFailed } = useQuery(billingQuery(organizationId));
  const { data: limits, isError } = useQuery(limitsQuery(organizationId));
  const use = useOwnUse(organizationId);
  // The page reports a failure of the billing itself.
  if (isError && limits === undefined) return null;
  if (billing === undefined) return billingFailed ? null : <Skeleton className="h-[169px] w-full" />;
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
      tenant={usage && limits && { usage, limits }}
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
