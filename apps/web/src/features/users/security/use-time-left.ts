import { useEffect, useState } from "react";

const secondMs = 1000;

/** Milliseconds until a moment (milliseconds since 1970), counted each second; 0 from then on. */
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
