import { type ReactNode, useId } from "react";

interface FigureCardProps {
  title: string;
  /** To the right of the title. */
  aside?: ReactNode;
  /** An amount or a count. Absent on a card without a figure. */
  figure?: ReactNode;
  /** Beside the figure. */
  unit?: ReactNode;
  children?: ReactNode;
}

/** A card in the row at the top of the page, usually with one large figure. */
export function FigureCard({ title, aside, figure, unit, children }: FigureCardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col rounded-r-3 border border-line bg-surface p-5"
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={titleId} className="text-body font-nav text-text-2">
          {title}
        </h2>
        {Boolean(aside) && <span className="text-small text-text-3">{aside}</span>}
      </div>
      {figure !== undefined && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className="text-display text-text tabular-nums">{figure}</span>
          {unit !== undefined && <span className="text-dense text-text-2">{unit}</span>}
        </p>
      )}
      {children}
    </section>
  );
}
