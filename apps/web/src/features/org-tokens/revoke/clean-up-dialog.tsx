import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { cleanUpTokens } from "../tokens.api.ts";

interface CleanUpDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** Confirms deleting old records and reports their number. */
export function CleanUpDialog({ onClose, onDone }: CleanUpDialogProps) {
  const t = useTranslations("client-tokens");
  const { notifySuccess } = useNotify();
  return (
    <ConfirmDialog
      title={t("cleanUp.title")}
      effect={t("cleanUp.text")}
      confirmLabel={t("cleanUp.submit")}
      busyLabel={t("cleanUp.busy")}
      variant="danger"
      failureTitle={t("error.cleanUp")}
      act={async () => {
        const count = await cleanUpTokens();
        onDone();
        notifySuccess(t("cleanUp.success", { count }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
