import { maxPageSize } from "@praxisportal/contract/limits";
import type { UseQueryResult } from "@tanstack/react-query";

export interface ListPagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly pages: number;
}

/** The positions of the next and previous page of a list without page numbers. */
export interface ListCursors {
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
  readonly totalEstimate: number;
}

/** The source of a list's rows. */
export interface ListSource<Row> {
  readonly query: Pick<
    UseQueryResult,
    "data" | "isError" | "error" | "isFetching" | "refetch" | "dataUpdatedAt"
  >;
  /** The rows of the page, or undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly pagination: ListPagination | ListCursors | undefined;
  /** Loads the rows of all pages, for printing and for an export by the browser. */
  readonly allRows: () => Promise<readonly Row[]>;
}

interface PageOf<Row, Position> {
  readonly data: readonly Row[];
  readonly pagination: Position;
}

/** Returns the source of a list that is paged by the server. `load` fetches the pages that are printed or exported. */
export function serverPages<Row>(
  query: UseQueryResult<PageOf<Row, ListPagination>>,
  load: (page: number, limit: number) => Promise<PageOf<Row, ListPagination>>,
): ListSource<Row> {
  const source = { query, rows: query.data?.data, pagination: query.data?.pagination };
  return { ...source, allRows: () => readAllPages(load) };
}

/** Loads the rows of all pages. */
export async function readAllPages<Row>(
  load: (page: number, limit: number) => Promise<PageOf<Row, ListPagination>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    // Loads the pages sequentially, because each page contains the total and an export must not slow down the server.
    const loaded = await load(page, maxPageSize);
    rows.push(...loaded.data);
    ({ pages } = loaded.pagination);
  }
  return rows;
}

/** Returns the source of a list that is paged by cursors. `load` fetches the pages that are printed or exported. */
export function serverCursors<Row>(
  query: UseQueryResult<PageOf<Row, ListCursors>>,
  load: (cursor: string | undefined) => Promise<PageOf<Row, ListCursors>>,
): ListSource<Row> {
  const source = { query, rows: query.data?.data, pagination: query.data?.pagination };
  return {
    ...source,
    allRows: async () => {
      const rows: Row[] = [];
      let cursor: string | undefined;
      for (;;) {
        const loaded: PageOf<Row, ListCursors> = await load(cursor);
        rows.push(...loaded.data);
        const { nextCursor } = loaded.pagination;
        if (nextCursor === null) return rows;
        cursor = nextCursor;
      }
    },
  };
}
