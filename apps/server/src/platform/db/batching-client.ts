import pg from "pg";

type Stream = { cork(): void; uncork(): void };

/**
 * Connection that sends all statements of one turn of the event loop in a single write. A socket write costs more than
 * most statements, and the driver makes one per statement.
 */
export class BatchingClient extends pg.Client {
  #isBatching = false;

  // The driver's overloads with callbacks and cursors are passed through unchanged.
  override query(...args: readonly unknown[]): never {
    this.#batch();
    return (super.query as (...args: readonly unknown[]) => never)(...args);
  }

  #batch(): void {
    const stream = this.connection.stream as unknown as Partial<Stream>;
    if (this.#isBatching || stream.cork === undefined || stream.uncork === undefined) return;
    this.#isBatching = true;
    stream.cork();
    process.nextTick(() => {
      this.#isBatching = false;
      stream.uncork?.();
    });
  }
}
