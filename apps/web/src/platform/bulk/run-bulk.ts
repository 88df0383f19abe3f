import { bulkInviteBatchSize, bulkInvitePauseMs } from "@praxisportal/contract/limits";
import { type ApiError, isApiError } from "../api-client/api-error.ts";
import type { BulkItem } from "./bulk-work.ts";

export interface BulkRun {
  readonly items: readonly BulkItem[];
  /** Makes the call of one item, with its key as Idempotency-Key. */
  readonly act: (item: BulkItem) => Promise<unknown>;
  /** Called after each batch with what has become of its items. */
  readonly onBatch: (outcomes: readonly BulkItem[]) => void;
  /** Stops before the next batch; calls that are on their way are waited for, so that their outcome is known. */
  readonly signal: AbortSignal;
  /** The words for a failure; the server's own unless something better is known. */
  readonly reasonOf: (error: unknown) => string;
}

/** `interrupted`: the server could not be reached or the session was over; what is open can be gone on with. */
export type BulkEnd = "finished" | "stopped" | "interrupted";

/**
 * Carries out what is open, five calls at a time with a pause of 100 ms between two batches, so that the work of
 * others on the server goes on beside it. One refusal stops nothing; a lost connection stops everything.
 */
export async function runBulk(run: BulkRun): Promise<BulkEnd> {
  const open = run.items.filter(({ state }) => state === "open");
  for (let from = 0; from < open.length; from += bulkInviteBatchSize) {
    if (from > 0) await pause(run.signal);
    if (run.signal.aborted) return "stopped";
    const batch = open.slice(from, from + bulkInviteBatchSize);
    const outcomes = await Promise.all(batch.map((item) => carryOut(run, item)));
    run.onBatch(outcomes);
    if (outcomes.some(({ state }) => state === "open")) return "interrupted";
  }
  return "finished";
}

async function carryOut({ act, reasonOf }: BulkRun, item: BulkItem): Promise<BulkItem> {
  try {
    await act(item);
    return { ...item, state: "done" };
  } catch (error) {
    // An earlier try was carried out and its answer lost.
    if (isApiError(error, "ALREADY_PROCESSED")) return { ...item, state: "done" };
    if (isApiError(error) && isInterruption(error)) return item;
    return { ...item, state: "failed", reason: reasonOf(error) };
  }
}

/** Says nothing about the item: no answer, no session, or a server that is busy or away. */
function isInterruption({ status, code }: ApiError): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500 || code === "STEP_UP_REQUIRED";
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, bulkInvitePauseMs);
    signal.addEventListener("abort", end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
  });
}
