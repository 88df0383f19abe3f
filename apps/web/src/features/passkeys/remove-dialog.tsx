import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";

interface RemoveDialogProps {
  name: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms removing a passkey. */
export function RemoveDialog({ name, onClose, onConfirm }: RemoveDialogProps) {
  const t = useTranslations("passkeys");
  return (
    <ConfirmDialog
      title={t("removeTitle", { name })}
      effect={t("removeText")}
      confirmLabel={t("remove")}
      variant="danger"
      act={onConfirm}
      onClose={onClose}
    />
  );
}
