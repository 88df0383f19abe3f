import type { ReactNode } from "react";

interface ColumnFrame<Row> {
  /** Also the name of the sort field, where the list can be sorted by this column. */
  readonly id: string;
  readonly header: string;
  /** Shown in place of the plain content. */
  readonly cell?: (row: Row, searched: string) => ReactNode;
  /** Whether the search of the browser covers it; the server decides for lists that it pages. */
  readonly searchable?: boolean;
  readonly initiallyHidden?: boolean;
  /** Relative to the other columns, about its width in rem; 9 by default. */
  readonly width?: number;
}

/**
 * A column of a list; the first one names the row, is always shown and comes first. Its content is text, a number, or a
 * moment as an ISO string: the kit formats, sorts and exports each accordingly. Null has no value.
 */
export type ListColumn<Row> = ColumnFrame<Row> &
  (
    | { readonly text: (row: Row) => string | null }
    | { readonly number: (row: Row) => number }
    | { readonly moment: (row: Row) => string | null }
  );

/** A filter with a single choice. */
export interface ListFilter<Row> {
  /** The name in the address. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What the browser compares with the chosen value; not needed where the server filters. */
  readonly rowValue?: (row: Row) => string;
}

export interface ListPagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly pages: number;
}
