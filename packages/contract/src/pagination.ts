import * as z from "zod/mini";
import { defaultPageSize, maxPageSize, minPageSize } from "./limits.ts";

/** Highest page number: with the largest page it still fits a 32-bit OFFSET. */
const maxPage = 10_000_000;

/**
 * A query value is text. Plain decimal digits become a number; "1e1", "0x10", " 5" and "" do not and are
 * refused by the integer schema behind.
 */
function numberFromText(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** An integer from `min` to `max`, inclusive, that arrives as text in a query. */
export function queryInteger(min: number, max: number) {
  return z.pipe(z.transform(numberFromText), z.int().check(z.minimum(min), z.maximum(max)));
}

/** Page number, from 1; 1 if absent. */
export const pageNumberSchema = z._default(queryInteger(1, maxPage), 1);

/** Entries of a page, 1 to 100; 20 if absent. Out of bounds is refused, not clamped. */
export const pageLimitSchema = z._default(queryInteger(minPageSize, maxPageSize), defaultPageSize);

/** The query every paged list has. Lists spread its `shape` into their own query. */
export const pageQuery = z.strictObject({ page: pageNumberSchema, limit: pageLimitSchema });

export type PageQuery = z.output<typeof pageQuery>;

export const sortOrders = ["asc", "desc"] as const;

export type SortOrder = (typeof sortOrders)[number];

/** Direction of sorting; ascending if absent. */
export const sortOrderSchema = z._default(z.enum(sortOrders), "asc");

/** Where a page stands in its list; `total` counts entries, `pages` pages (0 for an empty list). */
export const paginationSchema = z.strictObject({
  page: z.int().check(z.minimum(1)),
  limit: z.int().check(z.minimum(minPageSize), z.maximum(maxPageSize)),
  total: z.int().check(z.minimum(0)),
  pages: z.int().check(z.minimum(0)),
});

export type Pagination = z.output<typeof paginationSchema>;

/** Answer of a paged list of `item`. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ data: z.array(item), pagination: paginationSchema });
}

/** Pagination of an answer from the query and the number of entries in the whole list. */
export function paginationFor(query: PageQuery, total: number): Pagination {
  return { page: query.page, limit: query.limit, total, pages: Math.ceil(total / query.limit) };
}

/** Where a page of a history begins: opaque to clients, made by the server from the last entry it gave. */
export const cursorSchema = z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/));

/** Where a page of a history stands; `totalEstimate` may be off, the cursors are exact. null = no such page. */
export const historyPaginationSchema = z.strictObject({
  limit: z.int().check(z.minimum(minPageSize), z.maximum(maxPageSize)),
  nextCursor: z.nullable(z.string()),
  prevCursor: z.nullable(z.string()),
  totalEstimate: z.int().check(z.minimum(0)),
});

/** Answer of a history of `item`, newest first. */
export function historyOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ data: z.array(item), pagination: historyPaginationSchema });
}
