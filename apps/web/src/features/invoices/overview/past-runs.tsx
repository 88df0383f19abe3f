import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { type InvoiceRun, invoiceRunsQuery } from "../invoices.api.ts";

const initialRuns = 6;

function Run({ run }: { run: InvoiceRun }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const isFinished = run.state === "finished";
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3 text-dense">
      <span className="min-w-0">
        <span className="block font-strong text-text">{format.calendar.month(`${run.month}-01`)}</span>
        <span className="block text-small text-text-3 tabular-nums">{format.moment(run.startedAt)}</span>
        <span className="block text-small text-text-3 tabular-nums">
          {t("runs.result", { total: run.total, created: run.created })}
        </span>
      </span>
      <StatusBadge meaning={isFinished ? "ok" : "info"}>{t(`runs.state.${run.state}`)}</StatusBadge>
    </li>
  );
}

/** Shows the last runs, newest first. `latest`, the run of the summary, is more recent than its entry in the list. */
export function PastRuns({ latest }: { latest: InvoiceRun | null }) {
  const t = useTranslations("invoices");
  const [showsAll, setShowsAll] = useState(false);
  const query = useQuery(invoiceRunsQuery(latest));
  const data = query.data?.map((run) => (run.id === latest?.id ? latest : run));
  const visible = showsAll ? data : data?.slice(0, initialRuns);
  return (
    <Card
      flush
      title={t("runs.title")}
      footer={
        data !== undefined && visible !== undefined && data.length > visible.length ? (
          <Button className="-ml-3" size="small" variant="quiet" onClick={() => setShowsAll(true)}>
            {t("runs.all", { count: data.length })}
          </Button>
        ) : undefined
      }
    >
      <QueryFallback query={query} failedTitle={t("runs.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={3} />
        </SkeletonGroup>
      </QueryFallback>
      {visible?.length === 0 && <p className="px-5 py-4 text-dense text-text-2">{t("runs.none")}</p>}
      {visible !== undefined && visible.length > 0 && (
        <ul className="divide-y divide-line">
          {visible.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Card>
  );
}
