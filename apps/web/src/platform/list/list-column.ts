import type { ReactNode } from "react";

interface ColumnFrame<Row> {
  readonly id: string;
  readonly header: string;
  /** Shown in place of the plain content. */
  readonly cell?: (row: Row, searched: string) => ReactNode;
  /** Field that the list is sorted by, where it is not called like the column. */
  readonly sortField?: string;
  /** Whether the search of the browser covers it; the server decides for lists that it pages. */
  readonly searchable?: boolean;
  readonly initiallyHidden?: boolean;
  /** Names the row in place of the first column. */
  readonly namesRow?: boolean;
  /** Relative to the other columns, about its width in rem; 9 by default. */
  readonly width?: number;
}

/**
 * A column of a list; the first one names the row, unless another one says so. The naming column is always shown, at
 * its place. The content is text, a number, or a moment as an ISO string: the kit formats, sorts and exports each
 * accordingly. Null has no value.
 */
export type ListColumn<Row> = ColumnFrame<Row> &
  (
    | { readonly text: (row: Row) => string | null }
    | { readonly number: (row: Row) => number }
    | { readonly moment: (row: Row) => string | null }
  );

export const sortFieldOf = ({ id, sortField }: { id: string; sortField?: string }): string => sortField ?? id;

/** Returns the column that names the row. */
export function namingColumn<Row>(columns: readonly ListColumn<Row>[]): ListColumn<Row> | undefined {
  return columns.find(({ namesRow }) => namesRow) ?? columns[0];
}

/** A filter with a single choice. */
export interface ChoiceFilter {
  /** The name in the address. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
  /** The chosen value as text, where it is none of the options. */
  readonly shown?: string | undefined;
  /** Above many options: what the field that searches them is called. */
  readonly searchLabel?: string;
}

/** A filter that the browser applies: it compares the chosen value with that of the row. */
export interface RowFilter<Row> extends ChoiceFilter {
  readonly valueIn: (row: Row) => string;
}

/** A filter with fields of its own, such as a period. */
export interface CustomFilter {
  /** Its names in the address. */
  readonly names: readonly string[];
  readonly label: string;
  /** The current value as text; undefined while not set. */
  readonly shown: string | undefined;
  readonly content: (close: () => void) => ReactNode;
}

export type ListFilter = ChoiceFilter | CustomFilter;

export const paramsOf = (filter: ListFilter): readonly string[] =>
  "names" in filter ? filter.names : [filter.name];
