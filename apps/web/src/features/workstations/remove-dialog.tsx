import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { ignoreNotFound } from "../../platform/forms/ignore-not-found.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { useWorkstationName } from "./use-workstation-name.ts";
import { forgetWorkstation, type Workstation } from "./workstations.api.ts";

interface RemoveDialogProps {
  organizationId: string;
  workstation: Workstation;
  onClose: () => void;
  onChanged: () => void;
}

/** Confirms removing a workstation, which ends the sessions on it. */
export function RemoveDialog({ organizationId, workstation, onClose, onChanged }: RemoveDialogProps) {
  const t = useTranslations("workstations");
  const { notifySuccess } = useNotify();
  const { fullName: name } = useWorkstationName()(workstation);
  return (
    <ConfirmDialog
      title={t("removeTitle", { name })}
      effect={t("removeText")}
      confirmLabel={t("remove")}
      busyLabel={t("removing")}
      variant="danger"
      failureTitle={t("failed")}
      act={() => forgetWorkstation(organizationId, workstation.id).catch(ignoreNotFound)}
      onDone={() => {
        notifySuccess(t("success.removed", { name }));
        onChanged();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
