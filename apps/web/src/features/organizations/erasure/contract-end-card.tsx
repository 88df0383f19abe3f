import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { type Tenant, tenantQuery } from "../tenants/tenants.api.ts";
import { contractHasEnded, lastDayBefore } from "./contract-days.ts";

// Loaded on demand, because most visits do not change anything.
const GiveNoticeDialog = lazyDialog(async () => (await import("./give-notice-dialog.tsx")).GiveNoticeDialog);
const WithdrawNoticeDialog = lazyDialog(
  async () => (await import("./withdraw-notice-dialog.tsx")).WithdrawNoticeDialog,
);

interface ContractEndCardProps {
  organizationId: string;
  /** True if the user is the operator, who can also withdraw a notice after the contract has ended. */
  isOperator: boolean;
}

/**
 * Shows whether notice of the contract was given, and lets the user give or withdraw it. Works even while the
 * organization is read-only.
 */
export function ContractEndCard({ organizationId, isOperator }: ContractEndCardProps) {
  const t = useTranslations("erasure");
  const query = useQuery(tenantQuery(organizationId));
  const { data: tenant, dataUpdatedAt } = query;
  return (
    <Card title={t("title")}>
      {tenant !== undefined ? (
        <Content tenant={tenant} readAt={dataUpdatedAt} isOperator={isOperator} />
      ) : (
        <QueryFallback query={query} failedTitle={t("loadFailed")}>
          <SkeletonGroup label={t("loading")}>
            <Skeleton className="h-4 w-60" />
          </SkeletonGroup>
        </QueryFallback>
      )}
    </Card>
  );
}

interface ContentProps extends Pick<ContractEndCardProps, "isOperator"> {
  tenant: Tenant;
  /** Time at which the tenant was read, in ms. */
  readAt: number;
}

function Content({ tenant, readAt, isOperator }: ContentProps) {
  const t = useTranslations("erasure");
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { notice } = tenant;
  const hasEnded = contractHasEnded(tenant, readAt);
  const party = isOperator ? "operator" : "practice";
  const NoticeDialog = notice === null ? GiveNoticeDialog : WithdrawNoticeDialog;
  return (
    <div className="grid justify-items-start gap-4">
      {notice === null ? (
        <p className="text-dense text-text-2">{t(`running.${party}`)}</p>
      ) : (
        <NoticeDays notice={notice} />
      )}
      {hasEnded && <p className="text-dense text-text-2">{t(`ended.${party}`)}</p>}
      {(!hasEnded || isOperator) && (
        <Button {...preloads(NoticeDialog)} onClick={() => setIsDialogOpen(true)}>
          {t(notice === null ? "give.open" : "withdraw.open")}
        </Button>
      )}
      {isDialogOpen && (
        <NoticeDialog tenant={tenant} hasEnded={hasEnded} onClose={() => setIsDialogOpen(false)} />
      )}
    </div>
  );
}

function NoticeDays({ notice }: { notice: NonNullable<Tenant["notice"]> }) {
  const t = useTranslations("erasure");
  const format = useFormat();
  const days = [
    [t("givenAt"), format.date(notice.givenAt)],
    [t("endsOn"), format.date(lastDayBefore(notice.endsAt))],
    [t("readableUntil"), format.date(lastDayBefore(notice.erasedFrom))],
  ] as const;
  return (
    <dl className="grid w-full gap-x-6 gap-y-4 text-body sm:grid-cols-3">
      {days.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-text-3">{name}</dt>
          <dd className="mt-0.5 text-text tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
