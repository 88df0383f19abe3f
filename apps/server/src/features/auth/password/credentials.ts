import type { Clock } from "../../../platform/clock/clock.ts";
import { type actedBy, queueIdentityNotice } from "../../../platform/mail/identity-notice.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { RateLimiter } from "../../../directory/rate-limiter.ts";
import type { SessionService } from "../session/session.service.ts";
import { organizationsOf } from "../../../directory/addresses.queries.ts";
import { lockPerson } from "../../../directory/people.queries.ts";
import * as queries from "../../../directory/credentials.queries.ts";

type Dependencies = {
  clock: Clock;
  limits: RateLimiter;
  sessions: Pick<SessionService, "end">;
};

/** A new password that is set without the old one having been entered. */
type NewPassword = {
  personId: string;
  hash: string;
  mustChange: boolean;
  /** Reason for ending the sessions and revoking the tokens: `password_reset`, `password_set`. */
  reason: string;
  /** Actor who set it, for the notice; absent if a mailed link or a one-time code was used. */
  by?: ReturnType<typeof actedBy>;
};

/** Ends other access when a password is replaced without the old one. Every such replacement uses this class. */
export class Credentials {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Sets a new password inside a transaction. Ends all sessions and organization tokens, and invalidates older links,
   * codes and trusted devices; the second factor stays.
   */
  async replacePassword(tx: WriteTransaction, change: NewPassword): Promise<void> {
    const { personId, reason } = change;
    await lockPerson(tx, personId);
    await queries.setPassword(tx, change);
    await this.endRecovery(tx, personId, reason);
    // The reset proves the person, so failed sign-ins are deleted; the counter of the second factor stays, or each
    // reset would allow ten more guesses.
    await this.#dependencies.limits.reset(tx, personId, false);
    await queueIdentityNotice(tx, "passwordChanged", personId, change.by);
    await this.#dependencies.sessions.end(tx, { personId }, reason);
  }

  /**
   * Ends mailed links, started sign-ins, one-time codes and the organization tokens in all organizations of a person.
   */
  async endRecovery(tx: WriteTransaction, personId: string, reason: string): Promise<void> {
    const now = this.#dependencies.clock.now();
    await queries.endRecovery(tx, personId, now);
    for (const organizationId of await organizationsOf(tx, personId)) {
      await queries.revokeTokens(tx, organizationId, { personId, by: null, reason, now });
    }
  }
}
