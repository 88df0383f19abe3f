import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { revokeOrganizationTokens, tokenStatisticsQuery } from "../tokens.api.ts";

interface RevokeOrganizationDialogProps {
  organization: { id: string; name: string };
  onClose: () => void;
  onRevoked: () => void;
}

/** Confirms revoking all access to an organization. Requires a reason and the organization's name. */
export function RevokeOrganizationDialog(props: RevokeOrganizationDialogProps) {
  const { organization, onClose, onRevoked } = props;
  const t = useTranslations("client-tokens");
  const { notifySuccess } = useNotify();
  const query = useQuery(tokenStatisticsQuery(organization.id));
  const { data } = query;
  const form = useAppForm({
    values: { reason: "", name: "" },
    keepsInput: false,
    check: ({ reason, name }) => ({
      ...(reason.trim() === "" ? { reason: t("organization.reasonMissing") } : {}),
      ...(name.trim() === organization.name.trim() ? {} : { name: t("organization.nameWrong") }),
    }),
    send: ({ reason }) => revokeOrganizationTokens(organization.id, reason.trim()),
    onSuccess(count) {
      onRevoked();
      notifySuccess(t("revoke.success", { count }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      size="form"
      title={t("organization.title", { organization: organization.name })}
      effect={t("organization.text")}
      confirmLabel={t("organization.submit")}
      busyLabel={t("revoke.busy")}
      variant="danger"
      failureTitle={t("error.revokeOrganization")}
      form={form}
      onClose={onClose}
    >
      {data !== undefined && (
        <p className="font-strong text-text">{t("organization.affected", { count: data.activeTokens })}</p>
      )}
      <QueryFallback query={query} failedTitle={t("error.organizationStatistics")} />
      <TextField
        {...form.field("reason")}
        label={t("revoke.reason")}
        hint={t("revoke.reasonHint")}
        autoComplete={undefined}
        spellCheck={undefined}
        maxLength={200}
      />
      <TextField
        {...form.field("name")}
        label={t("organization.name")}
        hint={t("organization.nameHint", { organization: organization.name })}
        maxLength={undefined}
      />
    </ConfirmDialog>
  );
}
