import {
  emailChangesPerPersonPerDay,
  resetLinksPerAdministratorPerHour,
  resetLinksPerMailboxPerHour,
  externalMailsPerMailboxPerDay,
  externalMailsPerPersonPerDay,
  externalMailsPerOrganizationPerDay,
  externalMailsPerRecipientPerDay,
} from "@praxisportal/contract/limits";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { rateLimitRule, attemptKey, type RateLimiter } from "./rate-limiter.ts";

const hourMs = 3_600_000;
const perDay = (max: number) => rateLimitRule(max, 24 * hourMs);
const perHour = (max: number) => rateLimitRule(max, hourMs);

/**
 * Limits mails to addresses that their owners have not confirmed, so that the portal cannot be used to mail strangers.
 * Counters are always locked in the same order (person, organization, recipient), so that two transactions cannot
 * deadlock.
 */
export class MailLimits {
  readonly #limits: RateLimiter;

  constructor(limits: RateLimiter) {
    this.#limits = limits;
  }

  /** Counts a mail that the caller's organization sends to an address they entered. Errors: 429 TOO_MANY_ATTEMPTS. */
  async countForOrganization(
    tx: WriteTransaction,
    { caller, organization }: { caller: { personId: string }; organization: { id: string } },
    email: string,
  ) {
    await this.#limits.consumeIn(tx, [
      [attemptKey("mails-person", caller.personId), perDay(externalMailsPerPersonPerDay)],
      [attemptKey("mails-organization", organization.id), perDay(externalMailsPerOrganizationPerDay)],
      [attemptKey("mails-pair", organization.id, email), perDay(externalMailsPerRecipientPerDay)],
      [attemptKey("mails-mailbox", email), perDay(externalMailsPerMailboxPerDay)],
    ]);
  }

  /** Counts a mail to a new address of the caller. Errors: 429 TOO_MANY_ATTEMPTS. */
  async countOwnChange(tx: WriteTransaction, personId: string, email: string) {
    await this.#limits.consumeIn(tx, [
      [attemptKey("address-changes", personId), perDay(emailChangesPerPersonPerDay)],
      [attemptKey("mails-pair", personId, email), perDay(externalMailsPerRecipientPerDay)],
      [attemptKey("mails-mailbox", email), perDay(externalMailsPerMailboxPerDay)],
    ]);
  }

  /**
   * Checks the counter of {@link countOwnChange} before the password is verified, without counting an attempt. Errors:
   * 429 TOO_MANY_ATTEMPTS.
   */
  async assertOwnChangeAllowed(personId: string, email: string) {
    await this.#limits.assertOpen(attemptKey("address-changes", personId));
    await this.#limits.assertOpen(attemptKey("mails-pair", personId, email));
    await this.#limits.assertOpen(attemptKey("mails-mailbox", email));
  }

  /**
   * Counts a reset link sent by an administrator, separately from those anyone can request, so that a stranger cannot
   * use up the limit that helps a locked-out person. Errors: 429 TOO_MANY_REQUESTS.
   */
  async countResetLink(administratorId: string, email: string) {
    const code = "TOO_MANY_REQUESTS";
    const pairKey = attemptKey("reset-link", administratorId, email);
    await this.#limits.assertOpen(pairKey, code);
    await this.#limits.consume(
      attemptKey("reset-links", administratorId),
      perHour(resetLinksPerAdministratorPerHour),
      code,
    );
    await this.#limits.consume(pairKey, perHour(resetLinksPerMailboxPerHour), code);
  }
}
