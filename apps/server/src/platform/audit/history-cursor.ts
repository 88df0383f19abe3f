import type { historyPaginationSchema } from "@praxisportal/contract/pagination";
import type * as z from "zod/mini";
import { ProblemError } from "../http/problem.ts";

/** Which entries a page holds: those before or after the entry with this place in the chain. */
export type HistoryCursor = { side: "older" | "newer"; seq: string };

/** Reads a cursor that {@link paginationOf} gave out. Errors: 400 when it is none. */
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

/** Where a page stands in its history, from its entries in the order shown. */
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
