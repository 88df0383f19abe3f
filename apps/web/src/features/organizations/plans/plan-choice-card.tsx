import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleSlash from "lucide-react/icons/circle-slash-2";
import CircleX from "lucide-react/icons/circle-x";
import { type ReactNode, useId } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { cx } from "../../../ui/cx.ts";
import { Badge } from "../../../ui/label/badge.tsx";
import { limitNames, ratioOf } from "../tenants/limits.ts";
import { limitsBelow, type OwnLimits, type PlanUse } from "./plan-use.ts";
import type { Term } from "./subscription.api.ts";
import type { Plan, TenantLimitName } from "../tenants/tenants.api.ts";
import { useLimitFormat } from "../tenants/use-limit-format.ts";
import { usePlanAmount } from "./use-plan-facts.ts";

interface PlanChoiceCardProps {
  plan: Plan;
  currency: string;
  /** The term whose price is shown. */
  term: Term;
  isCurrent: boolean;
  use: PlanUse;
  ownLimits: OwnLimits;
  /** AI costs of the month so far in the currency, or undefined until they are known. */
  aiCost: number | undefined;
  /** The button that chooses the plan. */
  children?: ReactNode;
}

function Fact({
  title,
  isBelow = false,
  children,
}: {
  title: string;
  isBelow?: boolean;
  children?: ReactNode;
}) {
  const Icon = isBelow ? CircleX : Check;
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        size={16}
        strokeWidth={2}
        className={cx("mt-0.5 shrink-0", isBelow ? "text-danger" : "text-success")}
        aria-hidden
      />
      <span className="min-w-0">
        <span className="block text-body font-strong text-text tabular-nums">{title}</span>
        {Boolean(children) && (
          <span className={cx("block text-small tabular-nums", isBelow ? "text-danger" : "text-text-2")}>
            {children}
          </span>
        )}
      </span>
    </li>
  );
}

/** Shows one plan with its price and limits, each compared with the usage of the organization. */
export function PlanChoiceCard({
  plan,
  currency,
  term,
  isCurrent,
  use,
  ownLimits,
  aiCost,
  children,
}: PlanChoiceCardProps) {
  const t = useTranslations("plan-choice");
  const words = useTranslations("limits");
  const format = useFormat();
  const limits = useLimitFormat();
  const priceOf = usePlanAmount();
  const titleId = useId();
  const planPrice = plan.prices.find((price) => price.currency === currency) ?? plan.prices[0];
  const isYearly = term === "year" && planPrice !== undefined && planPrice.yearly !== null;
  const price = isYearly
    ? format.money(planPrice.yearly ?? 0, planPrice.currency)
    : priceOf(plan.prices, currency);
  const includedMicros = plan.includedAi.find((candidate) => candidate.currency === currency)?.monthly ?? 0;
  const included = priceOf(plan.includedAi, currency);
  // Another plan can be chosen only if it has enough seats itself, whatever the own limit.
  const isTooSmall = !isCurrent && (use.maxUsers ?? 0) > plan.maxUsers;
  const { maxUsers: ownSeats, ...otherLimits } = ownLimits;
  const countedLimits: OwnLimits = isTooSmall ? otherLimits : ownLimits;
  const below = limitsBelow(plan, use, countedLimits);
  const comparisonOf = (name: TenantLimitName) => {
    const used = use[name];
    if (used === undefined) return undefined;
    const isBelow = below.includes(name);
    const limit = countedLimits[name] ?? plan[name];
    const values = {
      used: limits.amount(name, used),
      share: format.percent(ratioOf(used, limit)),
      count: Math.max(0, isBelow ? used - limit : limit - used),
    };
    return t(`${isBelow ? "below" : "within"}.${name}`, values);
  };
  const ownOf = (name: TenantLimitName) => {
    const limit = countedLimits[name];
    return (
      limit !== undefined && (
        <span className="block">{t("ownValue", { amount: limits.amount(name, limit) })}</span>
      )
    );
  };
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-w-0 flex-col rounded-r-3 border bg-surface p-5",
        isCurrent ? "border-accent" : "border-line",
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="text-section text-text">
          {words(`plan.${plan.name}`)}
        </h2>
        {isCurrent ? (
          <Badge tone="success" icon={CircleCheck}>
            {t("current")}
          </Badge>
        ) : (
          isTooSmall && (
            <Badge tone="neutral" icon={CircleSlash}>
              {t("tooSmall")}
            </Badge>
          )
        )}
      </div>
      {price !== null && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className="text-display text-text tabular-nums">{price}</span>
          {plan.prices.some(({ monthly }) => monthly > 0) && (
            <span className="text-dense text-text-2">{t(isYearly ? "perYear" : "perMonth")}</span>
          )}
        </p>
      )}
      <ul className="mt-4 grid gap-3">
        {limitNames.map((name) => (
          <Fact
            key={name}
            title={t(`limit.${name}`, {
              amount: name === "monthlyTokens" ? format.compact(plan[name]) : limits.amount(name, plan[name]),
            })}
            isBelow={below.includes(name)}
          >
            {ownOf(name)}
            {comparisonOf(name)}
            {name === "maxUsers" && isTooSmall && ownSeats !== undefined && (
              <span className="block">{t("ownNotCounted", { amount: limits.amount(name, ownSeats) })}</span>
            )}
          </Fact>
        ))}
        {included !== null && plan.includedAi.some(({ monthly }) => monthly > 0) && (
          <Fact title={t("includedAi", { amount: included })}>
            {aiCost !== undefined &&
              t(aiCost > includedMicros ? "aiBeyond" : "aiWithin", {
                used: format.money(aiCost, currency),
                beyond: format.money(Math.max(0, aiCost - includedMicros), currency),
              })}
          </Fact>
        )}
      </ul>
      {Boolean(children) && <div className="mt-auto pt-5">{children}</div>}
    </section>
  );
}
