import Hand from "lucide-react/icons/hand";
import Siren from "lucide-react/icons/siren";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { raiseAlarm } from "./workstation.api.ts";

/** "Ich bin gesperrt": calls those who may unlock users to this workstation. */
export function AlarmBar() {
  const t = useTranslations("workstation");
  const [state, setState] = useState<"open" | "busy" | "sent" | "failed">("open");

  async function send(): Promise<void> {
    if (state === "busy") return;
    setState("busy");
    try {
      await raiseAlarm();
      setState("sent");
    } catch {
      setState("failed");
    }
  }

  return (
    <section
      aria-label={t("alarm.title")}
      className="flex flex-wrap items-center gap-4 rounded-r-3 border border-line-strong bg-surface p-4"
    >
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-r-3 bg-warning-soft text-warning"
      >
        <Siren size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-body font-strong text-text">{t("alarm.title")}</p>
        <p role="status" className="text-dense text-text-2">
          {t(state === "sent" ? "alarm.sent" : state === "failed" ? "alarm.failed" : "alarm.text")}
        </p>
      </div>
      {state !== "sent" && (
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
