/**
 * Waits until all earlier commits are on disk, with one flush for all concurrent callers. A change to a contended row
 * can release its lock without waiting for the disk, while its caller is notified only once the change is durable.
 */
export class GroupCommit<Result> {
  readonly #flush: () => Promise<Result>;
  #running: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  /** @param flush Makes all earlier commits durable. */
  constructor(flush: () => Promise<Result>) {
    this.#flush = flush;
  }

  /**
   * Waits for a flush that starts after this call, and returns its result. It must be called after the commit. Rejects
   * if it is unknown whether the commit is on disk.
   */
  join(): Promise<Result> {
    if (this.#running === undefined) return this.#start();
    // The running flush may have started before this caller's commit.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  async #start(): Promise<Result> {
    this.#next = undefined;
    const running = this.#flush();
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }
}
