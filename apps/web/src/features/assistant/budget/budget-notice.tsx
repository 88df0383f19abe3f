import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { useAmount } from "./budget-meters.tsx";
import { budgetView, isUnreleased, nextBudgetDay } from "./budget-view.ts";

interface BudgetNoticeProps {
  quota: Quota;
  /** A link to raise the budget, or null without the permission. */
  action: ReactNode;
}

/** Returns whether a budget is used up, so that no call is possible. */
export function isBudgetReached({ own, state }: Quota): boolean {
  return own.state === "reached" || state === "reached";
}

/**
 * Warns if a budget is zero, nearly used or fully used, with the user's own budget first. Renders nothing otherwise.
 */
export function BudgetNotice({ quota, action }: BudgetNoticeProps) {
  const t = useTranslations("assistant");
  const format = useFormat();
  const amount = useAmount(quota.currency);
  const budgets = [["own", quota.own] as const, ["organization", quota] as const];
  const reached = budgets.find(([, { state }]) => state === "reached");
  const near = budgets.find(([, { state }]) => state === "near");
  if (isUnreleased(quota.own)) {
    return (
      <ErrorBox persistent variant="info" title={t("budget.none")} action={action}>
        {t("budget.noneText")}
      </ErrorBox>
    );
  }
  if (reached !== undefined) {
    const date = format.calendar.date(nextBudgetDay(quota.endDate));
    return (
      <ErrorBox persistent title={t(`budget.reached.${reached[0]}`)} action={action}>
        {t("budget.reachedText", { date })}
      </ErrorBox>
    );
  }
  if (near === undefined) return null;
  const view = budgetView(near[1]);
  return (
    <p role="status" className="flex gap-2 text-dense text-warning">
      <TriangleAlert size={16} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
      <span>{t(`budget.near.${near[0]}`, { left: view.left === null ? "" : amount(view, view.left) })}</span>
    </p>
  );
}
