import { useEffect, useEffectEvent, useRef, useState } from "react";

export interface DismissTimer {
  /** True while hover or focus pauses the timeout. */
  paused: boolean;
  /** Handlers of the box. Hover and focus pause the timeout. */
  pauseHandlers: Readonly<Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur", () => void>>;
}

/**
 * Calls `onDismiss` once after `durationMs` of running time, or never if it is null. Pausing keeps the elapsed time, so
 * that it does not start over.
 */
export function useDismissTimer(durationMs: number | null, onDismiss: () => void): DismissTimer {
  const [paused, setPaused] = useState(false);
  const elapsedMs = useRef(0);
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    elapsedMs.current = 0;
  }, [durationMs]);

  useEffect(() => {
    if (durationMs === null || paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(), Math.max(0, durationMs - elapsedMs.current));
    return () => {
      clearTimeout(timer);
      elapsedMs.current += performance.now() - startedAt;
    };
  }, [durationMs, paused]);

  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return {
    paused,
    pauseHandlers: { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume },
  };
}
