/** Minimum time in ms for which an id is remembered. */
const rememberedMs = 60_000;

/** Ids of the last minute or two. They are in two generations, so that there is no cost per forgotten id. */
export class RecentIds {
  readonly #now: () => number;
  #older = new Set<string>();
  #newer = new Set<string>();
  #renewedAt: number;

  /** @param now Monotonic clock in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#renewedAt = now();
  }

  has(id: string): boolean {
    this.#renew();
    return this.#newer.has(id) || this.#older.has(id);
  }

  /** Remembers an id. Returns false if it was already known. */
  add(id: string): boolean {
    if (this.has(id)) return false;
    this.#newer.add(id);
    return true;
  }

  #renew(): void {
    const age = this.#now() - this.#renewedAt;
    if (age < rememberedMs) return;
    this.#older = age < 2 * rememberedMs ? this.#newer : new Set();
    this.#newer = new Set();
    this.#renewedAt = this.#now();
  }
}
