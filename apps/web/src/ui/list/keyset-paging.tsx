import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";

export interface KeysetPagingProps {
  /** Accessible name of the navigation. */
  label: string;
  /** The number of items, as text. */
  count: ReactNode;
  /** Cursors of the adjacent pages. Null if there is no such page. */
  previous: string | null;
  next: string | null;
  previousLabel: string;
  nextLabel: string;
  /** Link to the first page, shown on all other pages. */
  firstLabel?: string;
  onCursor: (cursor: string | undefined) => void;
}

/** Paging without page numbers: next, previous and first. */
export function KeysetPaging(props: KeysetPagingProps) {
  const { previous, next, firstLabel, onCursor } = props;
  return (
    <nav aria-label={props.label} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-dense text-text-3 tabular-nums">{props.count}</p>
      <div className="button-row flex flex-wrap gap-2">
        {firstLabel !== undefined && previous !== null && (
          <Button size="small" variant="quiet" onClick={() => onCursor(undefined)}>
            {firstLabel}
          </Button>
        )}
        <Button
          size="small"
          icon={ChevronLeft}
          disabled={previous === null}
          onClick={() => onCursor(previous ?? undefined)}
        >
          {props.previousLabel}
        </Button>
        <Button size="small" disabled={next === null} onClick={() => onCursor(next ?? undefined)}>
          {props.nextLabel}
          <ChevronRight size={16} strokeWidth={2} className="shrink-0" aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
