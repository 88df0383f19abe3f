const hourMs = 3_600_000;

/** Number of digits of a PIN. */
export const pinDigits = 6;
/** How long a PIN works after a full sign-in on the same workstation. */
export const pinValidMs = 12 * hourMs;
/** Wrong PINs of one user on a workstation before their PIN there is locked. */
export const pinFailuresPerPerson = 5;
/** Wrong PINs of all users on a workstation before all PINs there are locked. */
export const pinFailuresPerDevice = 10;
/** Calls for help from one lock screen that alert someone, per hour. */
export const alarmsPerDevicePerHour = 3;
/** How long the page of a locked-out user waits for the unlock. */
export const alarmValidMs = hourMs / 2;
/** How often that page polls. */
export const alarmPollMs = 1_500;
/** How long the lock screen of a shared workstation shows a user's tile after they last worked there. */
export const workstationTileWindowMs = 14 * 24 * hourMs;
/** Most tiles on a lock screen. */
export const workstationTilesMax = 60;

/**
 * Returns whether a PIN is among the first that anyone would try: fewer than three different digits, a run up or down,
 * or the same two or three digits repeated. Dates are allowed, because six digits can be read as a date too often.
 */
export function isSimplePin(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = new Set(digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10));
  const isRun = steps.size === 1;
  const isRepeated = pin.slice(0, 3) === pin.slice(3) || pin.slice(0, 2).repeat(3) === pin;
  return new Set(digits).size < 3 || isRun || isRepeated;
}
