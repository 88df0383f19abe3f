import Ellipsis from "lucide-react/icons/ellipsis";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Highlight } from "../../ui/label/highlight.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { ListCards } from "../../ui/list/list-cards.tsx";
import { SelectPage } from "../../ui/list/list-controls.tsx";
import { ListTable } from "../../ui/list/list-table.tsx";
import type { DisplayedList } from "../../ui/list/displayed-list.ts";
import { useOpenRows } from "../../ui/list/use-open-rows.ts";
import type { MenuEntry } from "../../ui/overlay/menu-props.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useMedia } from "../../ui/layout/use-media.ts";
import { ColumnPicker } from "./column-picker.tsx";
import { useFileExport } from "../forms/use-file-export.ts";
import { ExportButton, type ListExport } from "./export-button.tsx";
import { type ListColumn, type ListFilter, namingColumn, sortFieldOf } from "./list-column.ts";
import { isDenied, type ListFallbackTexts, useListFallback } from "./list-fallback.tsx";
import { type CursorTexts, ListPaging } from "./list-paging.tsx";
import { ListPrintHeading } from "./print/list-print-heading.tsx";
import { IgnoredParams } from "./ignored-params.tsx";
import type { ListSource } from "./list-source.ts";
import { ListToolbar } from "./list-toolbar.tsx";
import { SavedViewsButton } from "./saved-views-button.tsx";
import { SortSelect } from "./sort-select.tsx";
import { useColumnContents } from "./use-column-contents.ts";
import { totalOf, usePrintList } from "./print/use-print-list.tsx";
import { useListColumns } from "./use-list-columns.ts";
import type { ListState } from "./use-list-search.ts";
import type { ListSelection } from "./use-list-selection.ts";

export interface ListPageProps<Row> extends ListFallbackTexts {
  /** Name of the list in stored columns and views, and of exported files. */
  name: string;
  title: string;
  subtitle?: ReactNode;
  /** Accessible name of the table. The default is the title. */
  label?: string;
  /** True if the list covers all organizations. */
  isPlatform?: boolean;
  /** Renders the heading of a list inside another page. The default is a page heading. */
  header?: (actions: ReactNode) => ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Tabs or figures above the search. */
  views?: ReactNode;
  /** Heading when printed. The default is the title. */
  printTitle?: string;
  /** The selected tab, for the printed heading. */
  viewLabel?: string | undefined;
  list: ListState;
  source: ListSource<Row>;
  /** Absent for a list without a text search. */
  search?: { readonly label: string; readonly placeholder: string };
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  rowActions?: ((row: Row) => readonly MenuEntry[]) | undefined;
  /** Accessible name of a row for its menu and checkbox. The default is the text of the naming column. */
  nameOf?: (row: Row) => string;
  selection?: ListSelection<Row> | undefined;
  /** Name of the checkbox that selects the whole page. */
  selectPageLabel?: string;
  /** Shown below a row that the user expands. */
  details?: (row: Row) => ReactNode;
  /** The row that is open next to the list. */
  currentId?: string | undefined;
  /** Files exported by the server, instead of those written by the browser. */
  exports?: readonly ListExport[] | undefined;
  /** Title of the error when an export fails. The default is a generic text. */
  exportFailedTitle?: string;
  /** Messages between the toolbar and the rows. */
  notices?: ReactNode;
  /** Shown below the rows: the selection bar. */
  footer?: ReactNode;
  unfilteredTotal?: number | undefined;
  /** True if the rows may be shown and printed but not exported, and views cannot be saved. */
  isConfidential?: boolean;
  /** Required if the source is paginated by cursor. */
  cursorTexts?: CursorTexts;
  /** Media query for showing the list as a table. */
  tableFrom?: string;
}

const noFilters: readonly never[] = [];

/** Relative width of a column that does not set one. */
const defaultWidth = 9;

