import { useEffect, useState } from "react";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { idleLockInMs, idleLockNoticeMs } from "../../platform/session/lock/idle-lock.ts";
import { lockScreen, fetchWorkstation } from "../../platform/session/lock/lock-screen.ts";

/** Interval at which inactivity is checked. */
const checkMs = 1_000;

function refreshWorkstation(): void {
  // Without a response, the workstation's state stays unchanged.
  fetchWorkstation({ background: true }).catch(() => undefined);
}

/**
 * Locks the screen of this workstation after inactivity, and keeps its shared state up to date. Returns the seconds
 * until the lock while its notice is due, otherwise null.
 */
export function useWorkstationLock(): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const lockWhenIdle = () => {
      const leftMs = idleLockInMs();
      if (leftMs === 0) lockScreen();
      setSecondsLeft(leftMs === null || leftMs > idleLockNoticeMs ? null : Math.ceil(leftMs / 1_000));
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") lockWhenIdle();
    };
    refreshWorkstation();
    const timer = setInterval(lockWhenIdle, checkMs);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, []);
  useRealtimeEvent("organizationUpdate", ({ workstationId }) => {
    if (workstationId !== undefined) refreshWorkstation();
  });
  return secondsLeft;
}
