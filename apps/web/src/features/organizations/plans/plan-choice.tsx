import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { LoadFailed } from "../../../platform/app-state/load-failed.tsx";
import { AlwaysWritable, WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { licencesQuery } from "../organizations.api.ts";
import { PlanChoiceCard } from "./plan-choice-card.tsx";
import type { PlanUse } from "./plan-use.ts";
import { PlannedPlan } from "./planned-plan.tsx";
import type { ChosenPlan } from "./subscription.api.ts";
import { type Plan, plansQuery, tenantUsageQuery } from "../tenants/tenants.api.ts";

const PlanChangeDialog = lazyDialog(async () => (await import("./plan-change-dialog.tsx")).PlanChangeDialog);

type ChoosablePlan = Plan & { readonly name: ChosenPlan };

/** The plan of new organizations cannot be chosen. */
const isChoosable = (plan: Plan): plan is ChoosablePlan => plan.name !== "starter";

/** Returns what the organization uses, as far as the user may know; undefined until it is loaded. */
function useOwnUse(organizationId: string): PlanUse | undefined {
  const usage = useQuery({
    ...tenantUsageQuery(organizationId, "30d"),
    enabled: useHasPermission("usage:read"),
  });
  const licences = useQuery(licencesQuery(organizationId));
  if (usage.isLoading || licences.isLoading) return undefined;
  const seats = usage.data?.currentUsers ?? licences.data?.seats.taken;
  return {
    ...(seats !== undefined && { maxUsers: seats }),
    ...(usage.data && { monthlyTokens: usage.data.tokensUsed, storageGB: usage.data.storageUsedGB }),
  };
}

function PlansSkeleton() {
  const t = useTranslations("limits");
  return (
    <SkeletonGroup label={t("plansLoading")} className="grid gap-4 lg:grid-cols-3">
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-80 w-full" />
      ))}
    </SkeletonGroup>
  );
}

/** Compares the plan of an organization with the others, and changes it after a confirmation. */
export function PlanChoice({ organizationId }: { organizationId: string }) {
  const t = useTranslations("plan-choice");
  const words = useTranslations("limits");
  const format = useFormat();
  const canChange = useHasPermission("billing:write");
  const plans = useQuery(plansQuery());
  const organization = useQuery(organizationQuery(organizationId));
  const use = useOwnUse(organizationId);
  const [chosen, setChosen] = useState<ChoosablePlan | null>(null);
  const failed = [plans, organization].find(({ isError, data }) => isError && data === undefined);
  if (failed?.error)
    return (
      <LoadFailed
        title={words("plansFailed")}
        error={failed.error}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  if (plans.data === undefined || organization.data === undefined || use === undefined)
    return <PlansSkeleton />;
  const { name, status, currency, billing } = organization.data;
  const current = plans.data.find((plan) => plan.name === billing.plan);
  const offered = plans.data.filter((plan) => isChoosable(plan) || plan === current);
  const taken = use.maxUsers ?? 0;
  const isSuspended = status === "suspended";
  const reasonAgainst = (plan: Plan) => {
    if (isSuspended) return words("planSuspended");
    if (taken <= plan.maxUsers) return undefined;
    return t("seatsMissing", {
      taken: format.number(taken),
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
        current={words(`plan.${billing.plan}`)}
        canChange={canChange && !isSuspended}
      />
      <div
        className={`grid gap-4 md:grid-cols-2 ${offered.length > 3 ? "xl:grid-cols-4" : "xl:grid-cols-3"}`}
      >
        {offered.map((plan) => (
          <PlanChoiceCard
            key={plan.name}
            plan={plan}
            currency={currency}
            isCurrent={plan === current}
            use={use}
          >
            {canChange && isChoosable(plan) && plan !== current && (
              <AlwaysWritable>
                <WriteButton
                  block
                  disabled={reasonAgainst(plan) !== undefined}
                  disabledReason={reasonAgainst(plan)}
                  {...preloads(PlanChangeDialog)}
                  onClick={() => setChosen(plan)}
                >
                  {t("choose", { plan: words(`plan.${plan.name}`) })}
                </WriteButton>
              </AlwaysWritable>
            )}
          </PlanChoiceCard>
        ))}
      </div>
      {chosen !== null && (
        <PlanChangeDialog
          organization={{ id: organizationId, name, status }}
          from={current}
          to={chosen}
          currency={currency}
          use={use}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}
