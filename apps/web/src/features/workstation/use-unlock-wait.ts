import { alarmPollMs, alarmValidMs } from "@praxisportal/contract/workstation/workstation.rules";
import { useEffect, useEffectEvent } from "react";
import { isUnlocked } from "./workstation.api.ts";

/**
 * Polls, while the tab is visible, whether the user of an alarm has been unlocked. Calls `onEnd` once: with true after
 * the unlock, or with false when the alarm has expired. Does nothing without an alarm.
 */
export function useUnlockWait(alarmId: string | null, onEnd: (unlocked: boolean) => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (alarmId === null) return;
    const abort = new AbortController();
    const endsAt = Date.now() + alarmValidMs;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function poll(id: string): Promise<void> {
      // Fails while the server cannot be reached. The next poll tries again.
      const unlocked = await isUnlocked(id, abort.signal).catch(() => false);
      if (abort.signal.aborted) return;
      if (unlocked || Date.now() >= endsAt) return end(unlocked);
      schedule(id);
    }

    function schedule(id: string): void {
      clearTimeout(timer);
      timer = document.hidden ? undefined : setTimeout(() => void poll(id), alarmPollMs);
    }

    const onVisible = () => {
      if (timer === undefined && !document.hidden) schedule(alarmId);
    };
    document.addEventListener("visibilitychange", onVisible);
    schedule(alarmId);
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [alarmId]);
}
