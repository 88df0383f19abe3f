import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { AlwaysWritable, WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { PlanChoiceCard } from "./plan-choice-card.tsx";
import { PlansSkeleton } from "./plans-skeleton.tsx";
import { PlannedPlan } from "./planned-plan.tsx";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import type { ChosenPlan, Term } from "./subscription.api.ts";
import { ownLimitsOf } from "./plan-use.ts";
import { useOwnUse } from "./use-own-use.ts";
import { type Plan, plansQuery } from "../tenants/tenants.api.ts";

const PlanChangeDialog = lazyDialog(async () => (await import("./plan-change-dialog.tsx")).PlanChangeDialog);

type ChoosablePlan = Plan & { readonly name: ChosenPlan };

/** Returns whether the plan can be chosen. The plan of new organizations cannot. */
const isChoosable = (plan: Plan): plan is ChoosablePlan => plan.name !== "starter";

/** Returns whether a plan has a yearly price. A plan without any price has no term to choose. */
const isSoldByYear = ({ prices }: Plan, currency: string) =>
  (prices.find((price) => price.currency === currency) ?? prices[0])?.yearly !== null;

/** Compares the plan of an organization with the other plans, and changes it after a confirmation. */
export function PlanChoice({ organizationId }: { organizationId: string }) {
  const t = useTranslations("plan-choice");
  const words = useTranslations("limits");
  const format = useFormat();
  const canChange = useHasPermission("billing:write");
  const plans = useQuery(plansQuery());
  const organization = useQuery(organizationQuery(organizationId));
  const use = useOwnUse(organizationId);
  const account = useQuery(organizationBillingQuery(organizationId));
  const billed = account.data?.billing;
  const [selectedTerm, setTerm] = useState<Term>();
  const [chosenPlan, setChosenPlan] = useState<ChoosablePlan | null>(null);
  if (
    plans.data === undefined ||
    organization.data === undefined ||
    account.data === undefined ||
    billed === undefined
  )
    return (
      <QueryFallback query={[plans, organization, account]} failedTitle={words("plansFailed")}>
        <PlansSkeleton />
      </QueryFallback>
    );
  if (use === undefined) return <PlansSkeleton />;
  const { name, status, currency } = organization.data;
  const planName = organization.data.billing.plan;
  const term = selectedTerm ?? billed.term;
  const hasYears = plans.data.some(({ prices }) => prices.some(({ yearly }) => yearly !== null));
  const current = plans.data.find((plan) => plan.name === planName);
  const visiblePlans = plans.data.filter((plan) => isChoosable(plan) || plan === current);
  const ownLimits = ownLimitsOf(account.data.limits);
  const takenSeats = use.maxUsers ?? 0;
  const isSuspended = status === "suspended";
  const reasonAgainst = (plan: Plan) => {
    if (isSuspended) return words("planSuspended");
    if (term === "year" && !isSoldByYear(plan, currency)) return t("onlyMonthly");
    if (takenSeats <= plan.maxUsers) return undefined;
    return t(ownLimits.maxUsers === undefined ? "seatsMissing" : "seatsMissingDespiteOwn", {
      taken: format.number(takenSeats),
      max: format.number(plan.maxUsers),
      plan: words(`plan.${plan.name}`),
    });
  };
  return (
    <div className="grid gap-4">
      {isSuspended && (
        <ErrorBox variant="warning" persistent title={t("suspended")}>
          {words("planSuspended")}
        </ErrorBox>
      )}
      {!canChange && (
        <ErrorBox variant="info" persistent title={t("readOnly")}>
          {t("readOnlyText")}
        </ErrorBox>
      )}
      <PlannedPlan
        organizationId={organizationId}
        current={words(`plan.${planName}`)}
        canChange={canChange && !isSuspended}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-body text-text-2 tabular-nums">
          {billed.trialEndsAt === null
            ? t(billed.term === "year" ? "ownYear" : "ownMonth", {
                plan: words(`plan.${planName}`),
                date: format.date(billed.since),
              })
            : t("ownTrial", { plan: words(`plan.${planName}`), date: format.date(billed.trialEndsAt) })}
        </p>
        {hasYears && (
          <SegmentedControl
            label={t("term.label")}
            segments={[
              { value: "month", label: t("term.month") },
              { value: "year", label: t("term.year") },
            ]}
            value={term}
            onChange={setTerm}
          />
        )}
      </div>
      <div
        className={`grid gap-4 md:grid-cols-2 ${visiblePlans.length > 3 ? "2xl:grid-cols-4" : "xl:grid-cols-3"}`}
      >
        {visiblePlans.map((plan) => (
          <PlanChoiceCard
            key={plan.name}
            plan={plan}
            currency={currency}
            term={term}
            isCurrent={plan === current}
            use={use}
            ownLimits={ownLimits}
            aiCost={billed.trialEndsAt === null ? billed.ai.costMicros : undefined}
          >
            {canChange && isChoosable(plan) && (plan !== current || term !== billed.term) && (
              <AlwaysWritable>
                <WriteButton
                  block
                  disabled={reasonAgainst(plan) !== undefined}
                  disabledReason={reasonAgainst(plan)}
                  {...preloads(PlanChangeDialog)}
                  onClick={() => setChosenPlan(plan)}
                >
                  {plan === current
                    ? t(term === "year" ? "chooseYear" : "chooseMonth")
                    : t("choose", { plan: words(`plan.${plan.name}`) })}
                </WriteButton>
              </AlwaysWritable>
            )}
          </PlanChoiceCard>
        ))}
      </div>
      {chosenPlan !== null && (
        <PlanChangeDialog
          organization={{ id: organizationId, name, status }}
          from={current}
          to={chosenPlan}
          term={term}
          currency={currency}
          use={use}
          ownLimits={ownLimits}
          onClose={() => setChosenPlan(null)}
        />
      )}
    </div>
  );
}
