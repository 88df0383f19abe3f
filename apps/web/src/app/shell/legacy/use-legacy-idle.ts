import { sessionIdleMs } from "@praxisportal/contract/limits";
import { useEffect } from "react";
import { endLegacySession } from "../../../platform/session/legacy/legacy-session.ts";

const checkMs = 15_000;
const activity = ["pointerdown", "keydown", "wheel"] as const;

/** Ends the session in this tab after the idle time that the server allows. */
export function useLegacyIdle(): void {
  useEffect(() => {
    let lastAt = Date.now();
    const handleActivity = () => {
      lastAt = Date.now();
    };
    const check = () => {
      if (Date.now() - lastAt >= sessionIdleMs) endLegacySession("inactive");
    };
    for (const event of activity)
      document.addEventListener(event, handleActivity, { passive: true, capture: true });
    // A hidden tab or a sleeping computer delays the timer.
    document.addEventListener("visibilitychange", check);
    const timer = setInterval(check, checkMs);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
      for (const event of activity) document.removeEventListener(event, handleActivity, { capture: true });
    };
  }, []);
}
