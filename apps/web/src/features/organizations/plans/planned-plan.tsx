import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { useTenantRefresh } from "../tenants/use-tenant-refresh.ts";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { keepPlan } from "./subscription.api.ts";

const ConfirmDialog = lazyDialog(
  async () => (await import("../../../platform/forms/confirm-dialog.tsx")).ConfirmDialog,
);

interface PlannedPlanProps {
  organizationId: string;
  /** The name of the plan that applies now. */
  current: string;
  canChange: boolean;
}

/** Shows which plan begins when the current term ends, and lets the user withdraw the change. */
export function PlannedPlan({ organizationId, current, canChange }: PlannedPlanProps) {
  const t = useTranslations("plan-choice");
  const words = useTranslations("limits");
  const format = useFormat();
  const refresh = useTenantRefresh();
  const { notifySuccess } = useNotify();
  const data = useQuery(organizationBillingQuery(organizationId)).data?.billing;
  const [isAsking, setAsking] = useState(false);
  if (!data?.next) return null;
  const plan = words(`plan.${data.next.plan}`);
  const date = format.calendar.date(data.next.startsOn);
  return (
    <ErrorBox
      variant="info"
      persistent
      title={t("planned.title", { plan, date })}
      action={
        canChange && (
          <WriteButton size="small" {...preloads(ConfirmDialog)} onClick={() => setAsking(true)}>
            {t("planned.keep")}
          </WriteButton>
        )
      }
    >
      {t("planned.text", { current })}
      {isAsking && (
        <ConfirmDialog
          title={t("planned.question", { current })}
          effect={t("planned.effect", { plan, date, current })}
          confirmLabel={t("planned.keep")}
          failureTitle={t("planned.failed")}
          act={() => keepPlan(organizationId)}
          onDone={() => {
            void refresh();
            notifySuccess(t("planned.done", { current }));
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </ErrorBox>
  );
}
