const minuteSeconds = 60;
/** Moments at which the remaining time is announced, in seconds. */
const announcedAt: readonly number[] = [300, 120, 60, 30];

export type DisplayedTime = { readonly value: string; readonly unit: "minutes" | "seconds" };

/** Formats the countdown: minutes while at least one minute is left (4:32), then seconds (59). */
export function displayedTime(secondsLeft: number): DisplayedTime {
  if (secondsLeft < minuteSeconds) return { value: String(secondsLeft), unit: "seconds" };
  const seconds = String(secondsLeft % minuteSeconds).padStart(2, "0");
  return { value: `${Math.floor(secondsLeft / minuteSeconds)}:${seconds}`, unit: "minutes" };
}

/** Returns the last announced moment that the countdown has passed, in whole minutes or seconds. */
export function announcedSeconds(secondsLeft: number, totalSeconds: number): number {
  const passed = announcedAt.filter((moment) => moment >= secondsLeft && moment < totalSeconds);
  const start =
    totalSeconds < minuteSeconds ? totalSeconds : Math.ceil(totalSeconds / minuteSeconds) * minuteSeconds;
  return passed.at(-1) ?? start;
}
