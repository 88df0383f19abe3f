import type { BodyOf, ResultOf } from "@praxisportal/contract/endpoint";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { rescueCodeMs } from "@praxisportal/contract/limits";
import type {
  createRescueCode,
  setUserPassword,
} from "@praxisportal/contract/user-security/user-security.endpoints";
import type { User } from "@praxisportal/contract/users/users.schema";
import { refuseNewPassword } from "../../platform/http/new-password.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { keepCall } from "../../platform/idempotency/idempotency.queries.ts";
import { actedBy, orderIdentityNotice } from "../../platform/mail/identity-notice.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { makeRescueCode, rescueNotice } from "./rescue-code.ts";
import { type SecurityParts, SecurityWork } from "./security-parts.ts";
import * as changes from "./security-changes.queries.ts";

/** Actions of an administrator for a member who lost their password or phone. */
export class RescuePersonService {
  readonly #parts: SecurityParts;
  readonly #work: SecurityWork;

  constructor(parts: SecurityParts) {
    this.#parts = parts;
    this.#work = new SecurityWork(parts);
  }

  /**
   * Sets a password that its person must change at the next sign-in, whatever the request says. Errors: see the
   * endpoint.
   */
  async setPassword(
    { context }: Authorized<"userSecurity.setPassword">,
    personId: string,
    body: BodyOf<typeof setUserPassword>,
  ): Promise<ResultOf<typeof setUserPassword>> {
    await this.#assertAuthority(context, personId);
    assertFresh(context.caller, this.#parts.clock.now());
    const person = await this.#parts.signIn.find(personId);
    if (person === undefined) throw new ProblemError("NOT_FOUND");
    refuseNewPassword("newPassword", body.newPassword, ...this.#parts.passwordContextsOf(person));
    // Before the transaction, so that its locks are not held during a slow hash.
    const hash = await this.#parts.hasher.hash(body.newPassword);
    const ended = await this.#parts.db.write(async (tx) => {
      const member = await this.#work.lockIdentity(tx, context, personId);
      // An invited person chooses their own when they accept.
      if (member.status === "pending") throw new ProblemError("CONFLICT");
      this.#work.noteIdentity(tx, context, member, { action: "user.password_set" });
      const sessions = await this.#parts.credentials.replacePassword(tx, {
        personId,
        hash,
        mustChange: true,
        reason: "password_set",
        by: actedBy(context, personId),
      });
      return { sessions, told: await this.#notice(tx, context, "memberCredentialsChanged", personId) };
    });
    this.#parts.notices.announce(ended.told);
    this.#parts.sessions.announceEnd(ended.sessions, "password_set");
    this.#work.told(context.organization.db, personId);
    return { mustChangePassword: true };
  }

  /** Creates a one-time code, shown once, in place of an earlier one. Errors: see the endpoint. */
  async createCode(
    { context }: Authorized<"userSecurity.createRescueCode">,
    personId: string,
    body: BodyOf<typeof createRescueCode>,
  ): Promise<ResultOf<typeof createRescueCode>> {
    const { organization, caller } = context;
    const now = this.#parts.clock.now();
    await this.#assertAuthority(context, personId);
    assertFresh(caller, now);
    const code = makeRescueCode();
    // A short code, so the hash is as slow as that of a password.
    const hash = await this.#parts.hasher.hash(code);
    const expiresAt = new Date(now.getTime() + rescueCodeMs);
    const { stored, practiceCode } = await this.#parts.db.write(async (tx) => {
      const id = uuidV7();
      await keepCall(tx, context.repeatable, id);
      const member = await this.#work.lockIdentity(tx, context, personId);
      if (member.status === "pending") throw new ProblemError("CONFLICT");
      if (body.purpose === "second_factor" && !(await changes.hasSecondFactor(tx, personId))) {
        throw new ProblemError("TWO_FACTOR_OFF");
      }
      await changes.insertRescueCode(tx, {
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
      await this.#parts.limits.forgetRescue(tx, names, organization.id);
      this.#work.noteIdentity(tx, context, member, {
        action: "user.rescue_code_created",
        reason: [body.purpose, ...(body.identityCheck === undefined ? [] : [body.identityCheck])].join(" "),
      });
      await orderIdentityNotice(tx, "rescueCodeCreated", personId, actedBy(context, personId));
      const to = { organizationId: organization.id };
      const own = await this.#parts.notifier.storeIdentityNotice(tx, "rescueCodeCreated", {
        ...to,
        personId,
      });
      const administrators = await changes.administratorsOf(tx, organization.id);
      const told = await this.#parts.notifier.store(
        tx,
        administrators.map((administrator) => ({ ...to, personId: administrator, ...rescueNotice })),
      );
      return {
        stored: [...own, ...told],
        practiceCode: await changes.practiceCodeOf(tx, organization.id),
      };
    });
    this.#parts.notifier.publish(stored);
    this.#work.told(organization.db, personId);
    return { code, purpose: body.purpose, expiresAt: expiresAt.toISOString(), practiceCode };
  }

  /** Removes app, backup codes and passkeys; the person must set up a new factor. Errors: see the endpoint. */
  async resetTwoFactor(
    { context }: Authorized<"userSecurity.resetTwoFactor">,
    personId: string,
  ): Promise<User> {
    const { ended, told } = await this.#parts.db.write(async (tx) => {
      const member = await this.#work.lockIdentity(tx, context, personId);
      assertFresh(context.caller, this.#parts.clock.now());
      const hadApp = await this.#parts.removeSecondFactor(tx, personId);
      const hadPasskeys = await changes.deletePasskeys(tx, personId);
      if (!hadApp && !hadPasskeys) throw new ProblemError("TWO_FACTOR_OFF");
      await changes.revokeRescueCodes(tx, personId, "second_factor", this.#parts.clock.now());
      await this.#parts.credentials.endRecovery(tx, personId, "two_factor_reset");
      await tx.syncMemberRows(personId);
      this.#work.noteIdentity(tx, context, member, { action: "user.two_factor_reset" });
      await orderIdentityNotice(tx, "twoFactorOff", personId, actedBy(context, personId));
      return {
        ended: await this.#parts.sessions.end(tx, { personId }, "two_factor_reset"),
        told: await this.#notice(tx, context, "memberSecondFactorReset", personId),
      };
    });
    this.#parts.notices.announce(told);
    this.#parts.sessions.announceEnd(ended, "two_factor_reset");
    this.#work.told(context.organization.db, personId);
    return this.#parts.people.get(context.organization.db, personId);
  }

  /** Mails the person a reset link, visible only in their mailbox. Errors: 409 CONFLICT without a confirmed address. */
  async mailResetLink(
    { context }: Authorized<"userSecurity.mailResetLink">,
    personId: string,
  ): Promise<void> {
    const { email } = await this.#parts.db.write((tx) => this.#work.lockMember(tx, context, personId));
    if (email === null) throw new ProblemError("CONFLICT");
    await this.#parts.mailLimits.countResetLink(context.caller.personId, email);
    await this.#parts.db.write(async (tx) => {
      const member = await this.#work.lockMember(tx, context, personId);
      await tx.emit("mail", { template: "passwordReset", personId }, uuidV7());
      this.#work.note(tx, context, member, { action: "auth.password_reset_requested" });
    });
  }

  #notice(
    tx: WriteTransaction,
    { organization, caller }: RequestContext,
    kind: "memberCredentialsChanged" | "memberSecondFactorReset",
    userId: string,
  ) {
    return this.#parts.notices.order(tx, {
      kind,
      organizationId: organization.id,
      actorId: caller.personId,
      userId,
    });
  }

  /** Refuses before a slow hash is computed; the change checks again under its locks. */
  async #assertAuthority(context: RequestContext, personId: string): Promise<void> {
    await this.#parts.db.write((tx) => this.#work.lockIdentity(tx, context, personId));
  }
}
