import { useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { ProgressRing } from "../../../ui/feedback/progress-ring.tsx";
import { useFeatureMessages } from "../../i18n/feature-messages.tsx";
import { maySignOut } from "../../offline/may-sign-out.ts";
import { logout } from "../sign-out.ts";
import { useSignOutNotice } from "../use-sign-out-notice.ts";
import { announcedSeconds, displayedTime } from "./displayed-time.ts";
import { extendFromWarning } from "./session-warning.ts";
import type { SessionWarning } from "./session-warning.ts";
import { useSessionWarning } from "./use-session-warning.ts";

/** Warns that the session is about to end. Only its own buttons or the end of the countdown close it. */
export function SessionWarningDialog() {
  const warning = useSessionWarning();
  // Loaded with the layout, because the browser may be offline when the warning appears.
  const { ready } = useFeatureMessages("session");
  return warning.open && ready ? <OpenDialog warning={warning} /> : null;
}

function OpenDialog({ warning }: { warning: SessionWarning }) {
  const t = useTranslations("session");
  const extendButton = useRef<HTMLButtonElement>(null);
  const { secondsLeft, totalSeconds, extending, error } = warning;
  const showResult = useSignOutNotice();
  async function signOut(): Promise<void> {
    if (await maySignOut()) showResult((await logout()).confirmed);
  }
  return (
    <Dialog
      open
      role="alertdialog"
      dismissible={false}
      onOpenChange={() => undefined}
      title={<span className="block text-center">{t("title")}</span>}
      description={<p className="text-center">{t("text")}</p>}
      initialFocus={extendButton}
      actions={
        <div className="flex w-full flex-col-reverse gap-2 md:grid md:grid-cols-2">
          <Button block onClick={() => void signOut()}>
            {t("signOut")}
          </Button>
          <Button
            ref={extendButton}
            variant="primary"
            block
            busy={extending}
            busyLabel={t("extending")}
            onClick={() => void extendFromWarning()}
          >
            {t("extend")}
          </Button>
        </div>
      }
    >
      <div className="grid justify-items-center gap-4 py-2">
        <Countdown secondsLeft={secondsLeft} totalSeconds={totalSeconds} />
        {error !== null && (
          <ErrorBox variant="error" persistent>
            {t("extensionFailed")}
            {warning.waitingForConnection && <> {t("waitingForConnection")}</>}
          </ErrorBox>
        )}
      </div>
    </Dialog>
  );
}

function Countdown({ secondsLeft, totalSeconds }: { secondsLeft: number; totalSeconds: number }) {
  const t = useTranslations("session");
  const { value, unit } = displayedTime(secondsLeft);
  const announced = announcedSeconds(secondsLeft, totalSeconds);
  return (
    <>
      <ProgressRing ratio={totalSeconds === 0 ? 0 : secondsLeft / totalSeconds} urgent={secondsLeft < 60}>
        <p className="text-display" data-countdown={secondsLeft}>
          {value}
        </p>
        <p className="text-small text-text-3">{t(`unit.${unit}`, { count: secondsLeft })}</p>
      </ProgressRing>
      {/* Announced only at certain moments; an announcement every second would drown out everything else. */}
      <p className="sr-only" role="status">
        {announced >= 60
          ? t("announceMinutes", { count: announced / 60 })
          : t("announceSeconds", { count: announced })}
      </p>
    </>
  );
}
