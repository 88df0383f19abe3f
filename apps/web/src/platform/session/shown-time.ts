const minuteSeconds = 60;
/** Moments at which the time left is read out, in seconds. */
const announcedAt: readonly number[] = [300, 120, 60, 30];

export type ShownTime = { readonly figures: string; readonly unit: "minutes" | "seconds" };

/** The countdown as shown: minutes as long as a full one is left (4:32), then seconds (59). */
export function shownTime(secondsLeft: number): ShownTime {
  if (secondsLeft < minuteSeconds) return { figures: String(secondsLeft), unit: "seconds" };
  const seconds = String(secondsLeft % minuteSeconds).padStart(2, "0");
  return { figures: `${Math.floor(secondsLeft / minuteSeconds)}:${seconds}`, unit: "minutes" };
}

/** The last moment worth reading out that the countdown has passed, in whole minutes or seconds. */
export function announcedSeconds(secondsLeft: number, totalSeconds: number): number {
  const passed = announcedAt.filter((moment) => moment >= secondsLeft && moment < totalSeconds);
  const start =
    totalSeconds < minuteSeconds ? totalSeconds : Math.ceil(totalSeconds / minuteSeconds) * minuteSeconds;
  return passed.at(-1) ?? start;
}
