import { cx } from "../cx.ts";
import { Skeleton } from "./skeleton.tsx";

/** Rows of a list in a card while it is loading: two lines of text, and a shape at the right. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_none, index) => (
        <div key={index} className="flex items-center justify-between gap-6 px-5 py-4">
          <div className="grid min-w-0 grow grid-cols-1 gap-2">
            <Skeleton className="h-3.5 w-48 max-w-full" />
            <Skeleton className="h-3 w-32 max-w-full" />
          </div>
          <Skeleton className="h-5 w-20 shrink-0" />
        </div>
      ))}
    </div>
  );
}

export interface SkeletonCardProps {
  /** Rows of the list below the heading. */
  rows: number;
  className?: string;
}

/** A card with a heading and a list while it is loading. */
export function SkeletonCard({ rows, className }: SkeletonCardProps) {
  return (
    <div className={cx("min-w-0 rounded-r-3 border border-line bg-surface", className)}>
      <div className="border-b border-line px-5 py-4">
        <Skeleton className="my-1 h-4 w-40 max-w-full" />
      </div>
      <SkeletonRows count={rows} />
    </div>
  );
}
