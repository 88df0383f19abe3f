/** Limits the number of concurrent operations in this process, by key. */
export class ConcurrencyLimit {
  readonly #running = new Map<string, number>();

  /**
   * Takes a slot under every key or under none. Returns an idempotent function that releases the slots; undefined when
   * a key is at its limit.
   */
  take(places: readonly { key: string; max: number }[]): (() => void) | undefined {
    if (places.some(({ key, max }) => this.#countOf(key) >= max)) return undefined;
    for (const { key } of places) this.#running.set(key, this.#countOf(key) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const { key } of places) this.#giveBack(key);
    };
  }

  #countOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #giveBack(key: string): void {
    const left = this.#countOf(key) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }
}
