import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import type { Submission } from "../../platform/forms/use-app-mutation.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { type Reminder, sendReminders } from "./payments.api.ts";

interface SendRemindersDialogProps {
  reminders: readonly Reminder[];
  onClose: () => void;
  onDone: () => void;
}

const namedOrganizations = 5;

/** Confirms sending the reminders that are due, and names the recipients. */
export function SendRemindersDialog({ reminders, onClose, onDone }: SendRemindersDialogProps) {
  const t = useTranslations("payments");
  const { notifySuccess } = useNotify();
  const names = [...new Set(reminders.map(({ organizationName }) => organizationName))];
  const listed = names.slice(0, namedOrganizations).join(", ");
  const others = names.length - namedOrganizations;
  return (
    <ConfirmDialog
      title={t("reminders.confirmTitle", { count: reminders.length })}
      effect={
        others > 0
          ? t("reminders.confirmMore", { names: listed, others })
          : t("reminders.confirm", { names: listed })
      }
      confirmLabel={t("reminders.submit", { count: reminders.length })}
      busyLabel={t("reminders.busy")}
      failureTitle={t("reminders.sendFailed")}
      act={async ({ idempotencyKey }: Submission) => {
        const sent = await sendReminders(idempotencyKey);
        notifySuccess(t("reminders.sent", { count: sent.length }));
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
