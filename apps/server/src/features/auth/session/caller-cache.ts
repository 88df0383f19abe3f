import { LRUCache } from "lru-cache";
import type { CallerRow } from "./session-rules.ts";

/** Maximum age of a row. Changes in another process arrive earlier, over the bus. */
const maxAgeMs = 1_000;

/** Keeps rows about callers for a second, and drops those of a person as soon as something about them changes. */
export class CallerCache {
  readonly #rows: LRUCache<string, CallerRow>;
  readonly #keysOf = new Map<string, Set<string>>();
  /** Rises with every invalidation, so that a read that began earlier is not stored afterwards. */
  #epoch = 0;

  /** @param ageMs maximum age of a row; tests raise it to check that rows are invalidated, not merely expired */
  constructor(ageMs = maxAgeMs) {
    this.#rows = new LRUCache({
      max: 20_000,
      ttl: ageMs,
      // Reads the clock each time: caching the time would start a timer every millisecond.
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

  /** Drops the rows of an organization's members, whatever its state and theirs. */
  forgetOrganization(organizationId: string): void {
    this.#epoch += 1;
    for (const [key, row] of this.#rows.entries()) {
      if (row.memberships.some((membership) => membership.organizationId === organizationId)) {
        this.#rows.delete(key);
      }
    }
  }

  /** Drops everything, for changes that may concern any person. */
  forgetAll(): void {
    this.#epoch += 1;
    this.#rows.clear();
    this.#keysOf.clear();
  }
}
