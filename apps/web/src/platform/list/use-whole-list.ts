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

/** Prefix of columns used only for filtering; no id of a visible column has it. */
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
function containsWords(text: string, searched: string): boolean {
  const lower = text.toLocaleLowerCase();
  return searched
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
    ...columns.map(({ column, sorted }): ColumnDef<typeof features, Row> => ({
      id: column.id,
      accessorFn: sorted,
      sortFn: (left, right, id) => compare(left.getValue(id), right.getValue(id)),
    })),
    {
      id: searchColumn,
      accessorFn: (row) => searchable.map(({ shown }) => shown(row)).join("\n"),
      filterFn: (row, id, searched) => containsWords(String(row.getValue(id)), String(searched)),
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

/** Returns the source of a list that is loaded as a whole; TanStack Table searches, filters, sorts and pages it. */
export function useWholeList<Row extends object>(input: WholeListInput<Row>): ListSource<Row> {
  // TanStack Table keeps its state in one object, whose methods the compiler would treat as pure and call only once.
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
  const matching = table.getSortedRowModel().rows.map((row) => row.original);
  const limit = search.limit ?? defaultPageSize;
  const pages = Math.max(Math.ceil(matching.length / limit), 1);
  // The URL may name a page that no longer exists.
  const page = Math.min(search.page ?? 1, pages);
  const isLoaded = query.data !== undefined;
  return {
    query,
    rows: isLoaded ? matching.slice((page - 1) * limit, page * limit) : undefined,
    pagination: isLoaded ? { page, limit, total: matching.length, pages } : undefined,
    allRows: () => Promise.resolve(matching),
  };
}
