import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { OrgTokenPair } from "./issue-token.api.ts";
import { SecretValue } from "./secret-value.tsx";

interface RevealDialogProps {
  pair: OrgTokenPair;
  /** Name of the application. */
  name: string;
  onClose: () => void;
}

/** Shows both tokens once. Leaving before confirming that they are kept needs a confirmation. */
export function RevealDialog({ pair, name, onClose }: RevealDialogProps) {
  const t = useTranslations("issue-token");
  const format = useFormat();
  const [kept, setKept] = useState(false);
  const [asking, setAsking] = useState(false);
  // An ended session must redirect to the login page without a question.
  const isHeld = () => !kept && sessionStore.getState().status === "signedIn";
  const blocker = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true });
  const isOffboarding = blocker.status === "blocked";

  if (asking || isOffboarding) {
    const stay = () => {
      setAsking(false);
      blocker.reset?.();
    };
    return (
      <ConfirmDialog
        title={t("leave.title")}
        effect={t("leave.text")}
        confirmLabel={t("leave.go")}
        cancelLabel={t("leave.stay")}
        variant="danger"
        act={() => {
          if (isOffboarding) blocker.proceed();
          onClose();
        }}
        onClose={stay}
      />
    );
  }
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => {
        if (next) return;
        if (kept) onClose();
        else setAsking(true);
      }}
      title={t("reveal.title", { application: name })}
      description={t("reveal.text")}
      actions={
        <Button
          variant="primary"
          disabled={!kept}
          {...(kept ? {} : { disabledReason: t("reveal.keepFirst") })}
          onClick={onClose}
        >
          {t("reveal.done")}
        </Button>
      }
    >
      <div className="grid gap-4">
        <SecretValue
          name={t("reveal.access")}
          value={pair.accessToken}
          hint={t("reveal.accessHint", { time: format.time(pair.accessTokenExpiresAt) })}
        />
        <SecretValue
          name={t("reveal.refresh")}
          value={pair.refreshToken}
          hint={t("reveal.refreshHint", { date: format.date(pair.refreshTokenExpiresAt) })}
        />
        <Checkbox label={t("reveal.kept")} checked={kept} onChange={setKept} />
      </div>
    </Dialog>
  );
}
