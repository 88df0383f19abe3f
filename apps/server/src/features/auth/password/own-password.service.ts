import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { PasswordHasher } from "../../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { AuditedChange } from "../../../platform/events/change.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import { queueIdentityNotice } from "../../../platform/mail/identity-notice.ts";
import { attemptKey, type RateLimiter, loginRule } from "../../../directory/rate-limiter.ts";
import { restrictionOf } from "../../../directory/sign-in.policy.ts";
import * as queries from "../auth.queries.ts";
import type { SessionService } from "../session/session.service.ts";
import { clearAttemptStatements, copyAttemptStatements } from "../attempt-statements.ts";
import type { SignInService } from "../sign-in/sign-in.service.ts";
import type { Credentials } from "./credentials.ts";

type Dependencies = {
  db: IdentityDb;
  hasher: PasswordHasher;
  limits: RateLimiter;
  sessions: Pick<SessionService, "end" | "liftRestriction">;
  signIn: Pick<SignInService, "find">;
  credentials: Pick<Credentials, "endRecovery">;
  demo: boolean;
  offersTwoFactor: boolean;
};

/** The holder of a session, who enters their password again. */
type Subject = {
  personId: string;
  deviceId: string;
  organizationIds: readonly string[];
};

/** Checks and changes the password of the holder of a session. */
export class OwnPasswordService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Changes a person's own password and ends their other sessions. Without `currentPassword` the session must have
   * begun with it just before. Wrong attempts count as failed sign-ins of the device, so that locking the name from
   * elsewhere does not prevent the change. Errors: 400 `PASSWORD_INCORRECT`, 429 while locked.
   */
  async change(
    change: Subject & { sessionId: string; currentPassword: string | undefined; newPassword: string },
    audit: AuditedChange,
  ): Promise<void> {
    const { currentPassword } = change;
    const currentProof =
      currentPassword === undefined
        ? { hash: await this.#storedHash(change.personId), clearFailures: async () => undefined }
        : await this.prove({ ...change, password: currentPassword }, audit);
    const chains = [...change.organizationIds, platformChainId];
    const hash = await this.#dependencies.hasher.hash(change.newPassword);
    const person = await this.#dependencies.signIn.find(change.personId);
    // After the password change, a missing second factor is the next restriction.
    const nextRestriction =
      person === undefined
        ? null
        : restrictionOf({ ...person, must_change_password: false }, this.#dependencies);
    await this.#dependencies.db.write(async (tx) => {
      await currentProof.clearFailures(tx);
      if (!(await queries.replacePassword(tx, change.personId, currentProof.hash, hash))) {
        throw new ProblemError("PASSWORD_INCORRECT");
      }
      await this.#dependencies.credentials.endRecovery(tx, change.personId, "password_changed");
      await this.#dependencies.sessions.liftRestriction(
        tx,
        change.sessionId,
        "password_change",
        nextRestriction,
      );
      for (const organizationId of chains) tx.record({ ...audit, organizationId });
      await queueIdentityNotice(tx, "passwordChanged", change.personId, { sessionId: change.sessionId });
      await this.#dependencies.sessions.end(
        tx,
        { personId: change.personId, except: change.sessionId },
        "password_changed",
      );
    });
  }

  /**
   * Checks that the holder of a session knows its password. Wrong attempts count as failed sign-ins of the device and
   * are logged under the action of `audit`. Call `clearFailures` in the transaction of the change that follows. Errors:
   * 400 `PASSWORD_INCORRECT`, 429 while locked.
   */
  async prove(
    { personId, deviceId, organizationIds, password }: Subject & { password: string },
    audit: AuditedChange,
  ): Promise<{ hash: string | null; clearFailures: (tx: WriteTransaction) => Promise<void> }> {
    const hash = await this.#storedHash(personId);
    const key = attemptKey("device", deviceId, personId);
    const isCorrect = await this.#dependencies.hasher.withSlot(async () => {
      await this.#dependencies.limits.consume(key, loginRule);
      return this.#dependencies.hasher.verify(hash, password);
    });
    if (!isCorrect) {
      await this.#dependencies.db.write(async (tx) => {
        await tx.send(() => copyAttemptStatements(personId, key));
        for (const organizationId of [...organizationIds, platformChainId]) {
          tx.record({ ...audit, organizationId, outcome: "failed", reason: "password_incorrect" });
        }
      });
      throw new ProblemError("PASSWORD_INCORRECT");
    }
    return {
      hash,
      clearFailures: async (tx) => {
        await tx.send(() => clearAttemptStatements(personId, key));
      },
    };
  }

  async #storedHash(personId: string): Promise<string | null> {
    const owner = await queries.findPasswordOwner(this.#dependencies.db, personId);
    return owner?.password_hash ?? null;
  }
}
