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

/** Sends the reminders that are due, after a confirmation that names the recipients. */
export function SendRemindersDialog({ reminders, onClose, onDone }: SendRemindersDialogProps) {
  const t = useTranslations("payments");
  const { notifySuccess } = useNotify();
  const names = [...new Set(reminders.map(({ organizationName }) => organizationName))];
  const listedNames = names.slice(0, namedOrganizations).join(", ");
  const others = names.length - namedOrganizations;
  return (
    <ConfirmDialog
      title={t("reminders.confirmTitle", { count: reminders.length })}
      effect={
        others > 0
          ? t("reminders.confirmMore", { names: listedNames, others })
          : t("reminders.confirm", { names: listedNames })
      }
      confirmLabel={t("reminders.submit", { count: reminders.length })}
      busyLabel={t("reminders.busy")}
      failureTitle={t("reminders.sendFailed")}
      act={async ({ idempotencyKey }: Submission) => {
        const sentReminders = await sendReminders(idempotencyKey);
        notifySuccess(t("reminders.sent", { count: sentReminders.length }));
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
