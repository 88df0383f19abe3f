import { type KeyboardEvent, type PointerEvent, useRef } from "react";

interface ColumnResizerProps {
  label: string;
  /** Width of the column relative to the others, and the sum of all widths. */
  width: number;
  total: number;
  /** Previews a relative width while the edge is dragged. */
  onDrag: (width: number) => void;
  /** Called with the final relative width. */
  onWidth: (width: number) => void;
}

/** Change per press of an arrow key. */
const step = 1;

const minWidth = 3;

/** Maximum share of the table for one column. */
const maxShare = 0.7;

/**
 * The edge of a header cell. Resizes its column by dragging or with the arrow keys. The other columns share the
 * remaining width.
 */
export function ColumnResizer({ label, width, total, onDrag, onWidth }: ColumnResizerProps) {
  const start = useRef<{ x: number; column: number; table: number } | null>(null);

  /** Returns the relative width at which the column takes `px` of the table. */
  function relativeWidth(px: number, tablePx: number): number {
    const share = Math.min(px / tablePx, maxShare);
    return Math.max((share / (1 - share)) * (total - width), minWidth);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const cell = event.currentTarget.closest("th");
    const table = event.currentTarget.closest("table");
    if (cell === null || table === null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, column: cell.offsetWidth, table: table.offsetWidth };
  }

  /** Returns the width to which the pointer has dragged the column, or undefined until it has moved. */
  function draggedWidth({ clientX }: PointerEvent<HTMLElement>): number | undefined {
    const { current } = start;
    if (current === null || clientX === current.x) return undefined;
    return relativeWidth(current.column + clientX - current.x, current.table);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const dragged = draggedWidth(event);
    if (dragged !== undefined) onDrag(dragged);
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const dragged = draggedWidth(event);
    start.current = null;
    if (dragged !== undefined) onWidth(dragged);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    onWidth(Math.max(width + change, minWidth));
  }

  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round((width / total) * 100)}
      title={label}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 right-0 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-line-strong after:opacity-0 hover:after:opacity-100 focus-visible:after:opacity-100 print:hidden"
    />
  );
}
