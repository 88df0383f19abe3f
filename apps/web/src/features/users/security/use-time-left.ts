import { useEffect, useState } from "react";

const secondMs = 1000;

/** Returns the milliseconds until `endsAt` (ms since 1970), updated every second, or 0 afterwards. */
export function useTimeLeft(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= endsAt;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(endsAt - now, 0);
}
