import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { removeSite, type Site } from "./sites.api.ts";

interface RemoveDialogProps {
  organizationId: string;
  site: Site;
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

export function RemoveDialog({ organizationId, site, onClose, onDone, onStale }: RemoveDialogProps) {
  const t = useTranslations("sites");
  const common = useTranslations("common");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await removeSite(organizationId, site);
      onDone(t("success.removed", { name: site.name }));
      onClose();
    } catch (error) {
      const isStale = isApiError(error, "PRECONDITION_FAILED");
      if (isStale) onStale();
      setFailure(isStale ? t("stale") : messageOf(error, common("error.title")));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={t("removeTitle", { name: site.name })}
      description={t("removeText", { count: site.memberCount })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" busy={busy} busyLabel={common("saving")} onClick={() => void remove()}>
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
