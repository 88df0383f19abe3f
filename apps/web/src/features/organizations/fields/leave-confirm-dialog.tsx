import { useBlocker } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** Confirms leaving with unsaved changes. */
export function LeaveConfirmDialog({ unsaved }: { unsaved: boolean }) {
  const t = useTranslations("practice-fields");
  // An ended session must redirect to the login page without a question.
  const isHeld = () => unsaved && sessionStore.getState().status === "signedIn";
  const blocker = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && blocker.reset()}
      title={t("leave.title")}
      description={t("leave.text")}
      actions={
        <>
          <Button onClick={blocker.proceed}>{t("leave.go")}</Button>
          <Button variant="primary" onClick={blocker.reset}>
            {t("leave.stay")}
          </Button>
        </>
      }
    />
  );
}
