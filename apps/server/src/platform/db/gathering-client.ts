import pg from "pg";

type Stream = { cork(): void; uncork(): void };

/**
 * A connection that sends the statements of one turn of the event loop in one write. Each write to a socket costs
 * more than most statements; the driver alone makes one per statement.
 */
export class GatheringClient extends pg.Client {
  #isGathering = false;

  // The overloads of the driver, with callbacks and cursors, are passed on as they come.
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
