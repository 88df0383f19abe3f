import { Fragment, type ReactNode, useId, useState } from "react";
import {
  HeaderCell,
  SortableHeaderCell,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
} from "./data-table.tsx";
import { Skeleton } from "../feedback/skeleton.tsx";
import { ColumnResizer } from "./column-resizer.tsx";
import { OpenRowButton, SelectPage, SelectRow } from "./list-controls.tsx";
import type { DisplayedColumn, DisplayedList } from "./displayed-list.ts";

const skeletonRows = [0, 1, 2, 3, 4, 5];

/** Widths of the columns with controls: a checkbox or button with its padding. */
const selectionWidth = "2.875rem";
const detailsWidth = "3.75rem";
const menuWidth = "3.75rem";

interface HeadProps<Row> {
  column: DisplayedColumn<Row>;
  total: number;
  onDrag: (width: number) => void;
  onWidth: (width: number) => void;
}

function Head<Row>({ column, total, onDrag, onWidth }: HeadProps<Row>) {
  const { header, sort, align = "left", width, resize } = column;
  const resizer = (
    <ColumnResizer label={resize.label} width={width} total={total} onDrag={onDrag} onWidth={onWidth} />
  );
  return sort === undefined ? (
    <HeaderCell align={align} resizer={resizer}>
      {header}
    </HeaderCell>
  ) : (
    <SortableHeaderCell order={sort.order} onSort={sort.onSort} align={align} resizer={resizer}>
      {header}
    </SortableHeaderCell>
  );
}

/** The header of a column with controls, only for screen readers. */
function ControlHead({ children }: { children: ReactNode }) {
  return (
    <HeaderCell narrow className="print:hidden">
      {children}
    </HeaderCell>
  );
}

/**
 * A list as a table. Header and columns render before the rows arrive. Widths do not depend on the contents, so that
 * the columns never move.
 */
export function ListTable<Row extends { readonly id: string }>(props: DisplayedList<Row>) {
  const { label, rows, reloading, fallback, currentId, selection, details, menu } = props;
  const [dragged, setDragged] = useState<{ id: string; width: number }>();
  const columns = props.columns.map((column) =>
    column.id === dragged?.id ? { ...column, width: dragged.width } : column,
  );
  const tableId = useId();
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const controls = [selection, details].filter((candidate) => candidate !== undefined).length;
  const cells = controls + columns.length + (menu === undefined ? 0 : 1);
  return (
    <TableCard label={label} reloading={reloading} emptyState={fallback} fixed>
      <colgroup>
        {selection !== undefined && <col className="print:hidden" style={{ width: selectionWidth }} />}
        {details !== undefined && <col className="print:hidden" style={{ width: detailsWidth }} />}
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width: `${(width / total) * 100}%` }} />
        ))}
        {menu !== undefined && <col className="print:hidden" style={{ width: menuWidth }} />}
      </colgroup>
      <TableHeader>
        {selection !== undefined && (
          <ControlHead>
            <SelectPage rows={rows} selection={selection} />
          </ControlHead>
        )}
        {details !== undefined && (
          <ControlHead>
            <span className="sr-only">{details.header}</span>
          </ControlHead>
        )}
        {columns.map((column) => (
          <Head
            key={column.id}
            column={column}
            total={total}
            onDrag={(width) => setDragged({ id: column.id, width })}
            onWidth={(width) => {
              setDragged(undefined);
              column.resize.onWidth(column.id, width);
            }}
          />
        ))}
        {menu !== undefined && (
          <ControlHead>
            <span className="sr-only">{menu.header}</span>
          </ControlHead>
        )}
      </TableHeader>
      <TableBody>
        {fallback === undefined &&
          rows === undefined &&
          skeletonRows.map((row) => (
            <TableRow key={row} className="hover:bg-transparent">
              {selection !== undefined && (
                <TableCell>
                  <Skeleton className="size-4.5" />
                </TableCell>
              )}
              {details !== undefined && (
                <TableCell>
                  <Skeleton className="size-8" />
                </TableCell>
              )}
              {columns.map(({ id, namesRow }) => (
                <TableCell key={id}>
                  <Skeleton className={namesRow ? "h-3 w-36" : "h-3 w-16"} />
                </TableCell>
              ))}
              {menu !== undefined && (
                <TableCell align="right">
                  <Skeleton className="size-8" />
                </TableCell>
              )}
            </TableRow>
          ))}
        {fallback === undefined &&
          rows?.map((row) => (
            <Fragment key={row.id}>
              <TableRow selected={row.id === currentId || selection?.has(row) === true}>
                {selection !== undefined && (
                  <TableCell className="print:hidden">
                    <SelectRow row={row} selection={selection} />
                  </TableCell>
                )}
                {details !== undefined && (
                  <TableCell className="print:hidden">
                    <OpenRowButton row={row} details={details} controls={`${tableId}-${row.id}`} />
                  </TableCell>
                )}
                {columns.map(({ id, cell, action, align = "left", namesRow }) => (
                  <TableCell key={id} header={namesRow} align={align}>
                    {cell(row)}
                    {action && <div className="mt-2 empty:hidden">{action(row)}</div>}
                  </TableCell>
                ))}
                {menu !== undefined && (
                  <TableCell align="right" className="print:hidden">
                    {menu.render(row)}
                  </TableCell>
                )}
              </TableRow>
              {details?.rows.has(row.id) === true && (
                <tr id={`${tableId}-${row.id}`} className="bg-surface-2">
                  <td colSpan={cells} className="border-b border-line pr-4 pb-3 pl-14 print:pl-4">
                    {details.render(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
      </TableBody>
    </TableCard>
  );
}
