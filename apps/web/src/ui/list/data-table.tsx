import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { wholeWords } from "../label/whole-words.tsx";

export interface TableCardProps {
  /** Accessible name of the table. */
  label: string;
  /** Shows a line on top while new rows are fetched. Old rows are not dimmed. */
  reloading?: boolean;
  /** `TableHead` and `TableBody`. */
  children: ReactNode;
  /** Content at the bottom edge, such as the selection bar. */
  footer?: ReactNode;
  /** Empty or error state that replaces the table. */
  emptyState?: ReactNode;
  /** True if the columns have the widths of the `colgroup`, regardless of their contents. */
  fixed?: boolean;
  className?: string | undefined;
}

/** A card with a table. Header and selection bar are sticky in the window's scroll area. */
export function TableCard({
  label,
  reloading = false,
  children,
  footer,
  emptyState,
  fixed = false,
  className,
}: TableCardProps) {
  return (
    <div
      className={cx("relative rounded-r-3 border border-line bg-surface", className)}
      aria-busy={reloading}
    >
      {reloading && (
        <span
          className="absolute inset-x-0 -top-px z-20 block h-0.5 overflow-hidden rounded-t-r-3"
          aria-hidden="true"
        >
          <span className="motion-reload block h-full w-1/3 bg-accent" />
        </span>
      )}
      <table
        aria-label={label}
        className={cx(
          "w-full border-separate [border-spacing:0] text-dense",
          fixed && "table-fixed print:table-auto",
        )}
      >
        {children}
      </table>
      {emptyState}
      {footer}
    </div>
  );
}

/** The header row. It sticks below the top bar (`--table-top`, set by the layout and 0 by default). */
export function TableHeader({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  );
}

const headerCell =
  "sticky top-(--table-top,0px) z-10 h-10 border-b border-line bg-surface-2 p-0 text-left text-small font-strong text-text-3 first:rounded-tl-[7px] last:rounded-tr-[7px]";
const edgePadding = "px-3 group-first/cell:pl-4 group-last/cell:pr-4";

export interface HeaderCellProps {
  children?: ReactNode;
  /** Numbers are right-aligned. */
  align?: "left" | "right";
  /** As narrow as its content, for columns of checkboxes and menus. */
  narrow?: boolean;
  /** Minimum width with its unit, for example "12rem". */
  minWidth?: string | undefined;
  /** The control at the edge that changes the width of the column. */
  resizer?: ReactNode;
  className?: string | undefined;
}

/**
 * Returns the name of a header without the name of the control at its edge. Returns undefined if it has no such
 * control.
 */
const labelOf = (children: ReactNode, resizer: ReactNode) =>
  resizer !== undefined && typeof children === "string" ? children : undefined;

/** Header of a column that cannot be sorted. */
export function HeaderCell({
  children,
  align = "left",
  narrow = false,
  minWidth,
  resizer,
  className,
}: HeaderCellProps) {
  return (
    <th
      scope="col"
      aria-label={labelOf(children, resizer)}
      style={{ minWidth }}
      className={cx("group/cell", headerCell, narrow && "w-px", className)}
    >
      <div className={cx("py-1", edgePadding, align === "right" && "text-right")}>{wholeWords(children)}</div>
      {resizer}
    </th>
  );
}

export type SortOrder = "asc" | "desc";

export interface SortableHeaderCellProps extends Omit<HeaderCellProps, "narrow"> {
  /** The sort order if the list is sorted by this column. */
  order?: SortOrder | undefined;
  onSort: () => void;
}

/** Header of a sortable column. The entire cell is the button. */
export function SortableHeaderCell({
  children,
  order,
  onSort,
  align = "left",
  minWidth,
  resizer,
  className,
}: SortableHeaderCellProps) {
  const Arrow = order === "desc" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-label={labelOf(children, resizer)}
      aria-sort={order === undefined ? "none" : order === "asc" ? "ascending" : "descending"}
      style={{ minWidth }}
      className={cx("group/cell", headerCell, className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={cx(
          "group/sort focus-inset flex min-h-10 w-full items-center gap-1 py-1 text-left transition-colors duration-(--t-quick) hover:text-text",
          edgePadding,
          align === "right" && "justify-end text-right",
          order !== undefined && "text-text",
        )}
      >
        <span className="min-w-0">{wholeWords(children)}</span>
        <Arrow
          size={14}
          strokeWidth={2}
          aria-hidden
          className={cx(
            // Extends into the cell's padding, which leaves narrow columns room for their names.
            "-mr-3 shrink-0",
            order === undefined &&
              "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
          )}
        />
      </button>
      {resizer}
    </th>
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...props} className={cx("[&>tr:last-child>*]:border-b-0", props.className)} />;
}

export interface TableRowProps extends ComponentProps<"tr"> {
  selected?: boolean;
}

/** One row, at least 52 px high. The name in the row is a link, but the row itself is not. */
export function TableRow({ selected = false, className, ...rest }: TableRowProps) {
  return (
    <tr
      {...rest}
      data-selected={selected}
      className={cx(
        "transition-colors duration-(--t-quick)",
        selected ? "bg-accent-soft" : "hover:bg-surface-2",
        className,
      )}
    />
  );
}

export interface TableCellProps extends ComponentProps<"td"> {
  align?: "left" | "right";
  /** True for the row header, which is usually the cell with the name. */
  header?: boolean;
  /** True for a single line of text. The row may then be 44 px high. */
  dense?: boolean;
}

/** One cell. Text wraps, and numbers are right-aligned. */
export function TableCell({
  align = "left",
  header = false,
  dense = false,
  className,
  ...rest
}: TableCellProps) {
  const Cell = header ? "th" : "td";
  return (
    <Cell
      {...rest}
      {...(header ? { scope: "row" as const } : {})}
      className={cx(
        "border-b border-line px-3 py-1.5 align-middle font-normal first:pl-4 last:pr-4",
        dense ? "h-11" : "h-13",
        align === "right" ? "text-right tabular-nums" : "text-left",
        className,
      )}
    />
  );
}
