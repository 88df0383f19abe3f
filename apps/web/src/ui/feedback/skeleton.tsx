import { useEffect, useState, type ReactNode } from "react";
import { cx } from "../cx.ts";

/** Milliseconds before a skeleton appears, so that fast loads do not flicker. */
const skeletonDelayMs = 150;

/** A gray shape. Give it the size of the content: `className="h-3 w-40"`. */
export function Skeleton({ round = false, className }: { round?: boolean; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cx("motion-skeleton block bg-surface-3", round ? "rounded-full" : "rounded-r-1", className)}
    />
  );
}

export interface SkeletonGroupProps {
  /** Announced once to assistive technology, for example "Wird geladen …". */
  label: string;
  delayMs?: number;
  className?: string | undefined;
  children: ReactNode;
}

/** When each group on the page started waiting, in ms. */
const waits = new Set<{ readonly since: number }>();

/**
 * Skeleton shapes in the layout of the content. They appear after 150 ms but reserve their space from the start. A
 * group that replaces another, such as the first one in a lazily loaded tab, continues the wait of the group that it
 * replaces. Otherwise the visible skeleton would be replaced by an empty area.
 */
export function SkeletonGroup({ label, delayMs = skeletonDelayMs, className, children }: SkeletonGroupProps) {
  const [wait] = useState(() => ({
    since: Math.min(performance.now(), ...Array.from(waits, ({ since }) => since)),
  }));
  const [isVisible, setVisible] = useState(() => performance.now() - wait.since >= delayMs);

  useEffect(() => {
    waits.add(wait);
    return () => void waits.delete(wait);
  }, [wait]);
  useEffect(() => {
    if (isVisible) return;
    const timer = setTimeout(() => setVisible(true), delayMs - (performance.now() - wait.since));
    return () => clearTimeout(timer);
  }, [delayMs, isVisible, wait]);

  return (
    <div role="status" data-shown={isVisible} className={cx(!isVisible && "invisible", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
