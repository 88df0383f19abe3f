const hourMs = 3_600_000;

/** Number of digits of a PIN. */
export const pinDigits = 6;
/** Time during which a PIN works after a full sign-in on the same workstation. */
export const pinValidMs = 12 * hourMs;
/** Number of wrong PINs of one user on a workstation before their PIN there is locked. */
export const pinFailuresPerPerson = 5;
/** Number of wrong PINs of all users on a workstation before all PINs there are locked. */
export const pinFailuresPerDevice = 10;
/** Maximum number of calls for help per hour from one lock screen that send an alert. */
export const alarmsPerDevicePerHour = 3;
/** Time during which the page of a locked-out user waits for the unlock. */
export const alarmValidMs = hourMs / 2;
/** Interval at which that page polls. */
export const alarmPollMs = 1_500;
/** Time during which the lock screen of a shared workstation shows a user's tile after they last worked there. */
export const workstationTileWindowMs = 14 * 24 * hourMs;
/** Maximum number of tiles on a lock screen. */
export const workstationTilesMax = 60;

/**
 * Returns whether a PIN is easy to guess: fewer than three different digits, equal steps up or down, the same two or
 * three digits repeated, three pairs, or the same digits forwards and backwards. Dates are allowed, because most
 * six-digit numbers can be read as a date.
 */
export function isSimplePin(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = new Set(digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10));
  const isRun = steps.size === 1;
  const isRepeated = pin.slice(0, 3) === pin.slice(3) || pin.slice(0, 2).repeat(3) === pin;
  const isPaired = /^(?:(\d)\1){3}$/.test(pin);
  const isMirrored = digits.toReversed().join("") === pin;
  return new Set(digits).size < 3 || isRun || isRepeated || isPaired || isMirrored;
}
