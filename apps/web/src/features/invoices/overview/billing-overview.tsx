import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { useMissingFields } from "../../../entities/invoice/use-field-labels.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { billingSummaryQuery } from "../invoices.api.ts";
import { HeldCard } from "./held-card.tsx";
import { PastRuns } from "./past-runs.tsx";
import { RunCard } from "./run-card.tsx";

/** Refetches the invoices after a run has created its last draft. */
function useRefreshAfterRun(state: string | undefined): void {
  const client = useQueryClient();
  const previousState = useRef(state);
  useEffect(() => {
    if (previousState.current === "running" && state === "finished")
      void client.invalidateQueries({ queryKey: invoiceKeys.all });
    previousState.current = state;
  }, [client, state]);
}

/** Shows the data that is missing from the operator profile. */
function MissingOperatorData({ missing }: { missing: readonly string[] }) {
  const t = useTranslations("invoices");
  const listFields = useMissingFields();
  if (missing.length === 0) return null;
  return (
    <ErrorBox
      variant="warning"
      persistent
      title={t("missing.title")}
      action={
        <Link to="/tenant-management/billing" search={{ tab: "operator" }} className={linkClass}>
          {t("missing.link")}
        </Link>
      }
    >
      {t("missing.text", { fields: listFields(missing) })}
    </ErrorBox>
  );
}

const parts = [0, 1, 2, 3];

/** The steps of the run above the figures of the month. */
function RunSkeleton() {
  return (
    <div className="rounded-r-3 border border-line bg-surface">
      <div className="grid gap-5 p-5">
        <Skeleton className="h-4 w-52 max-w-full" />
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {parts.map((part) => (
            <div key={part} className="flex items-start gap-3">
              <Skeleton round className="size-6 shrink-0" />
              <div className="grid grow gap-2">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="h-3 w-32 max-w-full" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className="grid grid-cols-2 border-t border-line lg:grid-cols-4 lg:divide-x lg:divide-line">
        {parts.map((part) => (
          <div key={part} className="grid gap-2 px-5 py-4">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-3 w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Figures of the month, the current run, drafts to be clarified, and earlier runs. */
export function BillingOverview() {
  const t = useTranslations("invoices");
  const query = useQuery(billingSummaryQuery());
  const { data } = query;
  useRefreshAfterRun(data?.run?.state);
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")} className="grid grid-cols-1 gap-4">
          <RunSkeleton />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_340px]">
            <SkeletonCard rows={2} />
            <SkeletonCard rows={3} />
          </div>
        </SkeletonGroup>
      </QueryFallback>
    );
  return (
    <div className="grid gap-4">
      <MissingOperatorData missing={data.missing} />
      <RunCard summary={data} />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_340px]">
        <HeldCard count={data.held.count} />
        <PastRuns latest={data.run} />
      </div>
    </div>
  );
}
