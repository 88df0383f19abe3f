import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { sessionStore } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { SetupStep } from "./setup-step.tsx";

const ConfirmDialog = lazyDialog(
  async () => (await import("../../platform/forms/confirm-dialog.tsx")).ConfirmDialog,
);

/** Shows the fourth step, which shows the codes once and requires a confirmation that the user saved them. */
export function CodesStep({ codes, onFinish }: { codes: readonly string[]; onFinish: () => void }) {
  const t = useTranslations("two-factor");
  const [isSaved, setIsSaved] = useState(false);
  // An ended session must redirect to the login page without a confirmation.
  const shouldBlock = () => !isSaved && sessionStore.getState().status === "signedIn";
  const blocker = useBlocker({
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: shouldBlock,
    withResolver: true,
  });
  useEffect(() => {
    // Preload the dialog, so that leaving does not wait for a download.
    void ConfirmDialog.load().catch(() => undefined);
  }, []);
  return (
    <SetupStep title={t("codes.title")} text={t("codes.text")} takesFocus>
      <BackupCodes codes={codes} />
      <Checkbox label={t("codes.kept")} checked={isSaved} onChange={setIsSaved} />
      <div>
        <Button
          variant="primary"
          disabled={!isSaved}
          {...(isSaved ? {} : { disabledReason: t("codes.keepFirst") })}
          onClick={onFinish}
        >
          {t("codes.finish")}
        </Button>
      </div>
      {blocker.status === "blocked" && (
        <ConfirmDialog
          title={t("leave.title")}
          effect={t("leave.text")}
          confirmLabel={t("leave.go")}
          cancelLabel={t("leave.stay")}
          variant="danger"
          act={blocker.proceed}
          onClose={blocker.reset}
        />
      )}
    </SetupStep>
  );
}
