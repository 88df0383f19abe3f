import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useToday } from "../../platform/i18n/use-today.ts";
import { PrintHeading } from "../../platform/print/print-heading.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { CallsTile, CostTile } from "./chart/cost-tile.tsx";
import { CostsCards } from "./costs-cards.tsx";
import { useFileExport } from "../../platform/forms/use-file-export.ts";
import { ExportMenu } from "./export-menu.tsx";
import { HistoryCard } from "./history-card.tsx";
import { MonthsCard } from "./months-card.tsx";
import { PeriodSwitch } from "./period-switch.tsx";
import { UsageFallback, NoUsage } from "./usage-layout.tsx";
import type { UsagePeriod, UsageSearch } from "./usage-search.ts";
import { usageQuery } from "./usage.api.ts";

export interface UsagePageProps {
  organizationId: string;
  search: UsageSearch;
  onSearch: (search: UsageSearch) => void;
  /** Call to action when there is no usage. */
  start?: ReactNode;
}

/** Shows the AI costs of the organization by period, provider, model, day and month, with an export. */
export function UsagePage({ organizationId, search, onSearch, start }: UsagePageProps) {
  const t = useTranslations("usage");
  const period: UsagePeriod = search.period ?? "current";
  const usage = useQuery(usageQuery(organizationId, period, useToday()));
  const exporting = useFileExport();
  const { period: _period, ...days } = search;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t("title")}
          subtitle={t("subtitle")}
          actions={
            <>
              <PeriodSwitch
                period={period}
                onChange={(next) => onSearch({ ...days, ...(next === "month" ? { period: next } : {}) })}
              />
              <ExportMenu period={period} exporting={exporting} />
            </>
          }
        />
      </div>
      <PrintHeading title={t("title")} lines={[t(`period.${period}`)]} loadedAt={usage.dataUpdatedAt} />
      <div className="mt-4 grid gap-4">
        {exporting.failure !== null && (
          <ErrorBox persistent title={t("export.failed")}>
            {exporting.failure}
          </ErrorBox>
        )}
        <UsageFallback costs query={usage} />
        {usage.data && (
          <>
            <div className="grid items-stretch gap-4 sm:grid-cols-2">
              <CostTile organizationId={organizationId} usage={usage.data} />
              <CallsTile usage={usage.data} />
            </div>
            {usage.data.total === 0 ? <NoUsage action={start} /> : <CostsCards usage={usage.data} />}
            <HistoryCard
              organizationId={organizationId}
              month={usage.data.period === "current" ? usage.data : undefined}
              currency={usage.data.currency}
              search={search}
              onSearch={onSearch}
            />
            <MonthsCard organizationId={organizationId} />
          </>
        )}
      </div>
    </>
  );
}
