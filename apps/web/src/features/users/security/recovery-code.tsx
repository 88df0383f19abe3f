import { recoveryCodeMs } from "@praxisportal/contract/limits";
import Printer from "lucide-react/icons/printer";
import Timer from "lucide-react/icons/timer";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Meter } from "../../../ui/chart/meter.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { RecoverySheet } from "./recovery-sheet.tsx";
import { groupDigits, type IssuedCode } from "./issued-code.ts";
import { useTimeLeft } from "./use-time-left.ts";

/** Formats the remaining time in minutes and seconds: "14:05". */
function clockOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const howTexts = {
  password: "recovery.howPassword",
  second_factor: "recovery.howFactor",
  day: "dayCode.how",
} as const;

/** Shows the code in large type, its remaining time, and instructions. */
export function RecoveryCode({ issuedCode, user }: { issuedCode: IssuedCode; user: User }) {
  const t = useTranslations("person-security");
  const format = useFormat();
  const remainingMs = useTimeLeft(issuedCode.endsAt);
  const name = nameOf(user);
  if (remainingMs <= 0) {
    return (
      <ErrorBox variant="warning" persistent>
        {t("recovery.over")}
      </ErrorBox>
    );
  }
  const isDay = issuedCode.purpose === "day";
  const remaining = isDay
    ? t("dayCode.until", { time: format.time(issuedCode.expiresAt) })
    : t("recovery.remaining", { time: clockOf(remainingMs) });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 rounded-r-3 border border-line bg-surface-2 px-4 py-5">
        <p className="text-center font-mono text-[2.5rem] leading-none font-strong tracking-wide text-text max-sm:text-[2rem]">
          <span className="sr-only">{t(isDay ? "dayCode.code" : "recovery.code")}: </span>
          <span data-recovery-code>{groupDigits(issuedCode.code)}</span>
        </p>
        <div className="grid gap-2">
          {/* Not announced every second; screen reader users can read it on demand. */}
          <p className="flex items-center justify-center gap-2 text-dense text-text-2 tabular-nums">
            <Timer size={16} strokeWidth={2} aria-hidden />
            {remaining}
          </p>
          {!isDay && (
            <Meter
              plain
              label={t("recovery.code")}
              valueText={remaining}
              ratio={remainingMs / recoveryCodeMs}
            />
          )}
        </div>
      </div>
      <p className="text-text-2">{t(howTexts[issuedCode.purpose], { name })}</p>
      <div>
        <Button icon={Printer} onClick={() => window.print()}>
          {t("recovery.print")}
        </Button>
      </div>
      <RecoverySheet issuedCode={issuedCode} user={user} />
    </div>
  );
}
