const secondMs = 1000;
const minuteS = 60;

/** Formats a remaining time as `1:04:05` or `4:05`. A time in the past is `0:00`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / minuteS ** 2), Math.floor(seconds / minuteS) % minuteS];
  const paddedSeconds = twoDigits(seconds % minuteS);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${paddedSeconds}` : `${minutes}:${paddedSeconds}`;
}
