import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { AlwaysWritable } from "../../../platform/forms/write-block.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { type Tenant, tenantQuery } from "../tenants/tenants.api.ts";
import { useTenantRefresh } from "../tenants/use-tenant-refresh.ts";
import { withdrawNotice } from "./erasure.api.ts";
import type { NoticeDialogProps } from "./give-notice-dialog.tsx";

/** Withdraws the notice of a contract. */
export function WithdrawNoticeDialog({ tenant, hasEnded, onClose }: NoticeDialogProps) {
  const t = useTranslations("erasure");
  const client = useQueryClient();
  const refresh = useTenantRefresh();
  const { notifySuccess } = useNotify();
  return (
    <AlwaysWritable>
      <ConfirmDialog
        title={t("withdraw.title", { name: tenant.name })}
        effect={t(hasEnded ? "withdraw.textEnded" : "withdraw.text")}
        confirmLabel={t("withdraw.submit")}
        failureTitle={t("withdraw.failed")}
        act={async () => {
          const changedTenant: Tenant = await withdrawNotice(tenant.id);
          client.setQueryData(tenantQuery(tenant.id).queryKey, changedTenant);
        }}
        onDone={() => {
          void refresh();
          notifySuccess(t("withdraw.done"));
          onClose();
        }}
        mapError={({ code }) => (code === "CONFLICT" ? t("stale") : undefined)}
        onFailure={() => void refresh()}
        onClose={onClose}
      />
    </AlwaysWritable>
  );
}
