import pg from "pg";

type Stream = { cork(): void; uncork(): void };

/**
 * A connection that sends all statements of one turn of the event loop in a single write. A socket write costs more
 * than most statements, and the driver makes one per statement.
 */
export class GatheringClient extends pg.Client {
  #isGathering = false;

  // Passes the driver's overloads, with callbacks and cursors, through unchanged.
  override query(...args: readonly unknown[]): never {
    this.#gather();
    return (super.query as (...args: readonly unknown[]) => never)(...args);
  }

  #gather(): void {
    const stream = this.connection.stream as unknown as Partial<Stream>;
    if (this.#isGathering || stream.cork === undefined || stream.uncork === undefined) return;
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork?.();
    });
  }
}
