import { backupCodesWarning } from "@praxisportal/contract/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { renewCodes, twoFactorQuery, type TwoFactorStatus } from "./two-factor.api.ts";

const NewCodesDialog = lazyDialog(async () => (await import("./new-codes-dialog.tsx")).NewCodesDialog);
const DisableDialog = lazyDialog(async () => (await import("./disable-dialog.tsx")).DisableDialog);

export interface TwoFactorCardProps {
  onSetUp: () => void;
}

function TwoFactorDisabled({ required, onSetUp }: { required: boolean; onSetUp: () => void }) {
  const t = useTranslations("two-factor");
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-body text-text-2">{t(required ? "card.requiredOff" : "card.offText")}</p>
      <Button variant="primary" onClick={onSetUp}>
        {t("card.setUp")}
      </Button>
    </div>
  );
}

function TwoFactorEnabled({ status }: { status: TwoFactorStatus }) {
  const t = useTranslations("two-factor");
  const format = useFormat();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [disabling, setDisabling] = useState(false);
  const { backupCodesRemaining: remainingCodes } = status;
  const invalidate = () => void client.invalidateQueries({ queryKey: twoFactorQuery.queryKey });

  const { run, busy, failure } = useAppMutation({
    async mutate() {
      // Codes are returned only once, so the dialog that shows them is loaded first.
      await NewCodesDialog.load();
      return renewCodes();
    },
    onSuccess(renewed) {
      setCodes(renewed);
      invalidate();
    },
  });

  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[9rem_1fr]">
        {status.enabledAt !== null && (
          <div className="contents">
            <dt className="text-text-3">{t("card.on")}</dt>
            <dd className="text-text max-sm:-mt-2">
              {t("card.since", { date: format.date(status.enabledAt) })}
            </dd>
          </div>
        )}
        <div className="contents">
          <dt className="text-text-3">{t("card.codes")}</dt>
          <dd className="text-text max-sm:-mt-2">{t("card.left", { count: remainingCodes })}</dd>
        </div>
      </dl>
      {remainingCodes <= backupCodesWarning && (
        <ErrorBox variant="warning" persistent title={t("card.few")}>
          {t("card.fewText")}
        </ErrorBox>
      )}
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {status.required && <p className="text-dense text-text-2">{t("card.required")}</p>}
      <div className="button-row flex flex-wrap gap-2">
        <Button busy={busy} busyLabel={t("card.renewing")} onClick={() => void run()}>
          {t("card.renew")}
        </Button>
        {!status.required && (
          <Button variant="destructive" onClick={() => setDisabling(true)}>
            {t("card.disable")}
          </Button>
        )}
      </div>
      {codes !== null && <NewCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {disabling && <DisableDialog onClose={() => setDisabling(false)} onDisabled={invalidate} />}
    </div>
  );
}

/**
 * Shows the user's own second factor: state, remaining backup codes and actions. Hidden if no second factor can be set
 * up.
 */
export function TwoFactorCard({ onSetUp }: TwoFactorCardProps) {
  const t = useTranslations("two-factor");
  const query = useQuery(twoFactorQuery);
  const { data: status } = query;
  if (status?.enabled === false && !portalConfig().features.twoFactor) return null;
  return (
    <Card
      title={t("card.title")}
      aside={
        status === undefined ? (
          // Reserves the space to avoid layout shift.
          <Skeleton className="h-6 w-32" />
        ) : (
          <StatusBadge meaning={status.enabled ? "ok" : "warning"}>
            {t(status.enabled ? "card.on" : "card.off")}
          </StatusBadge>
        )
      }
    >
      <QueryFallback query={query} failedTitle={t("card.loadFailed")}>
        <SkeletonGroup label={t("loading")}>
          {/* As tall as the most common text, at any card width. */}
          <div className="relative text-body">
            <p aria-hidden="true" className="invisible">
              {t("card.offText")}
            </p>
            <Skeleton className="absolute inset-0 w-60" />
          </div>
          <Skeleton className="mt-4 h-11 w-40 md:h-9" />
        </SkeletonGroup>
      </QueryFallback>
      {status?.enabled === true && <TwoFactorEnabled status={status} />}
      {status?.enabled === false && <TwoFactorDisabled required={status.required} onSetUp={onSetUp} />}
    </Card>
  );
}
