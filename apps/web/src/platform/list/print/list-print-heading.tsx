// Rarely rendered. Without memoization, the chunk is smaller.
"use no memo";

import { useTranslations } from "use-intl";
import { PrintHeading } from "../../print/print-heading.tsx";
import { type ListColumn, type ListFilter, sortFieldOf } from "../list-column.ts";
import { filterValueText } from "../list-filter.tsx";
import type { ListState } from "../use-list-search.ts";

export interface ListPrintHeadingProps<Row> {
  title: string;
  isPlatform: boolean;
  list: ListState;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter[];
  viewLabel: string | undefined;
  loadedAt: number;
  /** Number of printed rows, and of rows on all pages. */
  rowCount: number;
  total: number;
}

/** Heading of the printed list with its search, filters and order. */
export function ListPrintHeading<Row>(props: ListPrintHeadingProps<Row>) {
  const { title, isPlatform, list, columns, filters, viewLabel, loadedAt, rowCount, total } = props;
  const t = useTranslations("list");
  const { search: searchText } = list.search;
  const conditions = [
    ...(viewLabel === undefined ? [] : [viewLabel]),
    ...(searchText === undefined ? [] : [t("print.search", { text: searchText })]),
    ...filters.flatMap((filter) => {
      const value = filterValueText(filter, list);
      return value === undefined ? [] : [`${filter.label}: ${value}`];
    }),
  ];
  const sorted = columns.find(
    (column) => list.sortFields.includes(sortFieldOf(column)) && sortFieldOf(column) === list.sort.sortBy,
  );
  const lines = [
    conditions.length === 0 ? t("print.noFilters") : conditions.join(" · "),
    ...(sorted === undefined
      ? []
      : [t("print.order", { field: sorted.header, order: t(`sort.${list.sort.sortOrder}`) })]),
    ...(rowCount < total ? [t("print.part", { rows: rowCount, total })] : []),
  ];
  return <PrintHeading title={title} isPlatform={isPlatform} lines={lines} loadedAt={loadedAt} />;
}
