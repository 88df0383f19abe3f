import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { RepeatableCall } from "../../../platform/idempotency/idempotency.ts";
import {
  book,
  type Booked,
  type Hold,
  type HoldRefusal,
  refusalOf,
  reserveOnce,
  type Settlement,
} from "./holds.queries.ts";

/** A caller that waits for its entry to be written. */
type Waiting<Entry, Result> = {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
type WaitingHold = Waiting<Hold, HoldRefusal | null>;
type WaitingEnd = Waiting<Settlement, boolean>;

/** Entries that arrive for an organization while an earlier batch is being written. */
type Batch = { db: OrganizationDb; holds: WaitingHold[]; ends: WaitingEnd[] };

/** A larger batch would delay its first entries. */
const maxBatchSize = 100;

/**
 * Batches the holds and settlements of this process per organization. Entries that arrive together, or while a batch
 * is being written, share the next one: the organization's rows are locked once per batch, and a round trip costs as
 * much as a call. A single entry does not wait.
 */
export class UsageBatcher {
  /** By organization, while a batch is pending. */
  readonly #batches = new Map<string, Batch>();
  readonly #flushesHolds: boolean;

  /**
   * @param flushesHolds whether a hold is on disk before its call is made. Needed when the database can lose a hold
   * while
   *   the call continues, because a standby takes its place; otherwise calls end with the database.
   */
  constructor({ flushesHolds = false } = {}) {
    this.#flushesHolds = flushesHolds;
  }

  /**
   * Holds the most that a call may use. Returns the reason for a refusal, or null. An idempotency key is saved together
   * with the hold.
   *
   * Errors: RepeatedCallError when the key was used before.
   */
  reserve(db: OrganizationDb, hold: Hold, repeatable?: RepeatableCall): Promise<HoldRefusal | null> {
    if (repeatable !== undefined) return reserveOnce(db, hold, repeatable);
    return new Promise((resolve, reject) => {
      this.#batchOf(db).holds.push({ entry: hold, resolve, reject });
    });
  }

  /**
   * Replaces the hold of a call by its actual usage. Resolves when that is durable, with false if it was already
   * settled.
   */
  settle(db: OrganizationDb, end: Settlement): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#batchOf(db).ends.push({ entry: end, resolve, reject });
    });
  }

  #batchOf(db: OrganizationDb): Batch {
    const pending = this.#batches.get(db.organizationId);
    if (pending !== undefined) return pending;
    const batch: Batch = { db, holds: [], ends: [] };
    this.#batches.set(db.organizationId, batch);
    // Entries of the same turn of the event loop join the batch.
    setImmediate(() => void this.#drain(batch));
    return batch;
  }

  async #drain(batch: Batch): Promise<void> {
    while (batch.holds.length + batch.ends.length > 0) {
      const [ends, holds] = [batch.ends.splice(0, maxBatchSize), batch.holds.splice(0, maxBatchSize)];
      await this.#book(batch.db, ends, holds);
    }
    this.#batches.delete(batch.db.organizationId);
  }

  /** Books a batch. When it fails, each entry is written alone and gets its own result. */
  async #book(db: OrganizationDb, ends: readonly WaitingEnd[], holds: readonly WaitingHold[]): Promise<void> {
    try {
      const booked = await book(db, { ends: ends.map(entryOf), holds: holds.map(entryOf) });
      const flushedHolds = this.#flushesHolds ? holds : [];
      if (!this.#flushesHolds) for (const { resolve } of holds) resolve(null);
      // The next batch does not wait for the disk.
      if (ends.length + flushedHolds.length > 0) void resolveFlushed(ends, flushedHolds, booked);
    } catch (error) {
      if (ends.length + holds.length === 1) return rejectAll(error, ends, holds);
      // Settlements first: what they release is available to the holds.
      await Promise.all(ends.map((end) => this.#book(db, [end], [])));
      await Promise.all(holds.map((hold) => this.#book(db, [], [hold])));
    }
  }
}

const entryOf = <Entry>({ entry }: { entry: Entry }): Entry => entry;

async function resolveFlushed(
  ends: readonly WaitingEnd[],
  holds: readonly WaitingHold[],
  { isBooked, flush }: Booked,
): Promise<void> {
  try {
    await flush();
    for (const [index, { resolve }] of ends.entries()) resolve(isBooked[index] ?? false);
    for (const { resolve } of holds) resolve(null);
  } catch (error) {
    for (const { reject } of [...ends, ...holds]) reject(error);
  }
}

/** Passes the error to the only entry. */
function rejectAll(error: unknown, [end]: readonly WaitingEnd[], [hold]: readonly WaitingHold[]): void {
  end?.reject(error);
  try {
    hold?.resolve(refusalOf(error));
  } catch (other) {
    hold?.reject(other);
  }
}
