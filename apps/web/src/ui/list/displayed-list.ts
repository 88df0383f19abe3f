import type { ReactNode } from "react";
import type { SortOrder } from "./data-table.tsx";
import type { OpenRows } from "./use-open-rows.ts";

/**
 * Place of a column without a separate line in a card: in the line below the heading, or in the row of badges, with or
 * without its name.
 */
export type CardPlace = "line" | "badge" | "named";

/** A column as the table and the cards display it. */
export interface DisplayedColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A button that belongs to the content: below it in the table, and at the end of the card. */
  readonly action: ((row: Row) => ReactNode) | undefined;
  /** Row header of the table and heading of the cards. */
  readonly namesRow: boolean;
  /** Undefined if the column is shown with its name above it. */
  readonly card: CardPlace | undefined;
  /**
   * Undefined if the list cannot be sorted by the column. The order is undefined while the list is not sorted by it.
   */
  readonly sort: { readonly order: SortOrder | undefined; readonly onSort: () => void } | undefined;
  readonly align: "left" | "right" | undefined;
  /** Relative to the other columns. */
  readonly width: number;
  readonly resize: { readonly label: string; readonly onWidth: (id: string, width: number) => void };
}

export interface RowSelection<Row> {
  readonly header: string;
  readonly pageLabel: string;
  readonly label: (row: Row) => string;
  readonly has: (row: Row) => boolean;
  readonly canSelect: (row: Row) => boolean;
  readonly set: (rows: readonly Row[], selected: boolean) => void;
}

export interface RowDetails<Row> {
  readonly header: string;
  readonly label: (row: Row, open: boolean) => string;
  readonly render: (row: Row) => ReactNode;
  readonly rows: OpenRows;
}

export interface DisplayedList<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly DisplayedColumn<Row>[];
  /** Undefined while the list is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly reloading: boolean;
  /** Content instead of the rows: no matches, or an error. */
  readonly fallback: ReactNode;
  /** Id of the row that is open next to the list. */
  readonly currentId: string | undefined;
  readonly selection: RowSelection<Row> | undefined;
  readonly details: RowDetails<Row> | undefined;
  /** The menu of a row. */
  readonly menu: { readonly header: string; readonly render: (row: Row) => ReactNode } | undefined;
}
