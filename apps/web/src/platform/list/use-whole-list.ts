import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { defaultPageSize } from "@praxisportal/contract/limits";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListColumn, RowFilter } from "./list-column.ts";
import type { ListParams } from "./list-search.ts";
import type { ListSource } from "./list-source.ts";
import { type ColumnContent, useColumnContents } from "./use-column-contents.ts";
import type { ListState } from "./use-list-search.ts";

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** Prefix of columns that are used only for filtering. Ids of visible columns never have it. */
const hiddenPrefix = "filter:";
const searchColumn = `${hiddenPrefix}search`;

const noRows: readonly never[] = [];

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compare(left: unknown, right: unknown): number {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : collator.compare(String(left), String(right));
}

/** Returns whether the text contains every word of the search. */
function containsWords(text: string, searchText: string): boolean {
  const lower = text.toLocaleLowerCase();
  return searchText
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function tableColumns<Row extends object>(
  columns: readonly ColumnContent<Row>[],
  filters: readonly RowFilter<Row>[],
): ColumnDef<typeof features, Row>[] {
  const searchable = columns.filter(({ column }) => column.searchable === true);
  return [
    ...columns.map(({ column, sortValue }): ColumnDef<typeof features, Row> => ({
      id: column.id,
      accessorFn: sortValue,
      sortFn: (left, right, id) => compare(left.getValue(id), right.getValue(id)),
    })),
    {
      id: searchColumn,
      accessorFn: (row) => searchable.map(({ display }) => display(row)).join("\n"),
      filterFn: (row, id, searchText) => containsWords(String(row.getValue(id)), String(searchText)),
    },
    ...filters.map((filter): ColumnDef<typeof features, Row> => ({
      id: hiddenPrefix + filter.name,
      accessorFn: filter.valueIn,
      filterFn: (row, id, value) => row.getValue(id) === value,
    })),
  ];
}

interface WholeListInput<Row> {
  readonly query: UseQueryResult<readonly Row[]>;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly RowFilter<Row>[];
  readonly list: ListState;
}

/** Returns the source of a list that is loaded as a whole. TanStack Table searches, filters, sorts and pages it. */
export function useWholeList<Row extends object>(input: WholeListInput<Row>): ListSource<Row> {
  // TanStack Table keeps its state in one object. The compiler would treat its methods as pure and call them only once.
  "use no memo";
  const { query, columns, filters, list } = input;
  const { search, sort } = list;
  const contents = useColumnContents(columns);
  const definitions = useMemo(() => tableColumns(contents, filters), [contents, filters]);
  const params: ListParams = { ...search };
  const columnFilters = [
    { id: searchColumn, value: search.search },
    ...filters.map(({ name }) => ({ id: hiddenPrefix + name, value: params[name] })),
  ].filter(({ value }) => value !== undefined);
  const table = useTable({
    features,
    columns: definitions,
    data: query.data ?? noRows,
    state: {
      columnFilters,
      sorting: [{ id: sort.sortBy, desc: sort.sortOrder === "desc" }],
    },
  });
  const matchingRows = table.getSortedRowModel().rows.map((row) => row.original);
  const limit = search.limit ?? defaultPageSize;
  const pages = Math.max(Math.ceil(matchingRows.length / limit), 1);
  // The URL may name a page that no longer exists.
  const page = Math.min(search.page ?? 1, pages);
  const isLoaded = query.data !== undefined;
  return {
    query,
    rows: isLoaded ? matchingRows.slice((page - 1) * limit, page * limit) : undefined,
    pagination: isLoaded ? { page, limit, total: matchingRows.length, pages } : undefined,
    allRows: () => Promise.resolve(matchingRows),
  };
}