/** A list page with search, filters, sorting, columns, views, pages, export and print. Its state is in the URL. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { name, title, list, source, columns, filters = noFilters, rowActions, selection, details } = props;
  const t = useTranslations("list");
  const common = useTranslations("common");
  // A printed list is a table even if the window is narrow.
  const isNarrow = !useMedia("(min-width: 48rem)");
  const isTable = useMedia(`${props.tableFrom ?? "(min-width: 48rem)"}, print`);
  const naming = namingColumn(columns);
  const choice = useListColumns(name, columns, naming?.id);
  const contents = useColumnContents(columns);
  const openRows = useOpenRows();
  const exporting = useFileExport();
  const print = usePrintList(source);
  const fallback = useListFallback(source, list, props);
  const { isError, isFetching, dataUpdatedAt } = source.query;
  const namingIndex = columns.findIndex(({ id }) => id === naming?.id);
  const ids = (
    naming === undefined ? choice.order : choice.order.toSpliced(namingIndex, 0, naming.id)
  ).filter((id) => id === naming?.id || choice.visible.includes(id));
  const visibleContents = ids.flatMap((id) => contents.find(({ column }) => column.id === id) ?? []);
  const nameOf =
    props.nameOf ??
    ((row: Row) => contents.find(({ column }) => column.id === naming?.id)?.display(row) ?? row.id);
  const searchText = list.search.search ?? "";
  const listProps: DisplayedList<Row> = {
    label: props.label ?? title,
    columns: visibleContents.map(({ column, display: text }) => ({
      id: column.id,
      header: column.header,
      namesRow: column.id === naming?.id,
      card: column.card,
      action: column.action,
      width: choice.widthOf(column.id) ?? column.width ?? defaultWidth,
      align: "number" in column || "money" in column ? ("right" as const) : undefined,
      sort: list.sortFields.includes(sortFieldOf(column))
        ? {
            order: list.sort.sortBy === sortFieldOf(column) ? list.sort.sortOrder : undefined,
            onSort: () => list.toggleSort(sortFieldOf(column)),
          }
        : undefined,
      resize: { label: t("columns.width", { name: column.header }), onWidth: choice.setWidth },
      cell: (row: Row): ReactNode => {
        if (column.cell !== undefined) return column.cell(row, searchText);
        return column.searchable === true ? <Highlight text={text(row)} search={searchText} /> : text(row);
      },
    })),
    rows: source.rows,
    reloading: isFetching && source.rows !== undefined,
    fallback,
    currentId: props.currentId,
    selection: selection && {
      header: t("select.column"),
      pageLabel: props.selectPageLabel ?? t("select.page"),
      label: (row) => t("select.one", { name: nameOf(row) }),
      has: ({ id }) => selection.rows.has(id),
      canSelect: selection.canSelect,
      set: selection.set,
    },
    details: details && {
      header: t("details.column"),
      label: (row, open) => t(open ? "details.close" : "details.open", { name: nameOf(row) }),
      render: details,
      rows: openRows,
    },
    menu: rowActions && {
      header: t("columns.actions"),
      render: (row) => (
        <Menu
          align="end"
          trigger={
            <IconButton icon={Ellipsis} size="small" label={common("rowMenu", { name: nameOf(row) })} />
          }
          items={rowActions(row)}
        />
      ),
    },
  };
  const isConfidential = props.isConfidential === true;
  const canSaveViews =
    !isConfidential && (props.search !== undefined || filters.length > 0 || list.sortFields.length > 0);
  const exportButton = !isConfidential && (
    <ExportButton
      name={name}
      isPlatform={props.isPlatform === true}
      source={source}
      columns={visibleContents}
      exports={props.exports}
      exporting={exporting}
    />
  );
  const isAccessDenied = isDenied(source);
  const actions = isAccessDenied ? undefined : (
    <>
      {!isNarrow && exportButton}
      {props.actions}
    </>
  );

  const printHeading = {
    title: props.printTitle ?? title,
    isPlatform: props.isPlatform === true,
    list,
    columns,
    filters,
    viewLabel: props.viewLabel,
  };

  return (
    <>
      <div className="print:hidden">
        {props.header === undefined ? (
          <PageHeader title={title} subtitle={props.subtitle} actions={actions} />
        ) : (
          props.header(actions)
        )}
        {!isAccessDenied && props.views !== undefined && <div className="mt-3">{props.views}</div>}
      </div>
      <ListPrintHeading
        {...printHeading}
        loadedAt={dataUpdatedAt}
        rowCount={source.rows?.length ?? 0}
        total={totalOf(source)}
      />
      {print.sheet({ ...printHeading, contents: visibleContents })}
      {!isAccessDenied && (
        <ListToolbar list={list} search={props.search} filters={filters} isNarrow={isNarrow}>
          {isNarrow && exportButton}
          <ColumnPicker choice={choice} columns={columns} />
          {canSaveViews && <SavedViewsButton name={name} list={list} />}
          {print.button}
          {!isTable && list.sortFields.length > 0 && <SortSelect list={list} columns={columns} />}
          {!isTable && listProps.selection !== undefined && (
            <SelectPage labeled rows={source.rows} selection={listProps.selection} />
          )}
        </ListToolbar>
      )}
      <div className="mt-3 grid gap-4 md:mt-4">
        {exporting.failure !== null && (
          <ErrorBox title={props.exportFailedTitle ?? t("export.failed")} onHide={exporting.reset}>
            {exporting.failure}
          </ErrorBox>
        )}
        {print.notice}
        <IgnoredParams params={list.ignoredParams} filters={filters} />
        {isError && source.rows !== undefined && (
          <ErrorBox variant="warning" persistent title={props.failedTitle}>
            {t("stale")}
          </ErrorBox>
        )}
        {props.notices}
        {isTable ? <ListTable {...listProps} /> : <ListCards {...listProps} />}
        {props.footer}
        {source.pagination !== undefined && fallback === undefined && (
          <div className="print:hidden">
            <ListPaging
              list={list}
              pagination={source.pagination}
              unfilteredTotal={props.unfilteredTotal}
              cursorTexts={props.cursorTexts}
            />
          </div>
        )}
      </div>
    </>
  );
}
