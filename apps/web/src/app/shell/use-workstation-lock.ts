import { useEffect, useEffectEvent } from "react";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { workstationState } from "../../platform/session/workstation-state.ts";
import { lastActivityMs } from "../../platform/session/last-activity.ts";
import { lockScreen, fetchWorkstation } from "../../platform/session/lock-screen.ts";

const minuteMs = 60_000;
/** How often inactivity is checked. */
const checkMs = 5_000;

/** Locks the screen after the workstation's inactivity time-out. */
function lockWhenIdle(): void {
  const { autoLockMinutes } = workstationState();
  const last = lastActivityMs();
  if (autoLockMinutes === null || last === null) return;
  if (Date.now() - last >= autoLockMinutes * minuteMs) lockScreen();
}

function read(): void {
  // Without a response the workstation's state stays unchanged.
  fetchWorkstation({ background: true }).catch(() => undefined);
}

/**
 * Locks the screen of this workstation on Ctrl+Alt+L or after inactivity, and keeps its shared state up to
 * date.
 */
export function useWorkstationLock(): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== "KeyL" || !event.ctrlKey || !event.altKey) return;
    event.preventDefault();
    lockScreen();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event);
    const onVisible = () => {
      if (document.visibilityState === "visible") lockWhenIdle();
    };
    read();
    const timer = setInterval(lockWhenIdle, checkMs);
    document.addEventListener("keydown", listen);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("keydown", listen);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, []);
  useRealtimeEvent("organizationUpdate", ({ workstationId }) => {
    if (workstationId !== undefined) read();
  });
}
