import CircleCheck from "lucide-react/icons/circle-check";
import Hand from "lucide-react/icons/hand";
import Siren from "lucide-react/icons/siren";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { useUnlockWait } from "./use-unlock-wait.ts";
import { type LockedUser, raiseAlarm } from "./workstation.api.ts";

interface AlarmBarProps {
  /** The user who is locked out, if known. */
  user: LockedUser;
  /** Called when the user can sign in again. */
  onUnlocked?: () => void;
}

/** "Ich bin gesperrt": calls for help from this workstation, and shows when the user has been unlocked. */
export function AlarmBar({ user, onUnlocked }: AlarmBarProps) {
  const t = useTranslations("workstation");
  const [state, setState] = useState<"open" | "busy" | "sent" | "failed" | "unlocked">("open");
  const [alarmId, setAlarmId] = useState<string | null>(null);
  useUnlockWait(alarmId, (unlocked) => {
    setAlarmId(null);
    setState(unlocked ? "unlocked" : "open");
    if (unlocked) onUnlocked?.();
  });

  async function send(): Promise<void> {
    if (state === "busy") return;
    setState("busy");
    try {
      setAlarmId(await raiseAlarm(user));
      setState("sent");
    } catch {
      setState("failed");
    }
  }

  const unlocked = state === "unlocked";
  const Icon = unlocked ? CircleCheck : Siren;
  const text = state === "open" || state === "busy" ? "text" : state;
  return (
    <section
      aria-label={t("alarm.title")}
      className="flex flex-wrap items-center gap-4 rounded-r-3 border border-line-strong bg-surface p-4"
    >
      <span
        aria-hidden="true"
        className={cx(
          "grid size-9 shrink-0 place-items-center rounded-r-3",
          unlocked ? "bg-success-soft text-success" : "bg-warning-soft text-warning",
        )}
      >
        <Icon size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        {!unlocked && <p className="text-body font-strong text-text">{t("alarm.title")}</p>}
        <p role="status" className={unlocked ? "text-body font-strong text-text" : "text-dense text-text-2"}>
          {t(`alarm.${text}`)}
        </p>
      </div>
      {state !== "sent" && !unlocked && (
        <Button
          icon={Hand}
          busy={state === "busy"}
          busyLabel={t("alarm.sending")}
          onClick={() => void send()}
          className="max-sm:w-full"
        >
          {t("alarm.send")}
        </Button>
      )}
    </section>
  );
}
