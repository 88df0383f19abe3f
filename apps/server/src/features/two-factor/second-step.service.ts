import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { SessionService } from "../auth/session/session.service.ts";
import type { SignedInPerson, SignInService } from "../auth/sign-in/sign-in.service.ts";
import type { CodeProver, ProvenCode } from "./code-prover.ts";
import * as queries from "./two-factor.queries.ts";
import { actorOf, chainsOf } from "../../directory/person-context.ts";
import { removeSecondFactor, removePasskeys } from "../../directory/second-factor.queries.ts";
import type { FirstSteps } from "../auth/sign-in/first-steps.ts";
import { syncMemberRows } from "../../directory/member-rows.queries.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  codes: CodeProver;
  signIn: SignInService;
  firstSteps: FirstSteps;
  sessions: Pick<SessionService, "endDayCode">;
};

type Candidate = NonNullable<Awaited<ReturnType<SignInService["find"]>>>;

/** Completed sign-in, with the number of remaining backup codes if one was used. */
export type SecondStepOutcome = SignedInPerson & { backupCodesRemaining: number | undefined };

/** Completes sign-ins with a second step. */
export class SecondStepService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Checks the code and signs the person in. The first step is valid once, for five minutes and five attempts, on the
   * device that completed it. Errors: 401 SECOND_STEP_EXPIRED, 400 CODE_INVALID, 429, and those of the login for a
   * person who may not start a session.
   */
  async verify(body: BodyOf<typeof verifyTwoFactor>, origin: RequestOrigin): Promise<SecondStepOutcome> {
    const tokenHash = hashToken(body.tempToken);
    const first = await this.#dependencies.firstSteps.take(tokenHash, origin);
    const candidate = await this.#dependencies.signIn.find(first.personId);
    if (candidate === undefined) throw new ProblemError("SECOND_STEP_EXPIRED");
    const organizationId = this.#dependencies.signIn.startOf(candidate, first.organizationId, origin);
    const proven = await this.#prove(candidate, body, organizationId, origin);
    let backupCodesRemaining: number | undefined;
    const signedIn = await this.#dependencies.signIn.complete(candidate, {
      organizationId,
      rememberMe: first.rememberMe,
      origin,
      factors: ["password", proven.factor],
      dayCode: proven.dayCode,
      runInTransaction: async (tx) => {
        await this.#dependencies.firstSteps.use(tx, tokenHash);
        await proven.use(tx);
        if (proven.factor === "backup_code")
          backupCodesRemaining = await this.notifyCodeUsed(tx, candidate, origin);
        if (proven.factor === "recovery_code") await this.#endOldFactor(tx, candidate, origin);
        if (proven.factor === "day_code") this.#recordDayCode(tx, candidate, origin);
      },
    });
    return { ...signedIn, backupCodesRemaining };
  }

  async #prove(
    candidate: Candidate,
    body: BodyOf<typeof verifyTwoFactor>,
    organizationId: string | null,
    origin: RequestOrigin,
  ): Promise<ProvenCode> {
    try {
      return body.dayCode === undefined
        ? await this.#dependencies.codes.prove(candidate.person_id, body, true)
        : await this.#dependencies.codes.proveDayCode(candidate.person_id, organizationId, body.dayCode);
    } catch (error) {
      if (error instanceof ProblemError && error.code === "CODE_INVALID") {
        await this.#dependencies.db.write(async (tx) => {
          tx.record({
            organizationId: organizationId ?? platformChainId,
            action: "auth.login",
            outcome: "failed",
            actor: actorOf(candidate),
            reason: "code_incorrect",
            request: origin.audit,
            origin: origin.isBrowser ? "ui" : "api",
          });
        });
      }
      throw error;
    }
  }

  /** Records the use of a backup code and notifies the person by mail. Returns the number of remaining codes. */
  async notifyCodeUsed(tx: WriteTransaction, candidate: Candidate, origin: RequestOrigin): Promise<number> {
    const remaining = await queries.countBackupCodes(tx, candidate.person_id);
    for (const organizationId of chainsOf(candidate)) {
      tx.record({
        organizationId,
        action: "user.backup_code_used",
        actor: actorOf(candidate),
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
    }
    tx.emit("mail", { template: "backupCodeUsed", personId: candidate.person_id, left: remaining }, uuidV7());
    return remaining;
  }

  #recordDayCode(tx: WriteTransaction, candidate: Candidate, origin: RequestOrigin): void {
    for (const organizationId of chainsOf(candidate)) {
      tx.record({
        organizationId,
        action: "user.day_code_used",
        actor: actorOf(candidate),
        target: { type: "user", id: candidate.person_id },
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
    }
  }

  /** Removes the lost factors that a one-time code replaces, so that a new factor must be set up. */
  async #endOldFactor(tx: WriteTransaction, candidate: Candidate, origin: RequestOrigin): Promise<void> {
    await removeSecondFactor(tx, candidate.person_id);
    await removePasskeys(tx, candidate.person_id);
    await this.#dependencies.sessions.endDayCode(tx, candidate.person_id);
    await syncMemberRows(tx, candidate.person_id);
    for (const organizationId of chainsOf(candidate)) {
      tx.record({
        organizationId,
        action: "user.recovery_code_used",
        actor: actorOf(candidate),
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
    }
    tx.emit("mail", { template: "twoFactorOff", personId: candidate.person_id }, uuidV7());
  }
}
