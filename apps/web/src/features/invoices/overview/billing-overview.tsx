import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { useMissingFields } from "../../../entities/invoice/use-field-labels.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
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

/** Shows the figures of the month, the current run, drafts to be clarified, and earlier runs. */
export function BillingOverview() {
  const t = useTranslations("invoices");
  const query = useQuery(billingSummaryQuery());
  const { data } = query;
  useRefreshAfterRun(data?.run?.state);
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")} className="grid gap-4">
          <Skeleton className="h-64" />
          <Skeleton className="h-40" />
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
