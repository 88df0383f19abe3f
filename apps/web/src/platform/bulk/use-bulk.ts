import { useEffect, useRef, useState } from "react";
import { messageOf } from "../api-client/api-error.ts";
import { type BulkItem, type BulkWork, newBulkWork, withOutcomes } from "./bulk-work.ts";
import { clearStoredBulk, storeBulk, storedBulk } from "./stored-bulk.ts";
import { type BulkResult, runBulk } from "./run-bulk.ts";

export interface Bulk<Kind extends string> {
  /** The work that is running, can be resumed or has just ended. */
  readonly work: BulkWork<Kind> | null;
  readonly state: "running" | BulkResult | null;
  readonly start: (kind: Kind, ids: readonly string[]) => void;
  /** Resumes open items after a lost connection, a reload or a stop. */
  readonly resume: () => void;
  readonly stop: () => void;
  /** Discards the work. Open items are not processed. */
  readonly close: () => void;
}

export interface BulkOptions<Kind extends string> {
  readonly kinds: readonly Kind[];
  readonly organizationId: string;
  /** Makes the call of one item, with its key as Idempotency-Key and the id of the work as bulkOperation. */
  readonly act: (kind: Kind, item: BulkItem, bulkOperation: string) => Promise<unknown>;
  /** True if unfinished work survives a reload. Must be false if the ids identify people. Default: true. */
  readonly isStored?: boolean;
  /** Message for a failure without a message from the server. */
  readonly fallback: string;
  /** Called when the work has ended for any reason. */
  readonly onEnd: () => void;
}

/**
 * Provides the bulk work of a page. Leaving the page stops it after the current batch. The remaining items can be
 * resumed on return.
 */
export function useBulk<Kind extends string>(options: BulkOptions<Kind>): Bulk<Kind> {
  const { kinds, organizationId, fallback, isStored = true } = options;
  const [work, setWork] = useState(() => (isStored ? storedBulk(kinds, organizationId) : null));
  const [state, setState] = useState<Bulk<Kind>["state"]>(work === null ? null : "interrupted");
  const activeController = useRef<AbortController | null>(null);

  useEffect(() => () => activeController.current?.abort(), []);

  async function run(initialWork: BulkWork<Kind>): Promise<void> {
    const controller = new AbortController();
    activeController.current = controller;
    let current = initialWork;
    const persist = (next: BulkWork<Kind>) => {
      current = next;
      if (isStored) storeBulk(next);
      setWork(next);
    };
    persist(initialWork);
    setState("running");
    const end = await runBulk({
      items: initialWork.items,
      act: (item) => options.act(initialWork.kind, item, initialWork.id),
      onBatch: (outcomes) => persist(withOutcomes(current, outcomes)),
      signal: controller.signal,
      reasonOf: (error) => messageOf(error, fallback),
    });
    activeController.current = null;
    if (isStored && end === "finished") clearStoredBulk();
    setState(end);
    options.onEnd();
  }

  return {
    work,
    state,
    start: (kind, ids) => void run(newBulkWork(kind, organizationId, ids)),
    resume: () => {
      if (work !== null) void run(work);
    },
    stop: () => activeController.current?.abort(),
    close: () => {
      activeController.current?.abort();
      if (isStored) clearStoredBulk();
      setWork(null);
      setState(null);
    },
  };
}
