import type { LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";

export interface TileProps {
  icon: LucideIcon;
  title: string;
  /** The main figure. */
  value: ReactNode;
  /** Unit or scale, displayed beside the figure. */
  unit?: ReactNode;
  children?: ReactNode;
  /** Link or additional fact at the bottom edge. */
  footer?: ReactNode;
}

/** A tile with a single figure. */
export function Tile({ icon: Icon, title, value, unit, children, footer }: TileProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col sm:min-h-46 xl:min-h-58 rounded-r-3 border border-line bg-surface p-5"
    >
      <h2 id={titleId} className="flex items-start gap-2 text-body font-nav text-text-2">
        <Icon size={16} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
        {title}
      </h2>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-display text-text tabular-nums">{value}</span>
        {unit !== undefined && <span className="text-body text-text-2">{unit}</span>}
      </p>
      {children}
      {footer !== undefined && <div className="mt-auto pt-2 text-small text-text-2">{footer}</div>}
    </section>
  );
}
