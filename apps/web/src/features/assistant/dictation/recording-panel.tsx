import { maxUploadBytes } from "@praxisportal/contract/limits";
import Check from "lucide-react/icons/check";
import Mic from "lucide-react/icons/mic";
import Pause from "lucide-react/icons/pause";
import Trash from "lucide-react/icons/trash-2";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { RecordingState } from "./recording.ts";
import type { Dictation } from "./use-dictation.ts";

const barCount = 24;

/** Formats a duration: `1:05`, `1:02:05`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** Shows a running recording with time, level and size, and buttons to pause, finish or discard it. */
export function RecordingPanel({
  recording,
  dictation,
}: {
  recording: RecordingState;
  dictation: Dictation;
}) {
  const t = useTranslations("assistant");
  const format = useFormat();
  const { isPaused, elapsedMs, bytes, level } = recording;
  const doneRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    doneRef.current?.querySelector("button")?.focus();
  }, []);

  return (
    <div
      className={cx(
        "rounded-r-3 border px-4 py-4",
        isPaused ? "border-line bg-surface-2" : "border-danger-line bg-danger-soft",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p
          role="status"
          className={cx("flex items-center gap-2 font-strong", isPaused ? "text-text-2" : "text-danger")}
        >
          {isPaused ? (
            <Pause size={18} strokeWidth={2} aria-hidden />
          ) : (
            <span
              className="motion-pulse size-3 rounded-full bg-danger-solid forced-colors:bg-[Highlight]"
              aria-hidden
            />
          )}
          {t(isPaused ? "dictation.paused" : "dictation.recording")}
        </p>
        <p role="timer" aria-label={t("dictation.elapsed")} className="text-title text-text tabular-nums">
          {clockText(elapsedMs)}
        </p>
        <Level level={level} />
      </div>
      <p className="mt-2 text-small text-text-2 tabular-nums">
        {t("dictation.size", { size: format.bytes(bytes), max: format.bytes(maxUploadBytes) })}
      </p>
      <div ref={doneRef} className="mt-4 flex flex-wrap gap-3 max-sm:grid">
        <Button size="large" variant="primary" icon={Check} onClick={dictation.stop}>
          {t("dictation.finish")}
        </Button>
        <Button
          size="large"
          icon={isPaused ? Mic : Pause}
          onClick={isPaused ? dictation.resume : dictation.pause}
        >
          {t(isPaused ? "dictation.resume" : "dictation.pause")}
        </Button>
        <Button size="large" variant="destructive" icon={Trash} onClick={dictation.cancel}>
          {t("dictation.discard")}
        </Button>
      </div>
    </div>
  );
}

/** The input level. It is hidden from assistive technology. */
function Level({ level }: { level: number }) {
  return (
    <span aria-hidden data-level={level.toFixed(2)} className="flex h-6 min-w-0 items-center gap-0.5">
      {Array.from({ length: barCount }, (_none, index) => (
        <span
          key={index}
          className={cx(
            "h-4 w-1 rounded-full",
            index < Math.round(level * barCount) ? "bg-danger" : "bg-line-strong",
          )}
        />
      ))}
    </span>
  );
}
