/** Runs work of several lanes at the same time, and exclusive work alone. */
export class Lanes {
  #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> = Promise.resolve();

  /** Runs `work` at the same time as other shared work, but never during work that runs alone. */
  async share<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let current = this.#alone; ; current = this.#alone) {
      await current;
      if (current === this.#alone) break;
    }
    const result = work();
    const settled = result.then(ignore, ignore);
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
    return result;
  }

  /** Runs `work` after all running work has ended, and holds back other work until it has ended. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = Promise.all([this.#alone, ...this.#running]).then(work);
    this.#alone = result.then(ignore, ignore);
    return result;
  }
}

function ignore(): void {}
