import { useTranslations } from "use-intl";
import { idleLockNoticeMs } from "../../../platform/session/lock/idle-lock.ts";
import { recordActivity } from "../../../platform/session/times/activity.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ToastCard } from "../../../ui/feedback/toast.tsx";

/** Announces the idle lock. It does not move the focus. Any key or click also keeps the session open. */
export function IdleLockNotice({ secondsLeft }: { secondsLeft: number }) {
  const t = useTranslations("shell");
  return (
    <ToastCard
      type="warning"
      title={t("idleLock.title")}
      text={
        <>
          {/* Announced once; an announcement every second would drown out everything else. */}
          <span className="sr-only">{t("idleLock.text", { count: idleLockNoticeMs / 1_000 })}</span>
          <span aria-hidden="true" data-idle-lock={secondsLeft}>
            {t("idleLock.text", { count: secondsLeft })}
          </span>
        </>
      }
      action={
        <Button size="small" onClick={() => recordActivity()}>
          {t("idleLock.stay")}
        </Button>
      }
      durationMs={null}
      onClose={() => recordActivity()}
    />
  );
}
