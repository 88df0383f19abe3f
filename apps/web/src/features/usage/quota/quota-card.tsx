import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { audioTokensPerSecond } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { BudgetMeters, QuotaBadge } from "./quota-state.tsx";
import { useAmounts } from "../use-amounts.ts";

export interface QuotaCardProps {
  quota: Quota;
  /** Opens the form; absent without the permission to change limits. */
  onEdit?: (() => void) | undefined;
}

/** The organization's quota of this month and what is left. */
export function QuotaCard({ quota, onEdit }: QuotaCardProps) {
  const t = useTranslations("quota");
  const amounts = useAmounts(quota.currency);
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
        </>
      ) : (
        <p className="text-dense text-text-2">{t("none")}</p>
      )}
    </Card>
  );
}
