import { attemptKey } from "../../directory/rate-limiter.ts";
import { clearAttempts, lockPersonRow, copyAttempts } from "../../directory/rate-limiter.queries.ts";
import type { PreparedQuery } from "../../platform/db/prepared.ts";

/**
 * Returns statements that copy a counted attempt to the person's rows. The person's row is locked first, as in every
 * other transaction that counts attempts or ends sessions.
 */
export function copyAttemptStatements(personId: string, key: Buffer): readonly PreparedQuery<unknown>[] {
  return [lockPersonRow({ personId }), copyAttempts(copiedAttemptKeys(personId, key))];
}

/** Returns statements that delete a person's attempts, in the same order as {@link copyAttemptStatements}. */
export function clearAttemptStatements(personId: string, key: Buffer): readonly PreparedQuery<unknown>[] {
  return [
    lockPersonRow({ personId }),
    clearAttempts({ key }),
    copyAttempts(copiedAttemptKeys(personId, key)),
  ];
}

/** Returns the counters that a person's rows contain: that of this attempt and that for unknown devices. */
function copiedAttemptKeys(personId: string, key: Buffer) {
  return { personId, key, personKey: attemptKey("person", personId) };
}
