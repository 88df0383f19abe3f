import { LRUCache } from "lru-cache";
import type { CallerRow } from "./session-rules.ts";

/** Never older than this; a change in another process is told over the bus and does not wait for it. */
const maxAgeMs = 1_000;

/** Keeps what was read about callers for a second, and forgets a person at once when something about her changes. */
export class CallerCache {
  readonly #rows: LRUCache<string, CallerRow>;
  readonly #keysOf = new Map<string, Set<string>>();
  /** Rises with every forgetting, so that a read that began before it is not stored after it. */
  #epoch = 0;

  /** @param ageMs longest age of a row; tests raise it to see that rows are forgotten, not only outdated */
  constructor(ageMs = maxAgeMs) {
    this.#rows = new LRUCache({
      max: 20_000,
      ttl: ageMs,
      // Looked at each time: remembering the time would cost a timer a millisecond.
      ttlResolution: 0,
      dispose: (row, key) => this.#keysOf.get(row.person_id)?.delete(key),
    });
  }

  get epoch(): number {
    return this.#epoch;
  }

  get(key: string): CallerRow | undefined {
    return this.#rows.get(key);
  }

  set(key: string, row: CallerRow, epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#rows.set(key, row);
    const keys = this.#keysOf.get(row.person_id) ?? new Set();
    this.#keysOf.set(row.person_id, keys.add(key));
  }

  forgetPerson(personId: string): void {
    this.#epoch += 1;
    for (const key of this.#keysOf.get(personId) ?? []) this.#rows.delete(key);
    this.#keysOf.delete(personId);
  }

  /** A change that may concern anybody, for example the state of a practice. */
  forgetAll(): void {
    this.#epoch += 1;
    this.#rows.clear();
    this.#keysOf.clear();
  }
}
