import type { QuotaBudget, QuotaState } from "@praxisportal/contract/billing/billing.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Meter } from "../../../ui/chart/meter.tsx";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import { useAmounts } from "../use-amounts.ts";
import { Dot } from "../../../ui/label/dotted.tsx";

const meanings = { free: "ok", near: "warning", reached: "blocked" } as const satisfies Record<
  QuotaState,
  StatusMeaning
>;

export function QuotaBadge({ state }: { state: QuotaState }) {
  const t = useTranslations("quota");
  return <StatusBadge meaning={meanings[state]}>{t(`state.${state}`)}</StatusBadge>;
}

interface LimitProps {
  label: string;
  limit: number;
  used: number;
  held: number;
  left: number;
  /** Formats a value of this limit. */
  amount: (value: number) => string;
  /** Formats the used value if the limit that follows it shows the unit. `amount` by default. */
  plain?: (value: number) => string;
  /** Shows only the remaining amount below the meter. */
  isCompact: boolean;
}

/** Shows the used, held and remaining amount of one limit. */
function LimitMeter({ label, limit, used, held, left, amount, plain = amount, isCompact }: LimitProps) {
  const t = useTranslations("quota");
  const format = useFormat();
  const ratio = limit === 0 ? 1 : (used + held) / limit;
  const spent = t("spent", { used: plain(used), limit: amount(limit) });
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-dense tabular-nums">
        <span className="text-text">{label}</span>
        <span className="text-text-2">
          <span className="font-strong text-text">
            {held > 0 ? t("withHeld", { percent: format.percent(ratio) }) : format.percent(ratio)}
          </span>
          <Dot />
          {spent}
        </span>
      </p>
      <Meter className="mt-1.5" label={label} valueText={spent} ratio={ratio} limitMark />
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-small text-text-3 tabular-nums">
        {!isCompact && <span>{t("held", { amount: amount(held) })}</span>}
        <span>{t("left", { amount: amount(left) })}</span>
      </p>
    </div>
  );
}

interface BudgetMetersProps {
  budget: QuotaBudget;
  currency: string;
  /** Shows the meters side by side and without repeated texts, for lists. */
  isCompact?: boolean;
}

/** Shows the meters of a budget. Each limit has one meter. */
export function BudgetMeters({ budget, currency, isCompact = false }: BudgetMetersProps) {
  const t = useTranslations("quota");
  const amounts = useAmounts(currency);
  const format = useFormat();
  const { limit, left, limitMicros, leftMicros } = budget;
  return (
    <div className={isCompact ? "grid gap-x-6 gap-y-2 sm:grid-cols-2" : "grid gap-3"}>
      {limit !== null && left !== null && (
        <LimitMeter
          label={t("units")}
          limit={limit}
          used={budget.used}
          held={budget.held}
          left={left}
          amount={(value) => amounts.amount(value, "units")}
          plain={(value) => format.number(value)}
          isCompact={isCompact}
        />
      )}
      {limitMicros !== null && leftMicros !== null && (
        <LimitMeter
          label={t("money")}
          limit={limitMicros}
          used={budget.usedMicros}
          held={budget.heldMicros}
          left={leftMicros}
          amount={amounts.money}
          isCompact={isCompact}
        />
      )}
      {!isCompact && limit !== null && limitMicros !== null && (
        <p className="text-small text-text-3">{t("smaller")}</p>
      )}
    </div>
  );
}
