import type { BodyOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { recoveryCodeMaxAttempts } from "@praxisportal/contract/limits";
import type { redeemRecoveryCode } from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { newPasswordIssues, assertNewPassword } from "../../platform/http/new-password.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { addressRule, attemptKey, loginRule, recoveryKey } from "../../directory/rate-limiter.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";
import { readRecoveryCode } from "../../directory/recovery-code.ts";
import { tryRecoveryCode, useRecoveryCode } from "../../directory/recovery-codes.queries.ts";
import { chainsOf, passwordContextsOf, recordRefusedAttempt } from "../../directory/person-context.ts";
import { replaceForgotten, type PasswordResetDependencies } from "./password-reset.service.ts";
import { returnRecoveryAttempt } from "./password-reset.queries.ts";
import { countUnknownName } from "../../directory/unknown-names.ts";
import { mayRenew } from "../../directory/membership-rules.ts";

/** Sets a new password by a one-time code of the organization, for people without a mailbox. */
export class RecoveryService {
  readonly #dependencies: PasswordResetDependencies;

  constructor(dependencies: PasswordResetDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Sets the password that the person chose. An unknown name, a wrong, expired or used code and a person who may not
   * sign in get the same response after the same work. Errors: 400 CODE_INVALID or the reason for rejecting the
   * password, 429.
   */
  async redeem(body: BodyOf<typeof redeemRecoveryCode>, origin: RequestOrigin): Promise<void> {
    // Does not depend on any person, so it comes first; words of the person are checked after the code.
    assertNewPassword("newPassword", body.newPassword);
    const { limits, signIn } = this.#dependencies;
    const addressKey = attemptKey("address", origin.address);
    const { candidate, addressLockedUntil } = await signIn.findByName(body, addressKey);
    limits.assertLockExpired(addressLockedUntil);
    await limits.consume(recoveryKey(body.name, body.organizationId ?? null), loginRule);
    const code = await this.#matchingCode(candidate, body.code);
    if (candidate === undefined || code === undefined) {
      await limits.count(addressKey, addressRule);
      await this.#recordFailure(candidate, origin);
      throw new ProblemError("CODE_INVALID");
    }
    const issues = newPasswordIssues("newPassword", body.newPassword, ...passwordContextsOf(candidate));
    if (issues.length > 0) {
      await this.#dependencies.db.write((tx) => returnRecoveryAttempt(tx, code.id));
      throw new ProblemError("VALIDATION_FAILED", { issues });
    }
    const hash = await this.#dependencies.hasher.hash(body.newPassword);
    await this.#dependencies.db.write(async (tx) => {
      if (!(await useRecoveryCode(tx, code.id, this.#dependencies.clock.now()))) {
        throw new ProblemError("CODE_INVALID");
      }
      await replaceForgotten(this.#dependencies, tx, candidate, { hash, origin, reason: "recovery_code" });
    });
  }

  /** Returns the open code if it matches. Always counts one attempt and computes one slow hash. */
  async #matchingCode(
    candidate: LoginCandidate | undefined,
    enteredCode: string,
  ): Promise<{ id: string } | undefined> {
    const { db, clock, hasher } = this.#dependencies;
    const now = clock.now();
    const digits = readRecoveryCode(enteredCode);
    return hasher.withSlot(async () => {
      // Runs the same statement for an unknown person.
      const personId = candidate?.person_id ?? uuidV7();
      const openCode = await tryRecoveryCode(db, personId, "password", recoveryCodeMaxAttempts, now);
      const isMatch = await hasher.verify(openCode?.code_hash ?? null, digits ?? enteredCode);
      const mayUse = candidate !== undefined && mayRenew(candidate, now);
      return isMatch && mayUse ? openCode : undefined;
    });
  }

  async #recordFailure(candidate: LoginCandidate | undefined, origin: RequestOrigin): Promise<void> {
    const failure = { action: "user.password_reset", reason: "code_incorrect" } as const;
    await this.#dependencies.db.write(async (tx) => {
      if (candidate === undefined) {
        return countUnknownName(tx, origin, failure, this.#dependencies.clock.now());
      }
      const ownChains = chainsOf(candidate).slice(0, -1);
      const chains = ownChains.length > 0 ? ownChains : [platformChainId];
      recordRefusedAttempt(tx, candidate, chains, origin, { ...failure, outcome: "failed" });
    });
  }
}
