import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { quotaQuery } from "../../../entities/quota/quota.api.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { BudgetMeters, QuotaBadge } from "../quota/quota-state.tsx";
import { personUsageQuery } from "../usage.api.ts";
import { useAmounts } from "../use-amounts.ts";

/** Shows the user's own AI usage of this month and the remaining amount. */
export function OwnUsageCard({ organizationId, userId }: { organizationId: string; userId: string }) {
  const t = useTranslations("usage");
  const { data: usage } = useQuery(personUsageQuery(organizationId, userId, "current"));
  const { data: quota } = useQuery(quotaQuery(organizationId));
  const amounts = useAmounts(usage?.currency ?? "EUR");
  if (usage === undefined || quota === undefined) return null;
  const { own } = quota;
  const isLimited = own.limit !== null || own.limitMicros !== null;
  return (
    <Card title={t("own.title")} aside={isLimited && <QuotaBadge state={own.state} />}>
      <p className="mb-3 text-dense text-text-2 tabular-nums">
        {usage.total === 0
          ? t("own.none")
          : t("own.summary", {
              requests: amounts.amount(usage.total, "requests"),
              cost: amounts.money(usage.totals.costMicros),
            })}
      </p>
      {isLimited ? (
        <BudgetMeters budget={own} currency={quota.currency} />
      ) : (
        <p className="text-dense text-text-2">{t("own.noLimit")}</p>
      )}
    </Card>
  );
}
