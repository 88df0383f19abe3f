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

/** A password that replaces another one without the old one having been entered. */
type NewPassword = {
  personId: string;
  hash: string;
  mustChange: boolean;
  /** Why the sessions end and the tokens are revoked: `password_reset`, `password_set`. */
  reason: string;
  /** Who set it, for the notice; absent when a mailed link or a one-time code did. */
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
