import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
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
  const { name } = useWorkstationName()(workstation);

  async function remove(): Promise<void> {
    try {
      await forgetWorkstation(organizationId, workstation.id);
    } catch (error) {
      // Already removed: the goal is reached.
      if (!isApiError(error, "NOT_FOUND")) throw error;
    }
  }
  return (
    <ConfirmDialog
      title={t("removeTitle", { name })}
      effect={t("removeText")}
      confirmLabel={t("remove")}
      busyLabel={t("removing")}
      variant="danger"
      failureTitle={t("failed")}
      act={remove}
      onDone={() => {
        onChanged();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
