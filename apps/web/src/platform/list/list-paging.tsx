import { defaultPageSize } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { KeysetPaging } from "../../ui/list/keyset-paging.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { pageSizes } from "./list-search.ts";
import type { ListCursors, ListPagination } from "./list-source.ts";
import type { ListState } from "./use-list-search.ts";

/** Texts of a list that is paged by cursors. */
export interface CursorTexts {
  readonly label: string;
  readonly count: (estimate: number) => string;
  readonly first: string;
  readonly previous: string;
  readonly next: string;
}

export interface ListPagingProps {
  list: ListState;
  pagination: ListPagination | ListCursors;
  /** Number of rows without search and filters, if it is known. */
  unfilteredTotal?: number | undefined;
  cursorTexts?: CursorTexts | undefined;
}

function Pages(props: Omit<ListPagingProps, "pagination"> & { pagination: ListPagination }) {
  const { list, pagination, unfilteredTotal } = props;
  const t = useTranslations("list");
  const common = useTranslations("common");
  const { page, limit, total, pages } = pagination;
  const from = total === 0 ? 0 : (page - 1) * limit + 1;
  return (
    <Pagination
      label={common("paging.label")}
      range={
        <>
          {t("range", { from, to: Math.min(page * limit, total), total })}
          {unfilteredTotal !== undefined && unfilteredTotal !== total && list.hasActiveFilters && (
            <span className="text-text-3"> {t("rangeUnfiltered", { count: unfilteredTotal })}</span>
          )}
        </>
      }
      page={page}
      pages={Math.max(pages, 1)}
      onPage={(next) => list.change({ page: next })}
      pageSize={limit}
      pageSizes={pageSizes}
      onPageSize={(size) => list.change({ limit: size === defaultPageSize ? undefined : size })}
      sizeLabel={common("paging.perPage")}
      previousLabel={common("paging.previous")}
      nextLabel={common("paging.next")}
      pageLabel={(number) => common("paging.page", { page: number })}
    />
  );
}

/** Range, page size and pages of a list. For a list that is paged by cursors, only the adjacent pages. */
export function ListPaging({ list, pagination, unfilteredTotal, cursorTexts }: ListPagingProps) {
  if ("total" in pagination)
    return <Pages list={list} pagination={pagination} unfilteredTotal={unfilteredTotal} />;
  if (cursorTexts === undefined) return null;
  return (
    <KeysetPaging
      label={cursorTexts.label}
      count={cursorTexts.count(pagination.totalEstimate)}
      previous={pagination.prevCursor}
      next={pagination.nextCursor}
      firstLabel={cursorTexts.first}
      previousLabel={cursorTexts.previous}
      nextLabel={cursorTexts.next}
      onCursor={(cursor) => list.change({ cursor })}
    />
  );
}
