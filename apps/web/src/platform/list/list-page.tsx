import { defaultPageSize, maxPageSize } from "@praxisportal/contract/limits";
import type { UseQueryResult } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "zustand";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Highlight } from "../../ui/highlight.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ListCards } from "../../ui/list/list-cards.tsx";
import { ListTable } from "../../ui/list/list-table.tsx";
import type { MenuEntry } from "../../ui/menu-props.ts";
import { Menu } from "../../ui/menu.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { isApiError, messageOf } from "../api-client/api-error.ts";
import { saveFile } from "../api-client/save-file.ts";
import { LoadFailed } from "../app-state/load-failed.tsx";
import { i18nStore } from "../i18n/store.ts";
import { ColumnPicker } from "./column-picker.tsx";
import { csvFile } from "./csv-file.ts";
import type { ListColumn, ListFilter, ListPagination } from "./list-column.ts";
import { pageSizes } from "./list-search.ts";
import { ListToolbar, SortSelect } from "./list-toolbar.tsx";
import { useColumnContents } from "./use-column-contents.ts";
import { useListColumns } from "./use-list-columns.ts";
import type { ListState } from "./use-list-search.ts";
import { useListTable } from "./use-list-table.ts";

/** Where the rows come from, and who searches, filters, sorts and pages them. */
export type ListSource<Row> =
  /** The server sends the whole list; the browser does all of it. */
  | { readonly paging: "browser"; readonly query: UseQueryResult<readonly Row[]> }
  /** The server sends one page for the search parameters of the address; `load` fetches the pages of an export. */
  | {
      readonly paging: "server";
      readonly query: UseQueryResult<PageOf<Row>>;
      readonly load: (page: number, limit: number) => Promise<PageOf<Row>>;
    };

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly pagination: ListPagination;
}

export interface ListPageProps<Row> {
  /** Names the list in the stored choice of columns and in exported files. */
  name: string;
  title: string;
  subtitle?: ReactNode;
  /** Accessible name of the table; the title by default. */
  label?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Tabs above the search. */
  views?: ReactNode;
  list: ListState;
  source: ListSource<Row>;
  search: { readonly label: string; readonly placeholder: string };
  /** The first one names the row. */
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter<Row>[];
  rowActions?: (row: Row) => readonly MenuEntry[];
  /** Shown when there are no rows at all. */
  emptyState: ReactNode;
  failedTitle: string;
  /** Shown when nothing matches search and filters; a general text by default. */
  notFound?: { readonly title: string; readonly text: string };
  /** Media query from which the list is a table. */
  tableFrom?: string;
}

const noFilters: readonly never[] = [];

/** Relative width of a column that states none. */
const usualWidth = 9;

async function allPages<Row>(load: (page: number, limit: number) => Promise<PageOf<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    // One after the other: each page says how many there are, and an export must not slow the server down.
    const loaded = await load(page, maxPageSize);
    rows.push(...loaded.data);
    ({ pages } = loaded.pagination);
  }
  return rows;
}

