import { stepUpMs, twoFactorSetupMs } from "@praxisportal/contract/limits";
import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { disableTwoFactor, stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import type { AuditAction } from "@praxisportal/contract/audit-actions";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { open, seal, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import { actedBy, queueIdentityNotice } from "../../platform/mail/identity-notice.ts";
import type { RequestContext, RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { OwnPasswordService } from "../auth/password/own-password.service.ts";
import type { CodeAttempts } from "../../directory/code-attempts.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { PasskeyService } from "../passkeys/passkeys.service.ts";
import type { SignInService } from "../auth/sign-in/sign-in.service.ts";
import { makeBackupCodes, readBackupCode } from "./backup-codes.ts";
import type { CodeProver, TypedCode } from "./code-prover.ts";
import * as queries from "./two-factor.queries.ts";
import { makeTotpSecret, matchingStep, otpauthUrl } from "./totp.ts";
import { needsTwoFactor } from "../../directory/sign-in.policy.ts";
import { removeSecondFactor, deleteSetups, recordProof } from "../../directory/second-factor.queries.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  sealingKeys: SealingKeys;
  codes: CodeProver;
  attempts: CodeAttempts;
  sessions: SessionService;
  signIn: SignInService;
  ownPassword: Pick<OwnPasswordService, "prove">;
  /** Issues the next device secret for the browser of a request. */
  renewSecret: (tx: WriteTransaction, origin: RequestOrigin, now: Date) => Promise<string | undefined>;
  demo: boolean;
  offersTwoFactor: boolean;
  passkeys: Pick<PasskeyService, "proveOwn">;
};

/** Enables and disables a person's own second factor, and manages backup codes and step-ups. */
export class TwoFactorService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the state of the caller's second factor. */
  async status({ caller }: RequestContext) {
    const [row, person] = await Promise.all([
      queries.readStatus(this.#dependencies.db, caller.personId),
      this.#dependencies.signIn.find(caller.personId),
    ]);
    const isEnforced = this.#dependencies.offersTwoFactor || isOn(row);
    return {
      enabledAt: row?.enabled_at ?? null,
      backupCodesRemaining: Number(row?.backup_codes_left ?? 0),
      // A passkey also meets the requirement.
      isNeeded:
        isEnforced &&
        person !== undefined &&
        !person.has_passkey &&
        needsTwoFactor(person, this.#dependencies.demo),
    };
  }

  /**
   * Returns the pending secret of this session, and creates it if there is none. Errors: 409 if the factor is already
   * enabled, 403 without a step-up.
   */
  async setup({ caller }: RequestContext) {
    this.#assertOffered();
    const now = this.#dependencies.clock.now();
    const status = await queries.readStatus(this.#dependencies.db, caller.personId);
    if (status === undefined || isOn(status)) throw new ProblemError("TWO_FACTOR_ALREADY_ENABLED");
    assertFresh(caller, now);
    const row = `two_factor_setup:${caller.sessionId}`;
    const stored =
      (await queries.findSetup(this.#dependencies.db, caller.sessionId, now)) ??
      (await this.#dependencies.db.write((tx) =>
        queries.saveSetup(tx, {
          sessionId: caller.sessionId,
          personId: caller.personId,
          secret: seal(this.#dependencies.sealingKeys, row, makeTotpSecret()),
          expiresAt: new Date(now.getTime() + twoFactorSetupMs),
          now,
        }),
      ));
    const secret = open(this.#dependencies.sealingKeys, row, stored.secret);
    const account =
      status.email ?? status.platform_username ?? `${status.first_name} ${status.last_name}`.trim();
    return { secret, otpauthUrl: otpauthUrl(secret, account), expiresAt: stored.expires_at };
  }

  /** Checks that the setup is not switched off. People with a second factor must still use it. Errors: 409. */
  #assertOffered(): void {
    if (!this.#dependencies.offersTwoFactor) throw new ProblemError("TWO_FACTOR_NOT_OFFERED");
  }

  /** Enables the pending secret. Returns ten backup codes. Errors: 400, 409, 429. */
  async enable(context: RequestContext, totpCode: string): Promise<readonly string[]> {
    this.#assertOffered();
    const { caller } = context;
    const { personId } = caller;
    const now = this.#dependencies.clock.now();
    const pending = await queries.findSetup(this.#dependencies.db, caller.sessionId, now);
    if (pending === undefined) {
      const status = await queries.readStatus(this.#dependencies.db, personId);
      throw new ProblemError(isOn(status) ? "TWO_FACTOR_ALREADY_ENABLED" : "SETUP_EXPIRED");
    }
    await this.#dependencies.attempts.consume(personId);
    const secret = open(
      this.#dependencies.sealingKeys,
      `two_factor_setup:${caller.sessionId}`,
      pending.secret,
    );
    const step = matchingStep(secret, totpCode, now);
    if (step === undefined) {
      await this.#dependencies.db.write(async (tx) => {
        this.#auditChange(tx, context, "user.two_factor_enabled", "failed");
      });
      throw new ProblemError("CODE_INVALID");
    }
    const codes = makeBackupCodes();
    const hashes = await this.#hashCodes(codes);
    await this.#dependencies.db.write(async (tx) => {
      await this.#dependencies.attempts.clear(tx, personId);
      const sealed = seal(this.#dependencies.sealingKeys, `two_factor:${personId}`, secret);
      if (!(await queries.enable(tx, { personId, secret: sealed, step, now }))) {
        throw new ProblemError("TWO_FACTOR_ALREADY_ENABLED");
      }
      await deleteSetups(tx, personId);
      await queries.replaceBackupCodes(tx, personId, hashes);
      await recordProof(tx, caller.sessionId, now, true);
      await this.#dependencies.sessions.liftRestriction(tx, caller.sessionId, "two_factor_setup");
      await syncMemberRows(tx, personId);
      this.#auditChange(tx, context, "user.two_factor_enabled");
      await queueIdentityNotice(tx, "twoFactorOn", personId, actedBy(context, personId));
      await this.#dependencies.sessions.end(tx, { personId, except: caller.sessionId }, "two_factor_changed");
    });
    return codes;
  }

  /**
   * Disables the second factor. The password is enough within ten minutes of proving the factor in this session. Later
   * a code is needed too. Errors: 400, 403 STEP_UP_REQUIRED without a code, 409 while the factor is required and there
   * is no passkey, 429.
   */
  async disable(context: RequestContext, body: BodyOf<typeof disableTwoFactor>): Promise<void> {
    const { caller } = context;
    const { personId } = caller;
    const now = this.#dependencies.clock.now();
    const [status, person] = await Promise.all([
      queries.readStatus(this.#dependencies.db, personId),
      this.#dependencies.signIn.find(personId),
    ]);
    if (!isOn(status) || person === undefined) throw new ProblemError("TWO_FACTOR_NOT_ENABLED");
    const isNeeded = needsTwoFactor(person, this.#dependencies.demo);
    if (isNeeded && !person.has_passkey) throw new ProblemError("TWO_FACTOR_REQUIRED");
    const proven = await this.#provePassword(context, body.password, "user.two_factor_disabled");
    const code = hasCode(body) ? await this.#proveCode(context, body, "user.two_factor_disabled") : undefined;
    if (code === undefined) assertFresh(caller, now);
    await this.#dependencies.db.write(async (tx) => {
      if (isNeeded && !(await queries.hasPasskey(tx, personId)))
        throw new ProblemError("TWO_FACTOR_REQUIRED");
      await proven.clearFailures(tx);
      await code?.use(tx);
      if (!(await removeSecondFactor(tx, personId))) throw new ProblemError("TWO_FACTOR_NOT_ENABLED");
      await syncMemberRows(tx, personId);
      this.#auditChange(tx, context, "user.two_factor_disabled");
      await queueIdentityNotice(tx, "twoFactorOff", personId, actedBy(context, personId));
      await this.#dependencies.sessions.end(tx, { personId, except: caller.sessionId }, "two_factor_changed");
    });
  }

  /** Replaces the backup codes with ten new ones. Errors: 403 without a step-up, 409 while the factor is disabled. */
  async renewBackupCodes(context: RequestContext): Promise<readonly string[]> {
    const { caller } = context;
    const status = await queries.readStatus(this.#dependencies.db, caller.personId);
    if (!isOn(status)) throw new ProblemError("TWO_FACTOR_NOT_ENABLED");
    assertFresh(caller, this.#dependencies.clock.now());
    const codes = makeBackupCodes();
    const hashes = await this.#hashCodes(codes);
    await this.#dependencies.db.write(async (tx) => {
      await queries.replaceBackupCodes(tx, caller.personId, hashes);
      this.#auditChange(tx, context, "user.backup_codes_renewed");
      const by = actedBy(context, caller.personId);
      await queueIdentityNotice(tx, "backupCodesRenewed", caller.personId, by);
    });
    return codes;
  }

  /**
   * Renews the proof of identity of this session for ten minutes, and the secret of its browser. The previous secret
   * becomes invalid. A caller with a second factor must use it. Errors: 400, 429, SECOND_FACTOR_REQUIRED for a password
   * alone.
   */
  async stepUp(
    context: RequestContext,
    body: BodyOf<typeof stepUp>,
  ): Promise<{ at: Date; until: Date; deviceSecret: string | undefined }> {
    const { caller } = context;
    const now = this.#dependencies.clock.now();
    const use = await this.#proofOf(context, body);
    const deviceSecret = await this.#dependencies.db.write(async (tx) => {
      await use(tx);
      await recordProof(tx, caller.sessionId, now, body.password === undefined);
      this.#auditChange(tx, context, "auth.step_up");
      return caller.kind === "browser" ? this.#dependencies.renewSecret(tx, context.origin, now) : undefined;
    });
    return { at: now, until: new Date(now.getTime() + stepUpMs), deviceSecret };
  }

  async #proofOf(
    context: RequestContext,
    body: BodyOf<typeof stepUp>,
  ): Promise<(tx: WriteTransaction) => Promise<void>> {
    if (body.password !== undefined) {
      if (context.caller.hasSecondFactor) throw new ProblemError("SECOND_FACTOR_REQUIRED");
      return (await this.#provePassword(context, body.password, "auth.step_up")).clearFailures;
    }
    if (hasCode(body)) return (await this.#proveCode(context, body, "auth.step_up")).use;
    if (body.passkey === undefined) throw new ProblemError("PASSKEY_INVALID");
    return this.#dependencies.passkeys.proveOwn(context, body.passkey);
  }

  #provePassword(context: RequestContext, password: string, action: AuditAction) {
    const { caller } = context;
    return this.#dependencies.ownPassword.prove(
      {
        personId: caller.personId,
        deviceId: caller.deviceId,
        organizationIds: caller.memberships.map((membership) => membership.organizationId),
        password,
      },
      {
        ...context.auditBase(),
        organizationId: "",
        action,
        target: { type: "user", id: caller.personId },
      },
    );
  }

  async #proveCode(context: RequestContext, typed: TypedCode, action: AuditAction) {
    try {
      return await this.#dependencies.codes.prove(context.caller.personId, typed);
    } catch (error) {
      if (error instanceof ProblemError && error.code === "CODE_INVALID") {
        await this.#dependencies.db.write(async (tx) => this.#auditChange(tx, context, action, "failed"));
      }
      throw error;
    }
  }

  /** Hashes backup codes with the slow hash, because a code has less entropy than a key. */
  #hashCodes(codes: readonly string[]): Promise<string[]> {
    return Promise.all(
      codes.map((code) => this.#dependencies.hasher.hash(readBackupCode(code)?.code ?? code)),
    );
  }

  /** Records changes of the person in the logs of their organizations and of the platform. */
  #auditChange(
    tx: WriteTransaction,
    context: RequestContext,
    action: AuditAction,
    outcome: "success" | "failed" = "success",
  ): void {
    const { caller } = context;
    const organizations = caller.memberships.map((membership) => membership.organizationId);
    for (const organizationId of [...organizations, platformChainId]) {
      tx.record({
        ...context.auditBase(),
        organizationId,
        action,
        outcome,
        target: { type: "user", id: caller.personId },
      });
    }
  }
}

function hasCode(body: TypedCode): boolean {
  return body.totpCode !== undefined || body.backupCode !== undefined;
}

function isOn(status: { enabled_at: Date | null } | undefined): boolean {
  return (status?.enabled_at ?? null) !== null;
}
