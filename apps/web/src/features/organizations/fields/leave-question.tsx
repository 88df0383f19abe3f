import { useBlocker } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** Asks before somebody leaves what she has not saved. */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const t = useTranslations("practice-fields");
  // A session that ended leads to the login page, and nothing may hold that up.
  const isHeld = () => unsaved && sessionStore.getState().status === "signedIn";
  const leaving = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true });
  if (leaving.status !== "blocked") return null;
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && leaving.reset()}
      title={t("leave.title")}
      description={t("leave.text")}
      actions={
        <>
          <Button onClick={leaving.proceed}>{t("leave.go")}</Button>
          <Button kind="primary" onClick={leaving.reset}>
            {t("leave.stay")}
          </Button>
        </>
      }
    />
  );
}
