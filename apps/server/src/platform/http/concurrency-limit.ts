/** Limits the number of concurrent operations in this process, by key. */
export class ConcurrencyLimit {
  readonly #running = new Map<string, number>();

  /**
   * Takes a slot under every key or under none. Returns an idempotent function that releases the slots; undefined when
   * a key is at its limit.
   */
  take(requests: readonly { key: string; max: number }[]): (() => void) | undefined {
    if (requests.some(({ key, max }) => this.#countOf(key) >= max)) return undefined;
    for (const { key } of requests) this.#running.set(key, this.#countOf(key) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const { key } of requests) this.#release(key);
    };
  }

  #countOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }

  #release(key: string): void {
    const remaining = this.#countOf(key) - 1;
    if (remaining > 0) this.#running.set(key, remaining);
    else this.#running.delete(key);
  }
}
