import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { operatorQuery } from "./operator.api.ts";
import { OperatorForm } from "./operator-form.tsx";
import { TaxRatesCard } from "./tax-rates-card.tsx";

/** Shows the operator profile and the tax rates. */
export function OperatorTab() {
  const t = useTranslations("invoice-operator");
  const query = useQuery(operatorQuery());
  const { data } = query;
  return (
    <div className="grid gap-4">
      {data !== undefined && <OperatorForm stored={data} />}
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")} className="grid grid-cols-1 gap-4">
          <SkeletonCard rows={3} />
          <SkeletonCard rows={3} />
        </SkeletonGroup>
      </QueryFallback>
      <TaxRatesCard />
    </div>
  );
}
