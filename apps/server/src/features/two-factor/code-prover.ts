import { recoveryCodeMaxAttempts } from "@praxisportal/contract/limits";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { open, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { CodeAttempts } from "../../directory/code-attempts.ts";
import { readBackupCode } from "./backup-codes.ts";
import { readDayCode } from "../../directory/day-codes/day-code.ts";
import { findDayCode, lockDayCode } from "../../directory/day-codes/day-codes.queries.ts";
import { readRecoveryCode } from "../../directory/recovery-code.ts";
import * as queries from "./two-factor.queries.ts";
import { matchingStep } from "./totp.ts";
import { tryRecoveryCode, useRecoveryCode } from "../../directory/recovery-codes.queries.ts";

/** Code that the user entered, of exactly one kind. */
export type TypedCode = { totpCode?: string | undefined; backupCode?: string | undefined };

/** A code that was valid when it was checked. */
export type ProvenCode = {
  factor: "totp" | "backup_code" | "recovery_code" | "day_code";
  /** Day code on which the session depends, or undefined for other factors. */
  dayCode?: { id: string; expiresAt: Date };
  /**
   * Consumes the code. Throws 400 if a parallel request consumed it first. It must be called in the transaction of the
   * action that the code permits.
   */
  use: (tx: WriteTransaction) => Promise<void>;
};

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  attempts: CodeAttempts;
  sealingKeys: SealingKeys;
};

/**
 * Checks codes of second factors. Every endpoint that accepts one uses this class, so that counters and replay
 * protection are shared.
 */
export class CodeProver {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Checks a person's code. Wrong, used and expired codes give the same response. With `isRecovery`, a one-time code of
   * the organization is accepted too. Errors: 400 CODE_INVALID, 429 while the account is locked.
   */
  async prove(personId: string, typed: TypedCode, isRecovery = false): Promise<ProvenCode> {
    await this.#dependencies.attempts.consume(personId);
    const proven =
      typed.totpCode === undefined
        ? await this.#findPrintedCode(personId, typed.backupCode ?? "", isRecovery)
        : await this.#findInApp(personId, typed.totpCode);
    if (proven === undefined) throw new ProblemError("CODE_INVALID");
    return {
      factor: proven.factor,
      use: async (tx) => {
        if (!(await proven.use(tx))) throw new ProblemError("CODE_INVALID");
        await this.#dependencies.attempts.clear(tx, personId);
      },
    };
  }

  /**
   * Checks the day code that an organization issued to a person, in the second step of a sign-in only. Wrong, ended and
   * missing codes give the same response after the same work. Errors: 400 CODE_INVALID, 429 while the account is
   * locked.
   */
  async proveDayCode(personId: string, organizationId: string | null, typed: string): Promise<ProvenCode> {
    const { db, clock, attempts } = this.#dependencies;
    const consumption = await attempts.consume(personId);
    const issued =
      organizationId === null ? undefined : await findDayCode(db, personId, organizationId, clock.now());
    const isMatch = await this.#matches(issued?.code_hash ?? null, readDayCode(typed) ?? typed);
    if (issued === undefined || !isMatch) throw new ProblemError("CODE_INVALID");
    return {
      factor: "day_code",
      dayCode: { id: issued.id, expiresAt: issued.expires_at },
      use: async (tx) => {
        if (!(await lockDayCode(tx, issued.id, clock.now()))) throw new ProblemError("CODE_INVALID");
        await attempts.refund(tx, personId, consumption);
      },
    };
  }

  async #findInApp(personId: string, code: string) {
    const sealed = await queries.findSecret(this.#dependencies.db, personId);
    if (sealed === undefined) return undefined;
    const secret = open(this.#dependencies.sealingKeys, `two_factor:${personId}`, sealed);
    const step = matchingStep(secret, code, this.#dependencies.clock.now());
    if (step === undefined) return undefined;
    const use = (tx: WriteTransaction) => queries.useStep(tx, personId, step);
    return { factor: "totp", use } as const;
  }

  async #findPrintedCode(personId: string, typed: string, isRecovery: boolean) {
    const now = this.#dependencies.clock.now();
    const backup = readBackupCode(typed);
    if (backup !== undefined) {
      const hash = await queries.findBackupCode(this.#dependencies.db, personId, backup.slot);
      if (hash === undefined || !(await this.#matches(hash, backup.code))) return undefined;
      const use = (tx: WriteTransaction) => queries.useBackupCode(tx, personId, hash, now);
      return { factor: "backup_code", use } as const;
    }
    const digits = isRecovery ? readRecoveryCode(typed) : undefined;
    if (digits === undefined) return undefined;
    const code = await tryRecoveryCode(
      this.#dependencies.db,
      personId,
      "second_factor",
      recoveryCodeMaxAttempts,
      now,
    );
    if (code === undefined || !(await this.#matches(code.code_hash, digits))) return undefined;
    const use = (tx: WriteTransaction) => useRecoveryCode(tx, code.id, now);
    return { factor: "recovery_code", use } as const;
  }

  #matches(hash: string | null, code: string): Promise<boolean> {
    return this.#dependencies.hasher.withSlot(() => this.#dependencies.hasher.verify(hash, code));
  }
}
