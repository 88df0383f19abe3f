import { type ReactNode, useId } from "react";

export interface StatTileProps {
  title: string;
  value: ReactNode;
  /** The month, at the right of the title. */
  month: ReactNode;
  children?: ReactNode;
}

/** A single figure with an explanation. */
export function StatTile({ title, value, month, children }: StatTileProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col rounded-r-3 border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 id={titleId} className="text-body font-nav text-text-2">
          {title}
        </h2>
        <span className="text-small text-text-3 tabular-nums">{month}</span>
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-display text-text tabular-nums">{value}</span>
      </p>
      {children}
    </section>
  );
}
