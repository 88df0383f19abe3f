import type { ReactNode } from "react";
import type { CardPlace } from "../../ui/list/displayed-list.ts";

interface ColumnFrame<Row> {
  readonly id: string;
  readonly header: string;
  /** Shown instead of the plain content. */
  readonly cell?: (row: Row, searchText: string) => ReactNode;
  /** A button that belongs to the content: below it in the table, and at the end of the card. */
  readonly action?: (row: Row) => ReactNode;
  /** Field by which the list is sorted, if its name differs from the id of the column. */
  readonly sortField?: string;
  /** True if the browser's search includes the column. For lists paged by the server, the server decides. */
  readonly searchable?: boolean;
  readonly initiallyHidden?: boolean;
  /** True if this column names the row instead of the first column. */
  readonly namesRow?: boolean;
  /** Place of the column in a card, if it has no separate line. */
  readonly card?: CardPlace;
  /** Width relative to the other columns, roughly in rem. The default is 9. */
  readonly width?: number;
}

/**
 * A column of a list. The first column names the row, unless another column has `namesRow`. The naming column is always
 * visible and keeps its place. The content is text, a number, an amount of money, or a moment as an ISO string. Its
 * kind determines how it is formatted, sorted and exported. Null means that there is no value.
 */
export type ListColumn<Row> = ColumnFrame<Row> &
  (
    | { readonly text: (row: Row) => string | null }
    | { readonly number: (row: Row) => number }
    | { readonly money: (row: Row) => { readonly cents: number; readonly currency: string } }
    | { readonly moment: (row: Row) => string | null }
  );

export const sortFieldOf = ({ id, sortField }: { id: string; sortField?: string }): string => sortField ?? id;

/** Returns the column that names the row. */
export function namingColumn<Row>(columns: readonly ListColumn<Row>[]): ListColumn<Row> | undefined {
  return columns.find(({ namesRow }) => namesRow) ?? columns[0];
}

/** Value of the option that removes a filter. */
export const everything = "";

/** A filter with a single choice. */
export interface ChoiceFilter {
  /** The name of its parameter in the URL. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
  /** The selected value as text, if it is not one of the options. */
  readonly valueText?: string | undefined;
  /** Label of the search field, which is shown above many options. */
  readonly searchLabel?: string;
}

/** A filter that the browser applies by comparing the selected value with the value of the row. */
export interface RowFilter<Row> extends ChoiceFilter {
  readonly valueIn: (row: Row) => string;
}

/** A filter with its own fields, such as a period. */
export interface CustomFilter {
  /** The names of its parameters in the URL. */
  readonly names: readonly string[];
  readonly label: string;
  /** The current value as text, or undefined if it is not set. */
  readonly valueText: string | undefined;
  readonly content: (close: () => void) => ReactNode;
}

export type ListFilter = ChoiceFilter | CustomFilter;

export const paramsOf = (filter: ListFilter): readonly string[] =>
  "names" in filter ? filter.names : [filter.name];
