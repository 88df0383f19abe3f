import { useEffect, useEffectEvent } from "react";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { deskState } from "../../platform/session/desk-state.ts";
import { lastActivityMs } from "../../platform/session/last-activity.ts";
import { lockScreen, readDesk } from "../../platform/session/lock-screen.ts";

const minuteMs = 60_000;
/** How often inactivity is checked. */
const checkMs = 5_000;

/** Locks the screen after the workstation's inactivity time-out. */
function lockWhenIdle(): void {
  const { autoLockMinutes } = deskState();
  const last = lastActivityMs();
  if (autoLockMinutes === null || last === null) return;
  if (Date.now() - last >= autoLockMinutes * minuteMs) lockScreen();
}

function read(): void {
  // Without a response the workstation's state stays unchanged.
  readDesk({ background: true }).catch(() => undefined);
}

/**
 * Locks the screen of this workstation on Ctrl+Alt+L or after inactivity, and keeps its shared state up to
 * date.
 */
export function useDesk(): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== "KeyL" || !event.ctrlKey || !event.altKey) return;
    event.preventDefault();
    lockScreen();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
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
