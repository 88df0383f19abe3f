import { stepUpMs } from "@praxisportal/contract/limits";
import { platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PreparedQuery } from "../../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import * as queries from "../auth.queries.ts";
import { chooseCandidate, chooseStart, type LoginName, readLoginName } from "./login-subject.ts";
import type { IssuedSession } from "../session/issued-session.ts";
import type { SessionService } from "../session/session.service.ts";
import type { PinProof, WorkstationProof } from "../session/workstation-proof.ts";
import { requiresSecondStep, restrictionOf } from "../../../directory/sign-in.policy.ts";
import { actorOf } from "../../../directory/person-context.ts";
import { type LoginCandidate, findSignInPerson } from "../../../directory/sign-in-person.queries.ts";

/** The factors by which a user can prove who they are. */
export type SignInFactor =
  | "password"
  | "totp"
  | "backup_code"
  | "recovery_code"
  | "day_code"
  | "passkey"
  | "pin";

/** Factors that are not the user's own second one. */
const otherFactors: readonly SignInFactor[] = ["password", "pin", "day_code"];

/** A completed sign-in. */
export type SignedInPerson = { session: IssuedSession; personId: string; organizationId: string | null };

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  sessions: SessionService;
  /**
   * Whether the portal runs as a demonstration, whose accounts may sign in and whose platform accounts need no second
   * factor.
   */
  demo: boolean;
  offersTwoFactor: boolean;
};

type Completion = {
  organizationId: string | null;
  rememberMe: boolean;
  origin: RequestOrigin;
  factors: readonly SignInFactor[];
  /** The day code that was used as the second step. */
  dayCode?: { id: string; expiresAt: Date } | undefined;
  /** The full sign-in that makes a PIN valid. */
  pin?: PinProof;
  /** Statements on the person's own rows that run before everything else. */
  firstStatements?: readonly PreparedQuery<unknown>[];
  /** Runs in the transaction of the sign-in, before the session begins; throws to refuse. */
  runInTransaction?: (tx: WriteTransaction) => Promise<void>;
};

/** The last step of every sign-in method: password, second step, passkey. */
export class SignInService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the current state of a person. Returns undefined when they no longer exist. */
  find(personId: string): Promise<LoginCandidate | undefined> {
    return findSignInPerson(this.#dependencies.db, personId);
  }

  /**
   * Finds the person of a typed username or email address, by the rules of the login; does the same work for unknown
   * names. `addressKey` is the counter of the network address; the result contains the end of its lock.
   */
  async findByName(
    typed: { name: string; organizationId?: string | null | undefined },
    addressKey: Buffer,
  ): Promise<{ name: LoginName; candidate: LoginCandidate | undefined; addressLockedUntil: Date | null }> {
    const { organizationId } = typed;
    // Usernames contain no "@"; every address does.
    const name = readLoginName(
      typed.name.includes("@")
        ? { email: typed.name, organizationId }
        : { username: typed.name, organizationId },
    );
    const { candidates, addressLockedUntil } = await queries.findLoginStart(
      this.#dependencies.db,
      name,
      addressKey,
      null,
    );
    return { name, candidate: chooseCandidate(candidates, name), addressLockedUntil };
  }

  /**
   * Returns the organization where a session of this person starts; `organizationId` is the requested one, null for
   * none. Throws the reason of a refusal: call it only after the person has proven who they are.
   */
  startOf(candidate: LoginCandidate, organizationId: string | null, origin: RequestOrigin): string | null {
    if (candidate.is_demo && (origin.isForwarded || !this.#dependencies.demo))
      throw new ProblemError("DEMO_LOCAL_ONLY");
    const name = { email: null, username: null, organizationId };
    const start = chooseStart(candidate, name, this.#dependencies.clock.now());
    if ("refusal" in start) throw new ProblemError(start.refusal);
    return start.organizationId;
  }

  /**
   * Records a sign-in, begins its session and writes its audit entry, in one transaction. Throws 401 when the password
   * has changed since it was checked.
   */
  async complete(candidate: LoginCandidate, completion: Completion): Promise<SignedInPerson> {
    const { organizationId, origin, factors } = completion;
    const { person_id: personId } = candidate;
    const now = this.#dependencies.clock.now();
    const secondFactor = factors.some((factor) => !otherFactors.includes(factor));
    // A day code answers the second step, but its session has to prove the factor before any sensitive action. Uses
    // twice the lifetime of a fresh proof, because the clocks of processes may differ.
    const answeredAt = completion.dayCode === undefined ? null : new Date(now.getTime() - 2 * stepUpMs);
    const restriction = factors.includes("recovery_code")
      ? "two_factor_setup"
      : restrictionOf(candidate, this.#dependencies);
    const isFull =
      restriction === null && (secondFactor || !requiresSecondStep(candidate, this.#dependencies.demo));
    const proof: WorkstationProof =
      completion.pin ??
      (isFull ? { kind: "full", secondFactorAt: secondFactor ? now : null } : { kind: "partial" });
    const session = await this.#dependencies.db.write(async (tx) => {
      const isPasswordUnchanged = await queries.recordLogin(
        tx,
        { ...candidate, organizationId, now },
        completion.firstStatements ?? [],
      );
      if (!isPasswordUnchanged) throw new ProblemError("INVALID_CREDENTIALS");
      await completion.runInTransaction?.(tx);
      const startedSession = await this.#dependencies.sessions.begin(tx, {
        personId,
        organizationId,
        rememberMe: completion.rememberMe,
        memberships: candidate.memberships,
        secondFactorAt: secondFactor ? now : answeredAt,
        dayCode: completion.dayCode,
        restriction,
        proof,
        origin,
      });
      tx.record({
        organizationId: organizationId ?? platformChainId,
        action: "auth.login",
        actor: actorOf(candidate),
        // The factors that were proven: ASVS 16.3.1.
        reason: factors.join("+"),
        request: { ...origin.audit, sessionId: startedSession.sessionId },
        origin: origin.isBrowser ? "ui" : "api",
      });
      return startedSession;
    });
    return { session, personId, organizationId };
  }
}
