import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
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
  const common = useTranslations("common");
  const { name } = useWorkstationName()(workstation);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await forgetWorkstation(organizationId, workstation.id);
    } catch (error) {
      // Already removed: the goal is reached.
      if (!isApiError(error, "NOT_FOUND")) {
        setFailure(messageOf(error, t("failed")));
        setBusy(false);
        return;
      }
    }
    onChanged();
    onClose();
  }

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
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" busy={busy} busyLabel={t("removing")} onClick={() => void remove()}>
            {t("remove")}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
    </Dialog>
  );
}
