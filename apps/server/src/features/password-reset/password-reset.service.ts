import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type {
  checkReset,
  confirmReset,
  initiateReset,
} from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { normalizeEmail } from "@praxisportal/contract/validation";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { assertNewPassword } from "../../platform/http/new-password.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import {
  attemptKey,
  type RateLimiter,
  resetAddressRule,
  resetMailboxRule,
} from "../../directory/rate-limiter.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import { mayRenew } from "../../directory/membership-rules.ts";
import type { SignInService } from "../auth/sign-in/sign-in.service.ts";
import type { Credentials } from "../auth/password/credentials.ts";
import { chainsOf, passwordContextsOf, actorOf } from "../../directory/person-context.ts";
import { countUnknownName } from "../../directory/unknown-names.ts";
import * as queries from "./password-reset.queries.ts";

/** Dependencies of both services from other features. */
export type PasswordResetDependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  signIn: Pick<SignInService, "find" | "findByName">;
  credentials: Credentials;
  limits: RateLimiter;
};

/**
 * A request for an address without an active account. The response is the same as for others, but the log records a
 * failure: many such requests mean that someone is guessing addresses.
 */
const unknownAddress = { action: "auth.password_reset_requested", reason: "address_unknown" } as const;

/** Resets a password by a mailed link. */
export class PasswordResetService {
  readonly #dependencies: PasswordResetDependencies;

  constructor(dependencies: PasswordResetDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Queues the mail. Sends the same number of packets for every address; whether there is a recipient is decided after
   * the response. Errors: 429, for unknown and known addresses alike.
   */
  async initiate(body: BodyOf<typeof initiateReset>, origin: RequestOrigin): Promise<void> {
    const email = normalizeEmail(body.email);
    const { limits, clock } = this.#dependencies;
    const addressKey = attemptKey("reset-address", origin.address);
    await limits.consume(addressKey, resetAddressRule, "TOO_MANY_REQUESTS");
    await limits.consume(attemptKey("reset-mailbox", email), resetMailboxRule, "TOO_MANY_REQUESTS");
    await this.#dependencies.db.write(async (tx) => {
      const owner = await queries.findOwnerOf(tx, email);
      const personId = owner ?? uuidV7();
      tx.emit("mail", { template: "passwordReset", personId, language: origin.language }, uuidV7());
      if (owner === undefined) return countUnknownName(tx, origin, unknownAddress, clock.now());
      tx.record({
        // No user is named: the caller is unknown, and an entry about a user would need one more statement.
        organizationId: platformChainId,
        action: "auth.password_reset_requested",
        actor: { type: "user", id: null },
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
    });
  }

  /** Returns the expiry time of an open link. Errors: 400 LINK_INVALID. */
  async check({ token }: BodyOf<typeof checkReset>): Promise<{ expiresAt: Date }> {
    const { expiresAt } = await this.#find(hashToken(token));
    return { expiresAt };
  }

  /**
   * Sets the new password. Errors: 400 LINK_INVALID, or the reason for rejecting the password, which leaves the link
   * open.
   */
  async confirm({ token, newPassword }: BodyOf<typeof confirmReset>, origin: RequestOrigin): Promise<void> {
    const tokenHash = hashToken(token);
    const { person } = await this.#find(tokenHash);
    assertNewPassword("newPassword", newPassword, ...passwordContextsOf(person));
    // Before the transaction, so that its locks are not held during a slow hash.
    const hash = await this.#dependencies.hasher.hash(newPassword);
    await this.#dependencies.db.write(async (tx) => {
      if (!(await queries.useResetLink(tx, tokenHash, this.#dependencies.clock.now()))) {
        throw new ProblemError("LINK_INVALID");
      }
      await replaceForgotten(this.#dependencies, tx, person, { hash, origin });
    });
  }

  async #find(tokenHash: Buffer): Promise<{ person: LoginCandidate; expiresAt: Date }> {
    const now = this.#dependencies.clock.now();
    const link = await queries.findResetLink(this.#dependencies.db, tokenHash, now);
    const person = link && (await this.#dependencies.signIn.find(link.personId));
    // Blocked, removed, or without an organization that lets them in: a new password would give no access.
    if (link === undefined || person === undefined || !mayRenew(person, now)) {
      throw new ProblemError("LINK_INVALID");
    }
    return { person, expiresAt: link.expiresAt };
  }
}

/** Replaces a forgotten password, with entries in the logs of the person's organizations and of the platform. */
export async function replaceForgotten(
  { credentials }: PasswordResetDependencies,
  tx: WriteTransaction,
  person: LoginCandidate,
  { hash, origin, reason }: { hash: string; origin: RequestOrigin; reason?: string },
): Promise<void> {
  const personId = person.person_id;
  for (const organizationId of chainsOf(person)) {
    tx.record({
      organizationId,
      action: "user.password_reset",
      actor: actorOf(person),
      target: { type: "user", id: personId },
      ...(reason === undefined ? {} : { reason }),
      request: origin.audit,
      origin: origin.isBrowser ? "ui" : "api",
    });
  }
  await credentials.replacePassword(tx, { personId, hash, mustChange: false, reason: "password_reset" });
}
