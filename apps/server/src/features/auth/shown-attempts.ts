import { attemptKey } from "../../directory/rate-limiter.ts";
import { clearAttempts, lockShownPerson, showAttempts } from "../../directory/rate-limiter.queries.ts";
import type { PreparedQuery } from "../../platform/db/prepared.ts";

/**
 * Statements that show a counted attempt in the person's rows. The person's row comes first: counting attempts and
 * ending sessions lock it before any of their other rows.
 */
export function showCounted(personId: string, key: Buffer): readonly PreparedQuery<unknown>[] {
  return [lockShownPerson({ personId }), showAttempts(shownKeys(personId, key))];
}

/** Statements that delete a person's attempts, in the same order as {@link showCounted}. */
export function clearCounted(personId: string, key: Buffer): readonly PreparedQuery<unknown>[] {
  return [lockShownPerson({ personId }), clearAttempts({ key }), showAttempts(shownKeys(personId, key))];
}

/** Returns the counters shown for a person: the one of this attempt and the one for unknown devices. */
function shownKeys(personId: string, key: Buffer) {
  return { personId, key, personKey: attemptKey("person", personId) };
}
