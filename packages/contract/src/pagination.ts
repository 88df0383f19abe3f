import * as z from "zod/mini";
import { defaultPageSize, maxPageSize, minPageSize } from "./limits.ts";

/** Highest page number. With the largest page size, it still fits a 32-bit OFFSET. */
const maxPage = 10_000_000;

/**
 * Converts query text of plain decimal digits to a number. Other texts such as "1e1", "0x10", " 5" and "" are returned
 * unchanged, and the integer schema then rejects them.
 */
function numberFromText(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Returns the schema of an integer from `min` to `max`, inclusive, that is sent as text in a query. */
export function queryInteger(min: number, max: number) {
  return z.pipe(z.transform(numberFromText), z.int().check(z.minimum(min), z.maximum(max)));
}

/** Page number, from 1; default 1. */
export const pageNumberSchema = z._default(queryInteger(1, maxPage), 1);

/** Page size, 1 to 100; default 20. Out-of-range values are rejected, not clamped. */
export const pageLimitSchema = z._default(queryInteger(minPageSize, maxPageSize), defaultPageSize);

/** The query parameters of every paged list. Lists spread its `shape` into their own query. */
export const pageQuery = z.strictObject({ page: pageNumberSchema, limit: pageLimitSchema });

export type PageQuery = z.output<typeof pageQuery>;

export const sortOrders = ["asc", "desc"] as const;

export type SortOrder = (typeof sortOrders)[number];

/** Sort direction; default ascending. */
export const sortOrderSchema = z._default(z.enum(sortOrders), "asc");

/** Position of a page in its list; `total` counts entries, `pages` pages (0 for an empty list). */
export const paginationSchema = z.strictObject({
  page: z.int().check(z.minimum(1)),
  limit: z.int().check(z.minimum(minPageSize), z.maximum(maxPageSize)),
  total: z.int().check(z.minimum(0)),
  pages: z.int().check(z.minimum(0)),
});

export type Pagination = z.output<typeof paginationSchema>;

/** Returns the response schema of a paged list of `item`. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ data: z.array(item), pagination: paginationSchema });
}

/** Computes the pagination of a response from the query and the total number of entries. */
export function paginationFor(query: PageQuery, total: number): Pagination {
  return { page: query.page, limit: query.limit, total, pages: Math.ceil(total / query.limit) };
}

/** Start of a history page, which the server creates from the last entry returned. It is opaque to clients. */
export const cursorSchema = z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/));

/**
 * Position of a history page. `totalEstimate` is approximate. The cursors are exact, or null if there is no such page.
 */
export const historyPaginationSchema = z.strictObject({
  limit: z.int().check(z.minimum(minPageSize), z.maximum(maxPageSize)),
  nextCursor: z.nullable(z.string()),
  prevCursor: z.nullable(z.string()),
  totalEstimate: z.int().check(z.minimum(0)),
});

/** Returns the response schema of a history of `item`, newest first. */
export function historyOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ data: z.array(item), pagination: historyPaginationSchema });
}
