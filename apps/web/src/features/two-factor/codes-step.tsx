import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { sessionStore } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { SetupStep } from "./setup-step.tsx";

/** Asks before somebody leaves codes behind that are never shown again. */
function LeaveQuestion({ onStay, onGo }: { onStay: () => void; onGo: () => void }) {
  const t = useTranslations("two-factor");
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(open) => !open && onStay()}
      title={t("leave.title")}
      description={t("leave.text")}
      actions={
        <>
          <Button onClick={onGo}>{t("leave.go")}</Button>
          <Button kind="primary" onClick={onStay}>
            {t("leave.stay")}
          </Button>
        </>
      }
    />
  );
}

/** Fourth step: the codes are shown once; it ends when they are kept. */
export function CodesStep({ codes, onFinish }: { codes: readonly string[]; onFinish: () => void }) {
  const t = useTranslations("two-factor");
  const [kept, setKept] = useState(false);
  // A session that ended leads to the login page, and nothing may hold that up.
  const isHeld = () => !kept && sessionStore.getState().status === "signedIn";
  const leaving = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true });
  return (
    <SetupStep title={t("codes.title")} text={t("codes.text")} takesFocus>
      <BackupCodes codes={codes} />
      <Checkbox label={t("codes.kept")} checked={kept} onChange={setKept} />
      <div>
        <Button
          kind="primary"
          disabled={!kept}
          {...(kept ? {} : { disabledReason: t("codes.keepFirst") })}
          onClick={onFinish}
        >
          {t("codes.finish")}
        </Button>
      </div>
      {leaving.status === "blocked" && <LeaveQuestion onStay={leaving.reset} onGo={leaving.proceed} />}
    </SetupStep>
  );
}
