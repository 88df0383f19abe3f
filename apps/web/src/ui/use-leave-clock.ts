import { useEffect, useEffectEvent, useRef, useState } from "react";

export interface LeaveClock {
  /** True while hover or focus pauses the time-out. */
  paused: boolean;
  /** Spread on the box: hover and focus pause the time-out. */
  hold: Readonly<Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur", () => void>>;
}

/**
 * Calls `onLeave` once after `durationMs` of running time; `null` never. Pausing keeps the elapsed time, so
 * that it does not start over.
 */
export function useLeaveClock(durationMs: number | null, onLeave: () => void): LeaveClock {
  const [paused, setPaused] = useState(false);
  const spent = useRef(0);
  const leave = useEffectEvent(onLeave);

  useEffect(() => {
    spent.current = 0;
  }, [durationMs]);

  useEffect(() => {
    if (durationMs === null || paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => leave(), Math.max(0, durationMs - spent.current));
    return () => {
      clearTimeout(timer);
      spent.current += performance.now() - startedAt;
    };
  }, [durationMs, paused]);

  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return { paused, hold: { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume } };
}
