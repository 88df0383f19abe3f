import { Fragment, useId } from "react";
import { cx } from "../cx.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import { OpenRowButton, SelectRow } from "./list-controls.tsx";
import type { DisplayedColumn, DisplayedList } from "./displayed-list.ts";
import { wholeWords } from "../label/whole-words.tsx";

/** A badge that is wider than its half of the card takes two lines. */
const box = "relative rounded-r-3 border p-4 [&_[data-tone]]:whitespace-normal";
const plain = "border-line bg-surface";
const skeletonCards = [0, 1, 2, 3];

/** The first button of the heading covers the whole card for touch. Other controls are above it. */
const headingHit =
  "[&_button]:after:absolute [&_button]:after:inset-0 [&_button]:after:rounded-r-3 [&_a]:after:absolute [&_a]:after:inset-0";
const above = "relative z-10";
const controlsAbove = "[&_button]:relative [&_button]:z-10 [&_a]:relative [&_a]:z-10";

/**
 * A list as cards, for narrow windows. The naming column is the heading, followed by the other columns with their
 * names.
 */
export function ListCards<Row extends { readonly id: string }>(props: DisplayedList<Row>) {
  const { label, columns, rows, reloading, fallback, currentId, selection, details, menu } = props;
  const listId = useId();
  const title = columns.find(({ namesRow }) => namesRow);
  const others = columns.filter(({ namesRow }) => !namesRow);
  const line = others.filter(({ card }) => card === "line");
  const badges = others.filter(({ card }) => card === "badge" || card === "named");
  const blocks = others.filter(({ card }) => card === undefined);
  if (fallback !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{fallback}</div>;
  return (
    <ul aria-label={label} aria-busy={reloading} className="grid gap-2 sm:grid-cols-2">
      {rows === undefined
        ? skeletonCards.map((card) => (
            <li key={card} className={cx(box, plain)}>
              <Skeleton className="h-3 w-40" />
              <Skeleton className="mt-2 h-2.5 w-48" />
              <Skeleton className="mt-3 h-5 w-20" />
            </li>
          ))
        : rows.map((row) => (
            <li
              key={row.id}
              className={cx(
                box,
                row.id === currentId || selection?.has(row) === true
                  ? "border-accent-line bg-accent-soft"
                  : plain,
              )}
            >
              <div className="flex items-start gap-3">
                {selection !== undefined && (
                  <span className={cx(above, "mt-0.5")}>
                    <SelectRow row={row} selection={selection} />
                  </span>
                )}
                <div className={cx("min-w-0 flex-1 text-body wrap-anywhere", headingHit)}>
                  {title?.cell(row)}
                </div>
                {details !== undefined && (
                  <div className={cx(above, "-mt-1 -mr-2")}>
                    <OpenRowButton row={row} details={details} controls={`${listId}-${row.id}`} />
                  </div>
                )}
                {menu !== undefined && <div className={cx(above, "-mt-1 -mr-2")}>{menu.render(row)}</div>}
              </div>
              <Short row={row} columns={line} className="dotted-columns" />
              <Short row={row} columns={badges} className="flex flex-wrap items-center gap-x-4 gap-y-1.5" />
              {blocks.length > 0 && (
                <dl
                  className={cx(
                    "mt-3 grid grid-cols-2 gap-3 max-[22.5rem]:grid-cols-1 text-dense",
                    controlsAbove,
                  )}
                >
                  {blocks.map(({ id, header, cell }) => (
                    <div key={id} className="min-w-0">
                      <dt className="text-small text-text-3">{wholeWords(header)}</dt>
                      <dd className="wrap-anywhere">{cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              )}
              <div className={cx("mt-3 grid gap-2 empty:hidden", controlsAbove)}>
                {others.map(({ id, action }) => (
                  <Fragment key={id}>{action?.(row)}</Fragment>
                ))}
              </div>
              {details?.rows.has(row.id) === true && (
                <div id={`${listId}-${row.id}`} className={cx(above, "mt-3 border-t border-line pt-1")}>
                  {details.render(row)}
                </div>
              )}
            </li>
          ))}
    </ul>
  );
}

interface ShortProps<Row> {
  row: Row;
  columns: readonly DisplayedColumn<Row>[];
  className: string;
}

/** Columns side by side. Names are shown only for columns whose content would be unclear without them. */
function Short<Row>({ row, columns, className }: ShortProps<Row>) {
  // Memoization would make the initial bundle larger and save little.
  "use no memo";
  if (columns.length === 0) return null;
  return (
    <dl className={cx("mt-2 text-dense", controlsAbove, className)}>
      {columns.map(({ id, header, cell, card }) => (
        <div key={id} className="flex min-w-0 items-center gap-1.5">
          <dt className={card === "named" ? "text-small text-text-3" : "sr-only"}>{header}</dt>
          <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
