import { bulkInviteBatchSize, bulkInvitePauseMs } from "@praxisportal/contract/limits";
import { type ApiError, isApiError } from "../api-client/api-error.ts";
import type { BulkItem } from "./bulk-work.ts";

export interface BulkRun {
  readonly items: readonly BulkItem[];
  /** Makes the call of one item, with its key as Idempotency-Key. */
  readonly act: (item: BulkItem) => Promise<unknown>;
  /** Called after each batch with its outcomes. */
  readonly onBatch: (outcomes: readonly BulkItem[]) => void;
  /** Stops before the next batch. Running calls are awaited, so that their outcome is known. */
  readonly signal: AbortSignal;
  /** Returns the message for a failure. The default is the server's message. */
  readonly reasonOf: (error: unknown) => string;
}

/** `interrupted` means that the server was unreachable or the session ended. Open items can be resumed. */
export type BulkResult = "finished" | "stopped" | "interrupted";

/**
 * Processes open items, five calls at a time with a pause of 100 ms between batches, so that the server stays
 * responsive for other users. A failed item does not stop the others, but a lost connection does.
 */
export async function runBulk(run: BulkRun): Promise<BulkResult> {
  const openItems = run.items.filter(({ state }) => state === "open");
  for (let start = 0; start < openItems.length; start += bulkInviteBatchSize) {
    if (start > 0) await pause(run.signal);
    if (run.signal.aborted) return "stopped";
    const batch = openItems.slice(start, start + bulkInviteBatchSize);
    const outcomes = await Promise.all(batch.map((item) => runItem(run, item)));
    run.onBatch(outcomes);
    if (outcomes.some(({ state }) => state === "open")) return "interrupted";
  }
  return "finished";
}

async function runItem({ act, reasonOf }: BulkRun, item: BulkItem): Promise<BulkItem> {
  try {
    await act(item);
    return { ...item, state: "done" };
  } catch (error) {
    // An earlier attempt was executed but its response was lost.
    if (isApiError(error, "ALREADY_PROCESSED")) return { ...item, state: "done" };
    if (isApiError(error) && isInterruption(error)) return item;
    return { ...item, state: "failed", reason: reasonOf(error) };
  }
}

/**
 * Returns whether the error does not concern the item: no response, no session, or an overloaded or unavailable server.
 */
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
