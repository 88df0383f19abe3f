import { cx } from "../cx.ts";

/** A thin bar that shows the remaining time of a box. It does not move while `paused`. */
export function ClockBar({ durationMs, paused }: { durationMs: number; paused: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-clock={durationMs}
      style={{ "--clock": `${durationMs}ms` } as Record<string, string>}
      className={cx(
        "motion-clock absolute inset-x-0 bottom-0 block h-0.5 bg-success",
        paused && "[animation-play-state:paused]",
      )}
    />
  );
}
