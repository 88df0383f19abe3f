// Rarely rendered. Without memoization, the chunk is smaller.
"use no memo";

import { useTranslations } from "use-intl";
import { PrintHeading } from "../../print/print-heading.tsx";
import { type ListColumn, type ListFilter, sortFieldOf } from "../list-column.ts";
import { shownValue } from "../list-filter.tsx";
import type { ListState } from "../use-list-search.ts";

export interface ListPrintHeadingProps<Row> {
  title: string;
  isPlatform: boolean;
  list: ListState;
  columns: readonly ListColumn<Row>[];
  filters: readonly ListFilter[];
  shownView: string | undefined;
  loadedAt: number;
  /** Number of printed rows, and of rows on all pages. */
  shown: number;
  total: number;
}

/** Heading of the printed list with its search, filters and order. */
export function ListPrintHeading<Row>(props: ListPrintHeadingProps<Row>) {
  const { title, isPlatform, list, columns, filters, shownView, loadedAt, shown: rows, total } = props;
  const t = useTranslations("list");
  const { search: searched } = list.search;
  const conditions = [
    ...(shownView === undefined ? [] : [shownView]),
    ...(searched === undefined ? [] : [t("print.search", { text: searched })]),
    ...filters.flatMap((filter) => {
      const value = shownValue(filter, list);
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
    ...(rows < total ? [t("print.part", { rows, total })] : []),
  ];
  return <PrintHeading title={title} isPlatform={isPlatform} lines={lines} loadedAt={loadedAt} />;
}
