import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ChangePlanButton } from "./change-plan-button.tsx";
import { plansQuery, type Tenant } from "../tenants/tenants.api.ts";
import { usePlanFacts } from "./use-plan-facts.ts";

interface PlanCardProps {
  tenant: Tenant;
  /** True if the user may change the plan. */
  canChange: boolean;
}

/** Shows the plan of a tenant, with its price and limits. */
export function PlanCard({ tenant, canChange }: PlanCardProps) {
  const t = useTranslations("limits");
  const plans = useQuery(plansQuery());
  const factsOf = usePlanFacts();
  const plan = plans.data?.find(({ name }) => name === tenant.billing.plan);
  return (
    <Card
      title={t("planTitle", { plan: t(`plan.${tenant.billing.plan}`) })}
      description={tenant.status === "suspended" ? t("planSuspended") : undefined}
      aside={
        canChange &&
        plans.data !== undefined && (
          <ChangePlanButton tenant={tenant} plans={plans.data} currency={tenant.billing.currency} />
        )
      }
    >
      {plan !== undefined ? (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-body sm:grid-cols-3 lg:grid-cols-5">
          {factsOf(plan, tenant.billing.currency).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-small text-text-3">{name}</dt>
              <dd className="mt-0.5 font-strong wrap-anywhere text-text tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <QueryFallback query={plans} failedTitle={t("plansFailed")}>
          <SkeletonGroup label={t("plansLoading")} className="grid gap-3">
            <Skeleton className="h-4 w-60" />
          </SkeletonGroup>
        </QueryFallback>
      )}
    </Card>
  );
}
