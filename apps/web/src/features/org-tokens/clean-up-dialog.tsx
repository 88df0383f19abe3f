import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { cleanUpTokens } from "./tokens.api.ts";

interface CleanUpDialogProps {
  onClose: () => void;
  onDone: () => void;
  notify: (message: string) => void;
}

/** Confirms deleting old records and reports their number. */
export function CleanUpDialog({ onClose, onDone, notify }: CleanUpDialogProps) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function cleanUp(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const count = await cleanUpTokens();
      onDone();
      notify(t("cleanUp.success", { count }));
      onClose();
    } catch (error) {
      setFailure(isApiError(error) ? error.message : "");
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={t("cleanUp.title")}
      description={t("cleanUp.text")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" busy={busy} busyLabel={t("cleanUp.busy")} onClick={() => void cleanUp()}>
            {t("cleanUp.submit")}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <ErrorBox persistent title={t("error.cleanUp")}>
          {failure}
        </ErrorBox>
      )}
    </Dialog>
  );
}
