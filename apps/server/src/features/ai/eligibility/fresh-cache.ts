import { LRUCache } from "lru-cache";

const monotonic = { now: () => performance.now() };

/**
 * Caches reads for a maximum age, counted from the start of the read. Concurrent callers share one read. Failures are
 * not cached. Forgetting also drops a running read, which may have seen the old state.
 */
export class FreshCache<Value extends object> {
  readonly #reads: LRUCache<string, Promise<Value>>;

  constructor(options: { max: number; maxAgeMs: number }) {
    // Read the clock on each access: caching it would cost a timer per millisecond.
    this.#reads = new LRUCache({
      max: options.max,
      ttl: options.maxAgeMs,
      ttlResolution: 0,
      perf: monotonic,
    });
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#reads.get(key);
    if (cached !== undefined) return cached;
    const reading = read();
    this.#reads.set(key, reading, { start: monotonic.now() });
    reading.catch(() => {
      if (this.#reads.peek(key) === reading) this.#reads.delete(key);
    });
    return reading;
  }

  forget(key: string): void {
    this.#reads.delete(key);
  }

  forgetAll(): void {
    this.#reads.clear();
  }
}
