import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { revokePracticeTokens, tokenStatisticsQuery } from "./tokens.api.ts";

interface RevokeOrganizationDialogProps {
  practice: { id: string; name: string };
  onClose: () => void;
  onRevoked: () => void;
  notify: (message: string) => void;
}

/** Confirms revoking all access to a practice; requires a reason and the practice's name. */
export function RevokeOrganizationDialog(props: RevokeOrganizationDialogProps) {
  const { practice, onClose, onRevoked, notify } = props;
  const t = useTranslations("client-tokens");
  const { data } = useQuery(tokenStatisticsQuery(practice.id));
  const form = useAppForm({
    values: { reason: "", name: "" },
    keepsInput: false,
    check: ({ reason, name }) => ({
      ...(reason.trim() === "" ? { reason: t("practice.reasonMissing") } : {}),
      ...(name.trim() === practice.name.trim() ? {} : { name: t("practice.nameWrong") }),
    }),
    send: ({ reason }) => revokePracticeTokens(practice.id, reason.trim()),
    onSuccess(count) {
      onRevoked();
      notify(t("revoke.success", { count }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      size="form"
      title={t("practice.title", { practice: practice.name })}
      effect={t("practice.text")}
      confirmLabel={t("practice.submit")}
      busyLabel={t("revoke.busy")}
      variant="danger"
      failureTitle={t("error.revokePractice")}
      form={form}
      onClose={onClose}
    >
      {data !== undefined && (
        <p className="font-strong text-text">{t("practice.affected", { count: data.activeTokens })}</p>
      )}
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
        label={t("practice.name")}
        hint={t("practice.nameHint", { practice: practice.name })}
        maxLength={undefined}
      />
    </ConfirmDialog>
  );
}
