import ChartColumn from "lucide-react/icons/chart-column";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { type AwaitedQuery, QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";

interface UsageFallbackProps {
  query: AwaitedQuery | readonly AwaitedQuery[];
  /** True for the page of the costs. */
  costs?: boolean;
}

/** Placeholder for the usage until all of these queries have data. */
export function UsageFallback({ query, costs = false }: UsageFallbackProps) {
  const t = useTranslations("usage");
  return (
    <QueryFallback query={query} failedTitle={t(costs ? "costsFailed" : "failed")}>
      <SkeletonGroup label={t("loading")} className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          {[0, 1].map((tile) => (
            <div
              key={tile}
              className="grid h-40 content-start gap-4 rounded-r-3 border border-line bg-surface p-5"
            >
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-8 w-24" />
              <Skeleton className="h-3 w-44" />
            </div>
          ))}
        </div>
        <div className="h-72 rounded-r-3 border border-line bg-surface p-5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-8 h-40 w-full" />
        </div>
      </SkeletonGroup>
    </QueryFallback>
  );
}

/** Empty state of a period, with an optional call to action. */
export function NoUsage({ action }: { action?: ReactNode }) {
  const t = useTranslations("usage");
  return (
    <Card>
      <EmptyState
        icon={ChartColumn}
        title={t("empty.title")}
        text={t("empty.text")}
        {...(action === undefined ? {} : { action })}
      />
    </Card>
  );
}
