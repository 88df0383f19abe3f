import type { UseQueryResult } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { type ListCursors, type ListPagination, serverCursors, serverPages } from "../list-source.ts";

type Page<Position> = { data: readonly number[]; pagination: Position };

/** A query that has not loaded its first page yet. */
const emptyQuery = <Position>() => ({ data: undefined }) as unknown as UseQueryResult<Page<Position>>;

it("see R0-291 a list with page numbers is printed with the rows of all pages", async () => {
  const requests: [number, number][] = [];
  const source = serverPages(emptyQuery<ListPagination>(), async (page, limit) => {
    requests.push([page, limit]);
    return Promise.resolve({
      data: [page * 10, page * 10 + 1],
      pagination: { page, limit, total: 6, pages: 3 },
    });
  });
  expect(await source.allRows()).toEqual([10, 11, 20, 21, 30, 31]);
  expect(requests).toEqual([
    [1, 100],
    [2, 100],
    [3, 100],
  ]);
});

it("see R0-291 a list with cursors is printed with the rows of all pages", async () => {
  const pages: Record<string, Page<ListCursors>> = {
    first: { data: [1, 2], pagination: { nextCursor: "b", prevCursor: null, totalEstimate: 5 } },
    b: { data: [3, 4], pagination: { nextCursor: "c", prevCursor: "a", totalEstimate: 5 } },
    c: { data: [5], pagination: { nextCursor: null, prevCursor: "b", totalEstimate: 5 } },
  };
  const source = serverCursors(emptyQuery<ListCursors>(), async (cursor = "first") => {
    const page = pages[cursor];
    return page === undefined ? Promise.reject(new Error(cursor)) : Promise.resolve(page);
  });
  expect(await source.allRows()).toEqual([1, 2, 3, 4, 5]);
});
