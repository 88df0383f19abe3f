import { flushActivity } from "../times/activity.ts";
import { lastActivityMs } from "../times/last-activity.ts";
import { workstationState } from "./workstation-state.ts";

const minuteMs = 60_000;
/** Time before the lock at which its notice appears, in ms. */
export const idleLockNoticeMs = 30_000;

/**
 * Returns the time in ms until this workstation locks its screen: 0 when the lock is due, or null if the screen never
 * locks.
 */
export function idleLockInMs(nowMs = Date.now()): number | null {
  const { autoLockMinutes } = workstationState();
  if (autoLockMinutes === null) return null;
  flushActivity();
  const last = lastActivityMs();
  return last === null ? null : Math.max(0, last + autoLockMinutes * minuteMs - nowMs);
}