/** A list page: search, filters, sorting, columns, pages and export, with the state in the address. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { name, title, list, source, columns, filters = noFilters, rowActions } = props;
  const t = useTranslations("list");
  const common = useTranslations("common");
  const isTable = useMedia(props.tableFrom ?? "(min-width: 48rem)");
  const language = useStore(i18nStore, (state) => state.language);
  const choice = useListColumns(name, columns.slice(1));
  const contents = useColumnContents(columns);
  const [exportFailure, setExportFailure] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const { isError, error, isFetching } = source.query;
  const loaded = source.paging === "browser" ? source.query.data : source.query.data?.data;
  const table = useListTable({
    columns: contents,
    filters,
    choice,
    list,
    rows: loaded ?? noFilters,
    serverPage: source.paging === "server" ? source.query.data?.pagination : undefined,
    isWholeList: source.paging === "browser",
  });
  const { page, limit, total, pages } = table.pagination;
  const nameOf = (id: string) => columns.find((column) => column.id === id)?.header ?? id;

  async function exportRows(): Promise<void> {
    setExporting(true);
    setExportFailure(null);
    try {
      const rows = source.paging === "browser" ? table.matching : await allPages(source.load);
      const headers = table.columns.map(({ column }) => column.header);
      const lines = rows.map((row) => table.columns.map(({ exported }) => exported(row)));
      saveFile(csvFile(`${name}.csv`, [headers, ...lines], language));
    } catch (reason) {
      setExportFailure(messageOf(reason, common("error.title")));
    } finally {
      setExporting(false);
    }
  }

  const retry = () => void source.query.refetch();
  const isDenied = isApiError(error) && error.status === 403;
  const fallback = (() => {
    if (loaded === undefined && isError)
      return isDenied ? (
        <EmptyState icon={Lock} title={t("denied.title")} text={t("denied.text")} />
      ) : (
        <LoadFailed
          className="m-4"
          title={props.failedTitle}
          error={error}
          retrying={isFetching}
          onRetry={retry}
        />
      );
    if (loaded === undefined || total > 0) return undefined;
    if (!list.hasActiveFilters) return props.emptyState;
    return (
      <EmptyState
        icon={SearchX}
        title={props.notFound?.title ?? t("empty.title")}
        text={props.notFound?.text ?? t("empty.text")}
        action={<Button onClick={list.reset}>{common("empty.resetFilters")}</Button>}
      />
    );
  })();
  const searched = list.search.search ?? "";
  const shown = {
    label: props.label ?? title,
    columns: table.columns.map(({ column, shown: text }) => ({
      id: column.id,
      header: column.header,
      width: column.width ?? usualWidth,
      align: "number" in column ? ("right" as const) : undefined,
      sortable: list.sortFields.includes(column.id),
      cell: (row: Row): ReactNode => {
        if (column.cell !== undefined) return column.cell(row, searched);
        return column.searchable === true ? <Highlight text={text(row)} search={searched} /> : text(row);
      },
    })),
    rows: loaded === undefined ? undefined : table.rows,
    reloading: isFetching && loaded !== undefined,
    fallback,
    menuHeader: t("columns.actions"),
    menu:
      rowActions &&
      ((row: Row) => (
        <Menu
          align="end"
          trigger={
            <IconButton
              icon={Ellipsis}
              size="small"
              label={common("rowMenu", { name: contents[0]?.shown(row) ?? "" })}
            />
          }
          items={rowActions(row)}
        />
      )),
  };

  return (
    <>
      <PageHeader
        title={title}
        subtitle={props.subtitle}
        actions={
          <>
            <Button icon={Download} busy={exporting} onClick={() => void exportRows()}>
              {t("export.label")}
            </Button>
            {props.actions}
          </>
        }
      />
      {props.views !== undefined && <div className="mt-3">{props.views}</div>}
      <ListToolbar list={list} search={props.search} filters={filters}>
        <div className="md:ml-auto">
          <ColumnPicker choice={choice} nameOf={nameOf} />
        </div>
        {!isTable && <SortSelect list={list} nameOf={nameOf} />}
      </ListToolbar>
      <div className="mt-4 grid gap-4">
        {exportFailure !== null && (
          <ErrorBox title={t("export.failed")} onHide={() => setExportFailure(null)}>
            {exportFailure}
          </ErrorBox>
        )}
        {list.ignoredParams.map((field) => (
          <ErrorBox key={field} variant="warning">
            {t("ignored", { field })}
          </ErrorBox>
        ))}
        {isError && loaded !== undefined && (
          <ErrorBox variant="warning" persistent title={props.failedTitle}>
            {t("stale")}
          </ErrorBox>
        )}
        {isTable ? (
          <ListTable {...shown} {...list.sort} onSort={list.toggleSort} />
        ) : (
          <ListCards {...shown} />
        )}
        {loaded !== undefined && fallback === undefined && (
          <Pagination
            label={common("paging.label")}
            range={t("range", { from: (page - 1) * limit + 1, to: Math.min(page * limit, total), total })}
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
        )}
      </div>
    </>
  );
}
