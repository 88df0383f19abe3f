import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface RemoveDialogProps {
  name: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms removing a passkey. */
export function RemoveDialog({ name, onClose, onConfirm }: RemoveDialogProps) {
  const t = useTranslations("passkeys");
  const common = useTranslations("common");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("removeTitle", { name })}
      description={t("removeText")}
      size="question"
      role="alertdialog"
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {t("remove")}
          </Button>
        </>
      }
    />
  );
}
