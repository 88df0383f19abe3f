import type { ReactNode } from "react";
import {
  HeaderCell,
  SortableHeaderCell,
  type SortOrder,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
} from "../data-table.tsx";
import { Skeleton } from "../skeleton.tsx";

/** A column as the table and the cards show it. */
export interface ShownColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The list can be sorted by it. */
  readonly sortable: boolean;
  readonly align?: "left" | "right" | undefined;
  /** Relative to the other columns. */
  readonly width: number;
}

export interface ShownList<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly ShownColumn<Row>[];
  /** Undefined while the list is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly reloading: boolean;
  /** Shown in place of the rows: nothing found, or an error. */
  readonly fallback?: ReactNode;
  /** The menu of a row. */
  readonly menu?: ((row: Row) => ReactNode) | undefined;
  readonly menuHeader: string;
}

export interface ListTableProps<Row> extends ShownList<Row> {
  readonly sortBy: string;
  readonly sortOrder: SortOrder;
  readonly onSort: (column: string) => void;
}

const skeletonRows = [0, 1, 2, 3, 4];

/** Percentage of the table for the columns beside that of the menus. */
const menuRest = 91;

/** A list as a table. Header and columns render before the rows arrive. */
export function ListTable<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { label, columns, rows, reloading, fallback, menu, menuHeader, sortBy, sortOrder, onSort } = props;
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const ids = [...columns.map(({ id }) => id), ...(menu === undefined ? [] : ["menu"])];
  return (
    <TableCard label={label} reloading={reloading} emptyState={fallback}>
      {/* Shares of the width keep the columns in place when the rows arrive; no column is narrower than its words. */}
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width: `${(width / total) * (menu === undefined ? 100 : menuRest)}%` }} />
        ))}
        {menu !== undefined && <col />}
      </colgroup>
      <TableHeader>
        {columns.map(({ id, header, sortable, align }) =>
          sortable ? (
            <SortableHeaderCell
              key={id}
              order={id === sortBy ? sortOrder : undefined}
              onSort={() => onSort(id)}
              {...(align === undefined ? {} : { align })}
            >
              {header}
            </SortableHeaderCell>
          ) : (
            <HeaderCell key={id} {...(align === undefined ? {} : { align })}>
              {header}
            </HeaderCell>
          ),
        )}
        {menu !== undefined && (
          <HeaderCell>
            <span className="sr-only">{menuHeader}</span>
          </HeaderCell>
        )}
      </TableHeader>
      <TableBody>
        {fallback === undefined &&
          rows === undefined &&
          skeletonRows.map((row) => (
            <TableRow key={row} className="hover:bg-transparent">
              {ids.map((id, index) => (
                <TableCell key={id}>
                  <Skeleton
                    className={index === 0 ? "h-3 w-36" : id === "menu" ? "ml-auto h-3 w-6" : "h-3 w-16"}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        {fallback === undefined &&
          rows?.map((row) => (
            <TableRow key={row.id}>
              {columns.map(({ id, cell, align }, index) => (
                <TableCell key={id} header={index === 0} {...(align === undefined ? {} : { align })}>
                  {cell(row)}
                </TableCell>
              ))}
              {menu !== undefined && <TableCell align="right">{menu(row)}</TableCell>}
            </TableRow>
          ))}
      </TableBody>
    </TableCard>
  );
}
