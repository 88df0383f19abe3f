import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { audioTokensPerSecond } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { BudgetMeters, QuotaBadge } from "./quota-state.tsx";
import { useAmounts } from "../use-amounts.ts";

export interface QuotaCardProps {
  quota: Quota;
  /** Opens the form. Absent without the permission to change limits. */
  onEdit?: (() => void) | undefined;
}

/** Shows the organization's quota of this month, its remaining amount, and the limit of the plan. */
export function QuotaCard({ quota, onEdit }: QuotaCardProps) {
  const t = useTranslations("quota");
  const format = useFormat();
  const amounts = useAmounts(quota.currency);
  const plan = { amount: format.number(quota.planLimit) };
  const isLimited = quota.limit !== null || quota.limitMicros !== null;
  return (
    <Card
      title={t("title")}
      description={amounts.month(quota.startDate)}
      aside={
        <>
          {isLimited && <QuotaBadge state={quota.state} />}
          {onEdit && (
            <WriteButton size="small" onClick={onEdit}>
              {t("edit")}
            </WriteButton>
          )}
        </>
      }
    >
      {isLimited ? (
        <>
          <BudgetMeters budget={quota} currency={quota.currency} />
          <p className="mt-3 text-small text-text-2">
            {t(quota.state === "reached" ? "stopped" : "thresholds")}
            {quota.limit !== null && <> {t("dictation", { count: audioTokensPerSecond })}</>}
          </p>
          <p className="mt-1 text-small text-text-2">
            {t(quota.limit !== null && quota.limit <= quota.planLimit ? "plan.larger" : "plan.smaller", plan)}
          </p>
        </>
      ) : (
        <p className="text-dense text-text-2">{t("none", plan)}</p>
      )}
    </Card>
  );
}
