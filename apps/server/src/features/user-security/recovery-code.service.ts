import type { BodyOf, ResultOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { recoveryCodeMs } from "@praxisportal/contract/limits";
import type {
  createRecoveryCode,
  setUserPassword,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import type { User } from "@praxisportal/contract/users/users.schema";
import { assertNewPassword } from "../../platform/http/new-password.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import { actedBy, queueIdentityNotice } from "../../platform/mail/identity-notice.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { recoveryCodeNotice } from "./recovery-code.ts";
import { makeRecoveryCode } from "../../directory/recovery-code.ts";
import { insertRecoveryCode, revokeRecoveryCodes } from "../../directory/recovery-codes.queries.ts";
import { type SecurityDependencies, SecurityChanges } from "./security-changes.ts";
import * as changes from "./security-changes.queries.ts";
import { passwordContextsOf } from "../../directory/person-context.ts";
import { removeSecondFactor } from "../../directory/second-factor.queries.ts";
import { readUser } from "../../directory/read-user.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

/** Lets administrators restore the access of a member who lost their password or phone. */
export class RecoveryCodeService {
  readonly #dependencies: SecurityDependencies;
  readonly #work = new SecurityChanges();

  constructor(dependencies: SecurityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sets a password that the person must always change at the next sign-in. Errors: see the endpoint. */
  async setPassword(
    { context }: Authorized<"userSecurity.setPassword">,
    personId: string,
    body: BodyOf<typeof setUserPassword>,
  ): Promise<ResultOf<typeof setUserPassword>> {
    await this.#assertAuthority(context, personId);
    assertFresh(context.caller, this.#dependencies.clock.now());
    const person = await this.#dependencies.signIn.find(personId);
    if (person === undefined) throw new ProblemError("NOT_FOUND");
    assertNewPassword("newPassword", body.newPassword, ...passwordContextsOf(person));
    // The hash is computed before the transaction, so that no locks are held meanwhile.
    const hash = await this.#dependencies.hasher.hash(body.newPassword);
    await this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockIdentity(tx, context, personId);
      // An invited person chooses their own password when they accept.
      if (member.status === "pending") throw new ProblemError("CONFLICT");
      this.#work.auditIdentity(tx, context, member, { action: "user.password_set" });
      await this.#dependencies.credentials.replacePassword(tx, {
        personId,
        hash,
        mustChange: true,
        reason: "password_set",
        by: actedBy(context, personId),
      });
      await this.#notice(tx, context, "memberCredentialsChanged", personId);
    });
    return { mustChangePassword: true };
  }

  /** Creates a one-time code, which is shown once and replaces an earlier one. Errors: see the endpoint. */
  async createCode(
    { context }: Authorized<"userSecurity.createRecoveryCode">,
    personId: string,
    body: BodyOf<typeof createRecoveryCode>,
  ): Promise<ResultOf<typeof createRecoveryCode>> {
    const { organization, caller } = context;
    const now = this.#dependencies.clock.now();
    await this.#assertAuthority(context, personId);
    assertFresh(caller, now);
    const code = makeRecoveryCode();
    // The code is short, so its hash is as slow as that of a password.
    const hash = await this.#dependencies.hasher.hash(code);
    const expiresAt = new Date(now.getTime() + recoveryCodeMs);
    const practiceCode = await this.#dependencies.db.write(async (tx) => {
      const id = uuidV7();
      await saveIdempotencyKey(tx, context.repeatable, id);
      const member = await this.#work.lockIdentity(tx, context, personId);
      if (member.status === "pending") throw new ProblemError("CONFLICT");
      if (body.purpose === "second_factor" && !(await changes.hasSecondFactor(tx, personId))) {
        throw new ProblemError("TWO_FACTOR_NOT_ENABLED");
      }
      await insertRecoveryCode(tx, {
        id,
        personId,
        organizationId: organization.id,
        purpose: body.purpose,
        hash,
        createdBy: caller.personId,
        expiresAt,
        now,
      });
      const names = [member.username, member.email].filter((name) => name !== null);
      await this.#dependencies.limits.resetRecovery(tx, names, organization.id);
      this.#work.auditIdentity(tx, context, member, {
        action: "user.recovery_code_created",
        reason: [body.purpose, ...(body.identityCheck === undefined ? [] : [body.identityCheck])].join(" "),
      });
      const to = { organizationId: organization.id };
      const notice = ["recoveryCodeCreated", { ...to, personId }, actedBy(context, personId)] as const;
      this.#dependencies.notifier.storeIdentityNotice(tx, ...notice);
      const administrators = await changes.administratorsOf(tx, organization.id, now);
      // The creator sees the code at that moment, and a message would only cover it.
      const otherAdministrators = administrators.filter((administrator) => administrator !== caller.personId);
      this.#dependencies.notifier.store(
        tx,
        otherAdministrators.map((administrator) => ({
          ...to,
          personId: administrator,
          ...recoveryCodeNotice,
        })),
      );
      return (await changes.codeAndTimeZoneOf(tx, organization.id)).practiceCode;
    });
    return { code, purpose: body.purpose, expiresAt: expiresAt.toISOString(), practiceCode };
  }

  /** Removes app, backup codes and passkeys, so that the person must set up a new factor. Errors: see the endpoint. */
  async resetTwoFactor(
    { context }: Authorized<"userSecurity.resetTwoFactor">,
    personId: string,
  ): Promise<User> {
    await this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockIdentity(tx, context, personId);
      assertFresh(context.caller, this.#dependencies.clock.now());
      const hadApp = await removeSecondFactor(tx, personId);
      const hadPasskeys = await changes.deletePasskeys(tx, personId);
      if (!hadApp && !hadPasskeys) throw new ProblemError("TWO_FACTOR_NOT_ENABLED");
      await revokeRecoveryCodes(tx, personId, "second_factor", this.#dependencies.clock.now());
      await this.#dependencies.credentials.endRecovery(tx, personId, "two_factor_reset");
      await syncMemberRows(tx, personId);
      this.#work.auditIdentity(tx, context, member, { action: "user.two_factor_reset" });
      await queueIdentityNotice(tx, "twoFactorOff", personId, actedBy(context, personId));
      await this.#dependencies.sessions.end(tx, { personId }, "two_factor_reset");
      await this.#notice(tx, context, "memberSecondFactorReset", personId);
    });
    return readUser(context.organization.db, personId, this.#dependencies.clock.now());
  }

  /** Sends a reset link to the person by mail only. Errors: 409 CONFLICT without a confirmed address. */
  async mailResetLink(
    { context }: Authorized<"userSecurity.sendResetLink">,
    personId: string,
  ): Promise<void> {
    const { email } = await this.#dependencies.db.write((tx) => this.#work.lockMember(tx, context, personId));
    if (email === null) throw new ProblemError("CONFLICT");
    await this.#dependencies.mailLimits.countResetLink(context.caller.personId, email);
    await this.#dependencies.db.write(async (tx) => {
      const member = await this.#work.lockMember(tx, context, personId);
      tx.emit("mail", { template: "passwordReset", personId }, uuidV7());
      this.#work.audit(tx, context, member, { action: "auth.password_reset_requested" });
    });
  }

  #notice(
    tx: WriteTransaction,
    { organization, caller }: RequestContext,
    kind: "memberCredentialsChanged" | "memberSecondFactorReset",
    userId: string,
  ) {
    return this.#dependencies.notices.queue(tx, {
      kind,
      organizationId: organization.id,
      actorId: caller.personId,
      userId,
    });
  }

  /** Refuses early, before a slow hash is computed. The change checks again while it holds its locks. */
  async #assertAuthority(context: RequestContext, personId: string): Promise<void> {
    await this.#dependencies.db.write((tx) => this.#work.lockIdentity(tx, context, personId));
  }
}
