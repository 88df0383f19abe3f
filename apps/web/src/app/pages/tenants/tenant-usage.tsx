import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LimitsCard, LimitsSkeleton } from "../../../features/organizations/tenants/limits-card.tsx";
import type { OriginOf } from "../../../features/organizations/tenants/limits.ts";
import { type AppliedLimits, tenantUsageQuery } from "../../../features/organizations/tenants/tenants.api.ts";
import { type UsagePeriod, usagePeriods } from "../../../features/organizations/tenants/usage-period.ts";
import { TokenDaysCard } from "../../../features/usage/chart/token-days-card.tsx";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";

export interface TenantUsageProps {
  organizationId: string;
  period: UsagePeriod;
  onPeriod: (period: UsagePeriod) => void;
  originOf: OriginOf;
  /** Renders a hint on how to raise the limits. */
  renderHint?: (limits: AppliedLimits) => ReactNode;
}

/** Switches between the last days and the year. */
export function UsagePeriodSwitch({ period, onPeriod }: Pick<TenantUsageProps, "period" | "onPeriod">) {
  const t = useTranslations("limits");
  return (
    <SegmentedControl
      label={t("period.label")}
      segments={usagePeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
      value={period}
      onChange={onPeriod}
    />
  );
}

/** Shows the usage of an organization's limits, and its AI usage over time. */
export function TenantUsage({ organizationId, period, onPeriod, originOf, renderHint }: TenantUsageProps) {
  const t = useTranslations("limits");
  const query = useQuery(tenantUsageQuery(organizationId, period));
  const { data } = query;
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("failed")}>
        <SkeletonGroup label={t("loading")} className="grid gap-4">
          <LimitsSkeleton />
          <div className="min-w-0 rounded-r-3 border border-line bg-surface p-5">
            <Skeleton className="my-1 h-4 w-40" />
            <Skeleton className="mt-8 h-56" />
          </div>
        </SkeletonGroup>
      </QueryFallback>
    );
  return (
    <div className="grid gap-4">
      <LimitsCard
        title={t("title")}
        usage={data}
        limits={data.limits}
        storage={data.storage}
        originOf={originOf}
        footer={renderHint?.(data.limits)}
      />
      <TokenDaysCard days={data.days}>
        <UsagePeriodSwitch period={period} onPeriod={onPeriod} />
      </TokenDaysCard>
    </div>
  );
}
