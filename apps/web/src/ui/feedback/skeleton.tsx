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

/** Skeleton shapes in the layout of the content. They appear after 150 ms but reserve their space from the start. */
export function SkeletonGroup({ label, delayMs = skeletonDelayMs, className, children }: SkeletonGroupProps) {
  const [isVisible, setVisible] = useState(delayMs === 0);

  useEffect(() => {
    if (isVisible) return;
    const timer = setTimeout(() => setVisible(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, isVisible]);

  return (
    <div role="status" data-shown={isVisible} className={cx(!isVisible && "invisible", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
