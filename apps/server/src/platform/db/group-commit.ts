/**
 * Waits until everything that was committed before is on the disk, once for all who wait at the same time. So a change
 * of a row that many want lets go of it without waiting for the disk, and its caller still hears of it only when it
 * can no longer be lost.
 */
export class GroupCommit {
  readonly #flush: () => Promise<unknown>;
  #running: Promise<unknown> | undefined;
  #next: Promise<void> | undefined;

  /** `flush` puts on the disk what was committed before its call. */
  constructor(flush: () => Promise<unknown>) {
    this.#flush = flush;
  }

  /** Call it after the commit. Rejects when nobody knows whether it reached the disk. */
  join(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    // The one that runs may have begun before the commit of whoever asks now.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  async #start(): Promise<void> {
    this.#next = undefined;
    const running = this.#flush();
    this.#running = running;
    try {
      await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }
}
