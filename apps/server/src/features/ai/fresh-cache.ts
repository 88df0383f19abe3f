import { LRUCache } from "lru-cache";

const monotonic = { now: () => performance.now() };

/**
 * What was read, for at most so long from the moment the reading began. Whoever asks meanwhile shares the reading;
 * what failed is not kept. Forgetting takes a reading that is still under way along: it may have seen the old state.
 */
export class FreshCache<Value extends object> {
  readonly #reads: LRUCache<string, Promise<Value>>;

  constructor(options: { max: number; maxAgeMs: number }) {
    // Looked at each time: remembering the time would cost a timer a millisecond.
    this.#reads = new LRUCache({
      max: options.max,
      ttl: options.maxAgeMs,
      ttlResolution: 0,
      perf: monotonic,
    });
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#reads.get(key);
    if (kept !== undefined) return kept;
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
