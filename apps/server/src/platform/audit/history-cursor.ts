import type { historyPaginationSchema } from "@praxisportal/contract/pagination";
import type * as z from "zod/mini";
import { ProblemError } from "../http/problem.ts";

/** Position in the history. The page has entries older or newer than the entry with this sequence number. */
export type HistoryCursor = { side: "older" | "newer"; seq: string };

/** Parses a cursor issued by {@link paginationOf}. Throws 400 when it is malformed. */
export function readCursor(text: string | undefined): HistoryCursor | undefined {
  if (text === undefined) return undefined;
  const [, side, seq] = /^(older|newer)-(\d{1,18})$/.exec(text) ?? [];
  if (side === undefined || seq === undefined) {
    throw new ProblemError("VALIDATION_FAILED", {
      issues: [{ path: "cursor", code: "invalidFormat", params: {} }],
    });
  }
  return { side: side as HistoryCursor["side"], seq };
}

/** Returns the pagination of a page, given its entries in display order. */
export function paginationOf(
  limit: number,
  entries: readonly { seq: string; position: number; total: number }[],
): z.output<typeof historyPaginationSchema> {
  const [first, last] = [entries[0], entries.at(-1)];
  return {
    limit,
    prevCursor: first && first.position > 1 ? `newer-${first.seq}` : null,
    nextCursor: last && last.position < last.total ? `older-${last.seq}` : null,
    totalEstimate: first?.total ?? 0,
  };
}
