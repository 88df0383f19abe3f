import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { login } from "@praxisportal/contract/auth/auth.endpoints";
import { secondStepMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../../platform/clock/clock.ts";
import { hashToken, makeToken } from "../../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { RequestOrigin } from "../../../platform/request-context/request-context.ts";
import { administers, requiresSecondStep } from "../../../directory/sign-in.policy.ts";
import * as queries from "../auth.queries.ts";
import { boundsOf } from "../session/session-rules.ts";
import { chooseStart, readLoginName } from "./login-subject.ts";
import type { PasswordProver, ProvenPassword } from "./password-prover.ts";
import type { SignedInPerson, SignInService } from "./sign-in.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  signIn: Pick<SignInService, "complete">;
  passwords: Pick<PasswordProver, "prove">;
  /** Demonstration accounts are refused unless this is set. */
  demo: boolean;
};

/** The result of a sign-in. */
export type LoginOutcome =
  | ({ kind: "signedIn" } & SignedInPerson)
  | ({ kind: "secondStep" } & OpenSecondStep);

/** Token of a second step and the factors that it accepts; disclosed only after a correct password. */
export type OpenSecondStep = { tempToken: string; expiresAt: Date; app: boolean; passkey: boolean };

/** Signs people in with name and password. */
export class LoginService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Checks name and password. Unknown name, wrong password, ambiguous name and other organization give the same
   * response and cost the same. Errors: 401, 429 while locked (403 ACCOUNT_LOCKED on a device known for this user), 503
   * when too many passwords wait, 403 with the reason only after a correct password.
   */
  async login(body: BodyOf<typeof login>, origin: RequestOrigin): Promise<LoginOutcome> {
    const name = readLoginName(body);
    const proven = await this.#dependencies.passwords.prove(name, body.password, origin, "auth.login");
    if (proven === undefined) throw new ProblemError("INVALID_CREDENTIALS");
    const { candidate } = proven;
    const now = this.#dependencies.clock.now();
    const isTemporary = candidate.must_change_password;
    if (
      isTemporary &&
      (await queries.isTemporaryPasswordExpired(this.#dependencies.db, candidate.person_id, now))
    ) {
      await proven.refuse("TEMPORARY_PASSWORD_EXPIRED");
      throw new ProblemError("TEMPORARY_PASSWORD_EXPIRED");
    }
    const start = chooseStart(candidate, name, now);
    if (candidate.is_demo && (origin.isForwarded || !this.#dependencies.demo))
      throw new ProblemError("DEMO_LOCAL_ONLY");
    if ("refusal" in start) {
      await proven.refuse(start.refusal);
      throw new ProblemError(start.refusal);
    }
    if (requiresSecondStep(candidate, this.#dependencies.demo) && !isTrusted(candidate, now))
      return this.#beginSecondStep(proven, body, start.organizationId, origin);
    return this.#signIn(proven, body, start.organizationId, origin);
  }

  async #signIn(
    { candidate, clearFailures }: ProvenPassword,
    body: BodyOf<typeof login>,
    organizationId: string | null,
    origin: RequestOrigin,
  ): Promise<LoginOutcome> {
    const signedIn = await this.#dependencies.signIn.complete(candidate, {
      organizationId,
      rememberMe: body.rememberMe ?? false,
      origin,
      factors: ["password"],
      firstStatements: clearFailures,
    });
    return { kind: "signedIn", ...signedIn };
  }

  async #beginSecondStep(
    proven: ProvenPassword,
    body: BodyOf<typeof login>,
    organizationId: string | null,
    origin: RequestOrigin,
  ): Promise<LoginOutcome> {
    const tempToken = makeToken();
    const expiresAt = new Date(this.#dependencies.clock.now().getTime() + secondStepMs);
    await this.#dependencies.db.write(async (tx) => {
      // The password was correct; the second step has its own counter.
      await proven.refund(tx);
      await queries.insertOneTimeToken(tx, {
        token_hash: hashToken(tempToken),
        purpose: "second_step",
        person_id: proven.candidate.person_id,
        details: {
          organizationId,
          rememberMe: body.rememberMe ?? false,
          // Only the device that did the first step may do the second.
          device: origin.deviceSecret === undefined ? null : hashToken(origin.deviceSecret).toString("hex"),
        },
        expires_at: expiresAt,
      });
    });
    const { two_factor_enabled: app, has_passkey: passkey } = proven.candidate;
    return { kind: "secondStep", tempToken, expiresAt, app, passkey };
  }
}

/** Returns whether users skip the second step on a trusted device, for a week. Administrators never skip it. */
function isTrusted(candidate: ProvenPassword["candidate"], now: Date): boolean {
  const trustedUntil = candidate.device_trusted_until;
  const mayRemember = boundsOf(candidate.memberships, now).mayRemember;
  return trustedUntil !== null && now < trustedUntil && mayRemember && !administers(candidate);
}
