import {
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { defaultPageSize } from "@praxisportal/contract/limits";
import { useMemo } from "react";
import type { ListFilter, ListPagination } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ColumnContent } from "./use-column-contents.ts";
import type { ListColumnChoice } from "./use-list-columns.ts";
import type { ListState } from "./use-list-search.ts";

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** Prefix of the columns that are only filtered by; no id of a shown column has it. */
const hiddenPrefix = "filter:";
const searchColumn = `${hiddenPrefix}search`;

interface ListTableInput<Row> {
  readonly columns: readonly ColumnContent<Row>[];
  readonly filters: readonly ListFilter<Row>[];
  readonly choice: ListColumnChoice;
  readonly list: ListState;
  readonly rows: readonly Row[];
  /** Whether `rows` is the whole list, still to be searched, filtered, sorted and paged. */
  readonly isWholeList: boolean;
  /** What the server says about its page. */
  readonly serverPage: ListPagination | undefined;
}

export interface ListTable<Row> {
  /** The first column and the chosen ones in the user's order. */
  readonly columns: readonly ColumnContent<Row>[];
  /** The rows of the page. */
  readonly rows: readonly Row[];
  /** The loaded rows that match, over all pages that are loaded, in their order. */
  readonly matching: readonly Row[];
  readonly pagination: ListPagination;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compare(one: unknown, other: unknown): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}

/** Returns whether the text contains every word of the search. */
function containsWords(text: string, searched: string): boolean {
  const lower = text.toLocaleLowerCase();
  return searched
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function tableColumns<Row extends object>(
  columns: readonly ColumnContent<Row>[],
  filters: readonly ListFilter<Row>[],
): ColumnDef<typeof features, Row>[] {
  const searchable = columns.filter(({ column }) => column.searchable === true);
  return [
    ...columns.map(({ column, sorted }): ColumnDef<typeof features, Row> => ({
      id: column.id,
      accessorFn: sorted,
      sortFn: (one, other, id) => compare(one.getValue(id), other.getValue(id)),
    })),
    {
      id: searchColumn,
      accessorFn: (row) => searchable.map(({ shown }) => shown(row)).join("\n"),
      filterFn: (row, id, searched) => containsWords(String(row.getValue(id)), String(searched)),
    },
    ...filters.map((filter): ColumnDef<typeof features, Row> => ({
      id: hiddenPrefix + filter.name,
      accessorFn: (row) => filter.rowValue?.(row) ?? "",
      filterFn: (row, id, value) => row.getValue(id) === value,
    })),
  ];
}

/** Returns what TanStack Table makes of the rows, the address and the user's columns. */
export function useListTable<Row extends object>(input: ListTableInput<Row>): ListTable<Row> {
  // TanStack Table keeps its state in one object, whose methods the compiler would take for pure and call once.
  "use no memo";
  const { columns, filters, choice, list, rows, serverPage, isWholeList } = input;
  const { search, sort } = list;
  const definitions = useMemo(() => tableColumns(columns, filters), [columns, filters]);
  const params: ListParams = { ...search };
  const wanted = [
    { id: searchColumn, value: search.search },
    ...filters.map(({ name }) => ({ id: hiddenPrefix + name, value: params[name] })),
  ].filter(({ value }) => value !== undefined);
  const limit = search.limit ?? defaultPageSize;
  const [first] = columns;
  const shown = new Set([first?.column.id, ...choice.shown]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    manualFiltering: !isWholeList,
    manualSorting: !isWholeList,
    state: {
      columnFilters: wanted,
      sorting: [{ id: sort.sortBy, desc: sort.sortOrder === "desc" }],
      columnVisibility: Object.fromEntries(definitions.map(({ id = "" }) => [id, shown.has(id)])),
      columnOrder: first === undefined ? [...choice.order] : [first.column.id, ...choice.order],
    },
  });
  const matching = table.getSortedRowModel().rows.map((row) => row.original);
  const visible = table.getVisibleLeafColumns().map(({ id }) => id);
  const shownColumns = visible.flatMap((id) => columns.find(({ column }) => column.id === id) ?? []);
  if (!isWholeList) {
    const pagination = serverPage ?? { page: 1, limit, total: matching.length, pages: 1 };
    return { columns: shownColumns, rows: matching, matching, pagination };
  }
  const pages = Math.max(Math.ceil(matching.length / limit), 1);
  // An address may name a page that no longer exists.
  const page = Math.min(search.page ?? 1, pages);
  return {
    columns: shownColumns,
    rows: matching.slice((page - 1) * limit, page * limit),
    matching,
    pagination: { page, limit, total: matching.length, pages },
  };
}
