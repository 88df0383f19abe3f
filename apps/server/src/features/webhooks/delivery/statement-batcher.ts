type Waiting<Entry, Result> = {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Maximum number of entries per batch, because a larger one would delay its first entries. */
const maxBatchSize = 200;

/**
 * Runs one statement for all entries that arrive together or while the previous statement is running. A single entry
 * does not wait.
 */
export class StatementBatcher<Entry, Result> {
  readonly #run: (entries: readonly Entry[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Entry, Result>[] = [];
  #isRunning = false;

  /** @param run Runs the statement and returns one result per entry, in the same order. */
  constructor(run: (entries: readonly Entry[]) => Promise<readonly Result[]>) {
    this.#run = run;
  }

  /** Adds an entry and resolves to its result. */
  add(entry: Entry): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Entries of the same turn of the event loop join the batch.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, maxBatchSize));
    this.#isRunning = false;
  }

  /** Runs a batch. If it fails, each entry is run alone and gets its own result. */
  async #runBatch(batch: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ entry }) => entry));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const waiting of batch) await this.#runBatch([waiting]);
    }
  }
}
