import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { checkedQuotaQuery } from "../../entities/quota/quota.api.ts";
import { useToday } from "../../platform/i18n/use-today.ts";
import { PrintHeading } from "../../platform/print/print-heading.tsx";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { CallsTile, CostTile } from "./chart/cost-tile.tsx";
import { ProviderDaysCard } from "./chart/day-chart.tsx";
import { useFileExport } from "../../platform/forms/use-file-export.ts";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";
import { ExportMenu } from "./export-menu.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { PeopleQuotaCard } from "./quota/people-quota-card.tsx";
import { PeriodSwitch } from "./period-switch.tsx";
import { QuotaCard } from "./quota/quota-card.tsx";
import { QuotaDialog } from "./quota/lazy-dialogs.ts";
import type { QuotaTarget } from "./quota/quota-draft.ts";
import { ShareCards } from "./chart/share-cards.tsx";
import { UsageFallback, NoUsage } from "./usage-layout.tsx";
import type { UsagePeriod } from "./usage-search.ts";
import { usageQuery } from "./usage.api.ts";

export interface AiUsagePageProps {
  organizationId: string;
  period: UsagePeriod;
  onPeriod: (period: UsagePeriod) => void;
  /** Renders a person's name as a link to their usage. */
  nameOf: (userId: string, name: string) => ReactNode;
  /** Call to action when there is no usage. */
  start?: ReactNode;
}

/** Shows the AI usage of an organization: remaining quota, cost and ledger check. */
export function AiUsagePage(props: AiUsagePageProps) {
  const { organizationId, period, onPeriod, nameOf, start } = props;
  const t = useTranslations("usage");
  const usage = useQuery(usageQuery(organizationId, period, useToday()));
  const quota = useQuery(checkedQuotaQuery(organizationId));
  const canExport = useHasPermission("billing:read");
  const canChange = useHasPermission("billing:write");
  const exporting = useFileExport();
  const [target, setTarget] = useKeptState<QuotaTarget | null>("quota", null);
  const edit = canChange ? setTarget : undefined;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t("aiTitle")}
          subtitle={t("aiFact")}
          actions={
            <>
              <PeriodSwitch period={period} onChange={onPeriod} />
              {canExport && <ExportMenu period={period} exporting={exporting} />}
            </>
          }
        />
      </div>
      <PrintHeading title={t("aiTitle")} lines={[t(`period.${period}`)]} loadedAt={usage.dataUpdatedAt} />
      <div className="mt-4 grid gap-4">
        {exporting.failure !== null && (
          <ErrorBox persistent title={t("export.failed")}>
            {exporting.failure}
          </ErrorBox>
        )}
        <UsageFallback query={[usage, quota]} />
        {usage.data && quota.data && (
          <>
            <div className="grid items-stretch gap-4 lg:grid-cols-2">
              <QuotaCard quota={quota.data} onEdit={edit && (() => edit("organization"))} />
              <LedgerCard quota={quota.data} />
            </div>
            <div className="grid items-stretch gap-4 sm:grid-cols-2">
              <CostTile organizationId={organizationId} usage={usage.data} />
              <CallsTile usage={usage.data} />
            </div>
            {usage.data.total === 0 ? (
              <NoUsage action={start} />
            ) : (
              <ShareCards usage={usage.data} nameOf={nameOf}>
                {(order) => <ProviderDaysCard usage={usage.data} order={order} />}
              </ShareCards>
            )}
            <PeopleQuotaCard quota={quota.data} nameOf={nameOf} onEdit={edit} />
          </>
        )}
      </div>
      {target !== null && quota.data && (
        <QuotaDialog
          organizationId={organizationId}
          quota={quota.data}
          target={target}
          onClose={() => setTarget(null)}
        />
      )}
    </>
  );
}
