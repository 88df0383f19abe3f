import type { ReactNode } from "react";
import { CountPill } from "../label/count-pill.tsx";
import { cx } from "../cx.ts";
import { useCurrentInView } from "./use-current-in-view.ts";

/** Props of the router's link: `link: (props) => <Link to="…" {...props} />`. */
export interface TabLinkProps {
  className: string;
  "aria-current": "page" | undefined;
  children: ReactNode;
}

export interface TabItem {
  key: string;
  label: string;
  current: boolean;
  /** Null while it is loading. Its space is reserved. */
  count?: number | string | null | undefined;
  link: (props: TabLinkProps) => ReactNode;
}

export interface TabsProps {
  /** Accessible name of the row, for example "Ansichten". */
  label: string;
  items: readonly TabItem[];
  /** Reserves space for counts of five digits instead of two. */
  hasLargeCounts?: boolean;
  /** A quiet button at the right end of the row. */
  aside?: ReactNode;
  className?: string | undefined;
}

/** A count. It has its final width while it is loading, so that the adjacent tabs do not shift. */
function Count({ of: { count, current } }: { of: TabItem }) {
  return (
    <span className={cx("grid min-w-7", count === null && "invisible")}>
      <CountPill current={current}>{count ?? 0}</CountPill>
    </span>
  );
}

/** Tabs as links, each with its own URL. Below 768 px, the row scrolls to the current tab. */
export function Tabs({ label, items, hasLargeCounts = false, aside, className }: TabsProps) {
  const row = useCurrentInView<HTMLElement>(items.find((item) => item.current)?.key);
  return (
    <div className={cx("edge-marks flex items-end justify-between gap-4 border-b border-line", className)}>
      <nav
        ref={row}
        aria-label={label}
        className="faded-edges edge-timeline relative -mb-px flex min-w-0 gap-1 overflow-x-auto overscroll-x-contain [scrollbar-width:none] md:flex-wrap md:overflow-visible"
      >
        {items.map((item) => (
          <span
            key={item.key}
            data-label={hasLargeCounts ? item.label : undefined}
            className={cx(
              "shrink-0",
              hasLargeCounts && "count-space",
              item.current ? "font-strong" : "font-nav",
            )}
          >
            {item.link({
              className: cx(
                "focus-inset inline-flex h-11 items-center gap-2 border-b-2 px-3 text-body whitespace-nowrap hyphens-none transition-colors duration-(--t-quick) md:h-10 md:px-2.5",
                item.current
                  ? "border-accent font-strong text-text"
                  : "border-transparent font-nav text-text-2 hover:text-text",
              ),
              "aria-current": item.current ? "page" : undefined,
              children: (
                <>
                  {/* The space separates the count for screen readers and in copied text. */}
                  {item.count === undefined ? item.label : `${item.label} `}
                  {item.count !== undefined && <Count of={item} />}
                </>
              ),
            })}
          </span>
        ))}
      </nav>
      {aside !== undefined && <div className="shrink-0 pb-1 max-md:hidden">{aside}</div>}
    </div>
  );
}
