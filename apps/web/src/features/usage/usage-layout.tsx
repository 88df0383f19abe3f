import ChartColumn from "lucide-react/icons/chart-column";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LoadFailed } from "../../platform/app-state/load-failed.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";

/** The parts of a query that decide what is shown instead of the data. */
interface Loading {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Loading or error state of a query; renders nothing once there is data. */
export function QueryState({ query }: { query: Loading }) {
  const t = useTranslations("usage");
  if (query.data !== undefined) return null;
  if (query.error !== null) {
    return (
      <LoadFailed
        title={t("failed")}
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
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
