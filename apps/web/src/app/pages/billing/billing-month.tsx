import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { quotaQuery } from "../../../entities/quota/quota.api.ts";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { CostsChartCard } from "../../../features/billing/month/costs-chart-card.tsx";
import { ForecastCard } from "../../../features/billing/month/forecast-card.tsx";
import { costMonths, monthBefore } from "../../../features/billing/month/month-bars.ts";
import { MonthCard } from "../../../features/billing/month/month-card.tsx";
import { monthCosts } from "../../../features/billing/month/month-costs.ts";
import { PaymentCard } from "../../../features/billing/payment/payment-card.tsx";
import { pastMonthsQuery } from "../../../entities/quota/cost-months.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

// The dialog is loaded lazily, because most users only read.
const QuotaDialog = lazyDialog(
  async () => (await import("../../../features/usage/quota/quota-dialog.tsx")).QuotaDialog,
  "quota",
  "usage",
);

const monthCount = 12;

/** Costs of the month, their payment, and the AI costs of previous months. */
export function BillingMonth({ organizationId }: { organizationId: string }) {
  const t = useTranslations("billing");
  const canChange = useHasPermission("billing:write");
  const today = useToday();
  const account = useQuery(organizationBillingQuery(organizationId));
  const quota = useQuery(quotaQuery(organizationId));
  const months = useQuery(pastMonthsQuery(organizationId, account.data?.billing.ai.month.from ?? today));
  const [isEditing, setEditing] = useState(false);
  if (account.data === undefined || quota.data === undefined || months.data === undefined)
    return (
      <QueryFallback query={[account, quota, months]} failedTitle={t("failed")}>
        <SkeletonGroup label={t("loading")} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {[1, 2, 3].map((card) => (
            <SkeletonCard key={card} rows={3} className="min-h-72 xl:min-h-[28rem]" />
          ))}
        </SkeletonGroup>
      </QueryFallback>
    );
  const { billing, profile } = account.data;
  const { currency, ai } = billing;
  const costs = monthCosts(billing, today);
  const visibleMonths = costMonths(months.data, quota.data, billing, monthCount);
  const before = monthBefore(ai.month.from, 1);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2 xl:min-h-[28rem] xl:grid-cols-[1.25fr_1fr_1.15fr]">
        <MonthCard
          billing={billing}
          costs={costs}
          previousAiCosts={visibleMonths.find(({ month }) => month === before)}
        />
        <ForecastCard
          billing={billing}
          costs={costs}
          quota={quota.data}
          onBudget={canChange ? () => setEditing(true) : undefined}
        />
        <PaymentCard organizationId={organizationId} currency={currency} profile={profile} />
      </div>
      {visibleMonths.length > 1 && (
        <CostsChartCard
          months={visibleMonths}
          currency={currency}
          forecast={costs.forecast?.ai ?? null}
          budget={quota.data.limitMicros}
        />
      )}
      {isEditing && (
        <QuotaDialog
          organizationId={organizationId}
          quota={quota.data}
          target="organization"
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
