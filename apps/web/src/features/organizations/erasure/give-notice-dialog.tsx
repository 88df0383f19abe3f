import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { AlwaysWritable } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { dayIn } from "../../../platform/i18n/zoned-time.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { type Tenant, tenantQuery } from "../tenants/tenants.api.ts";
import { useTenantRefresh } from "../tenants/use-tenant-refresh.ts";
import { dayAfter, endOfNextMonth, retrievalDays } from "./contract-days.ts";
import { giveNotice } from "./erasure.api.ts";

export interface NoticeDialogProps {
  tenant: Tenant;
  hasEnded: boolean;
  onClose: () => void;
}

/** Gives notice of a contract, and explains what happens on each day. */
export function GiveNoticeDialog({ tenant, onClose }: NoticeDialogProps) {
  const t = useTranslations("erasure");
  const format = useFormat();
  const client = useQueryClient();
  const refresh = useTenantRefresh();
  const { notifySuccess } = useNotify();
  const { data: organization } = useQuery(organizationQuery(tenant.id));
  const [now] = useState(() => Date.now());
  const form = useAppForm({
    values: { endsOn: endOfNextMonth(dayIn(organization?.timezone, now)) },
    keepsInput: false,
    schema: async () => (await import("@praxisportal/contract/tenants/notice.schema")).giveNoticeSchema,
    send: ({ endsOn }) => giveNotice(tenant.id, endsOn),
    onSuccess(changed) {
      client.setQueryData(tenantQuery(tenant.id).queryKey, changed);
      void refresh();
      notifySuccess(t("give.done"));
      onClose();
    },
    mapError: ({ code }) => (code === "CONFLICT" ? t("stale") : undefined),
    onFailure: () => void refresh(),
  });
  const { endsOn } = form.values;
  const readableUntil = dayAfter(endsOn, retrievalDays);
  return (
    <AlwaysWritable>
      <ConfirmDialog
        size="form"
        title={t("give.title", { name: tenant.name })}
        effect={t("give.text")}
        confirmLabel={t("give.submit")}
        variant="danger"
        failureTitle={t("give.failed")}
        form={form}
        onClose={onClose}
      >
        <TextField {...form.field("endsOn")} label={t("endsOn")} hint={t("give.hint")} type="date" />
        {readableUntil !== undefined && (
          <ul className="list-disc space-y-1 pl-5 text-body text-text">
            <li>{t("give.until", { day: format.date(endsOn) })}</li>
            <li>{t("give.then", { day: format.date(readableUntil) })}</li>
            <li>{t("give.erased")}</li>
          </ul>
        )}
      </ConfirmDialog>
    </AlwaysWritable>
  );
}
