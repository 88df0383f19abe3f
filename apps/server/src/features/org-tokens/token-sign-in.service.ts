import type { BodyOf } from "@praxisportal/contract/endpoint";
import { loginFailureWindowMs, orgTokenFailuresPerIpAddress } from "@praxisportal/contract/limits";
import type * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import { rateLimitRule, attemptKey, type RateLimiter } from "../../directory/rate-limiter.ts";
import type { PasswordProver, ProvenPassword } from "../auth/sign-in/password-prover.ts";
import type { SignInService } from "../auth/sign-in/sign-in.service.ts";
import type { CodeProver, ProvenCode } from "../two-factor/code-prover.ts";
import type { SecondStepService } from "../two-factor/second-step.service.ts";
import type { ApplicationTokenService } from "./application-tokens.service.ts";
import type { IssuedPair } from "./org-tokens.presenter.ts";
import { lockIfPasswordUnchanged } from "./org-tokens.queries.ts";
import { grantOf } from "./token-grant.ts";
import { actorOf } from "../../directory/person-context.ts";
import { requiresSecondStep, restrictionOf } from "../../directory/sign-in.policy.ts";

/**
 * Invalid tokens per address. The limit is too high for the applications of one organization to reach in normal use.
 */
const failureRule = rateLimitRule(orgTokenFailuresPerIpAddress, loginFailureWindowMs);

type Candidate = ProvenPassword["candidate"];

type Dependencies = {
  db: IdentityDb;
  tokens: ApplicationTokenService;
  passwords: Pick<PasswordProver, "prove">;
  signIn: Pick<SignInService, "startOf">;
  codes: Pick<CodeProver, "prove">;
  secondStep: Pick<SecondStepService, "notifyCodeUsed">;
  limits: RateLimiter;
  demo: boolean;
  offersTwoFactor: boolean;
};

/** Handles requests of applications with credentials or a token; they need no further permission. */
export class TokenSignInService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Issues a pair to a user who proves their identity with password and, if they have one, second factor. Unknown
   * users, wrong passwords or codes, and users of other organizations get the same response in the same time and
   * count as failed sign-ins. Errors: 400 AUTHENTICATION_FAILED; 403 with the reason after a correct password; 429.
   */
  async authenticate(
    body: BodyOf<typeof endpoints.authenticateOrgToken>,
    origin: RequestOrigin,
  ): Promise<IssuedPair> {
    const { organizationId } = body;
    const isMember = (candidate: { memberships: Candidate["memberships"] }) =>
      candidate.memberships.some((membership) => membership.organizationId === organizationId);
    const name = { email: body.email, username: null, organizationId };
    const proven = await this.#dependencies.passwords.prove(
      name,
      body.password,
      origin,
      "token.created",
      isMember,
    );
    if (proven === undefined) throw new ProblemError("AUTHENTICATION_FAILED");
    const { candidate } = proven;
    await this.#assertMaySignIn(proven, organizationId, origin);
    const code = requiresSecondStep(candidate, this.#dependencies.demo)
      ? await this.#proveCode(proven, body, origin)
      : undefined;
    const organization = candidate.memberships.find((row) => row.organizationId === organizationId);
    if (organization === undefined) throw new ProblemError("AUTHENTICATION_FAILED");
    const grant = grantOf(body, origin, {
      personId: candidate.person_id,
      organization: { ...organization, id: organizationId, status: organization.organizationStatus },
    });
    return this.#dependencies.db.write(async (tx) => {
      await tx.send(() => proven.clearFailures);
      if (!(await lockIfPasswordUnchanged(tx, candidate.person_id, candidate.password_hash))) {
        throw new ProblemError("AUTHENTICATION_FAILED");
      }
      await code?.use(tx).catch((error: unknown) => {
        // A parallel request used the code first. The response is the same as for a wrong code.
        throw isWrongCode(error) ? new ProblemError("AUTHENTICATION_FAILED") : error;
      });
      if (code?.factor === "backup_code")
        await this.#dependencies.secondStep.notifyCodeUsed(tx, candidate, origin);
      const pair = await this.#dependencies.tokens.issue(tx, grant);
      tx.record({
        organizationId,
        action: "token.created",
        actor: actorOf(candidate),
        target: { type: "token", id: pair.id, display: grant.applicationName },
        reason: [grant.applicationId, "password", ...(code === undefined ? [] : [code.factor])].join(" "),
        request: origin.audit,
        origin: origin.isBrowser ? "ui" : "api",
      });
      return pair;
    });
  }

  /** Issues a new pair. Errors: 400 AUTHENTICATION_FAILED; 429 after many invalid tokens from one address. */
  async refresh(body: BodyOf<typeof endpoints.refreshOrgToken>, origin: RequestOrigin): Promise<IssuedPair> {
    const pair = await this.#counted(origin, () => this.#dependencies.tokens.refresh(body, origin));
    if (pair === undefined) throw new ProblemError("AUTHENTICATION_FAILED");
    return pair;
  }

  /**
   * Returns the token row of a live access token in an organization. Errors: 429 after many invalid tokens from one
   * address.
   */
  async validate(body: BodyOf<typeof endpoints.validateOrgToken>, origin: RequestOrigin) {
    return this.#counted(origin, () => this.#dependencies.tokens.validate(body));
  }

  /**
   * Throws when the user may not sign in or has to do something else first. Runs only after a correct password,
   * because the error names the reason.
   */
  async #assertMaySignIn(
    proven: ProvenPassword,
    organizationId: string,
    origin: RequestOrigin,
  ): Promise<void> {
    const { candidate } = proven;
    const refuse = async (error: ProblemError): Promise<never> => {
      await proven.refuse(error.code);
      throw error;
    };
    try {
      const start = this.#dependencies.signIn.startOf(candidate, organizationId, origin);
      // A platform account without a usable membership is not a member here.
      if (start === null) throw new ProblemError("AUTHENTICATION_FAILED");
      const row = candidate.memberships.find((membership) => membership.organizationId === organizationId);
      // Administrators may read in a suspended organization, applications may not.
      if (row?.organizationStatus === "suspended") throw new ProblemError("ORGANIZATION_SUSPENDED");
    } catch (error) {
      if (error instanceof ProblemError) await refuse(error);
      throw error;
    }
    const restriction = restrictionOf(candidate, this.#dependencies);
    if (restriction === "password_change") await refuse(new ProblemError("PASSWORD_CHANGE_REQUIRED"));
    if (restriction === "two_factor_setup") await refuse(new ProblemError("TWO_FACTOR_SETUP_REQUIRED"));
  }

  async #proveCode(
    proven: ProvenPassword,
    body: BodyOf<typeof endpoints.authenticateOrgToken>,
    origin: RequestOrigin,
  ): Promise<ProvenCode> {
    // The password was correct. Codes have their own counter.
    await this.#dependencies.db.write((tx) => proven.refund(tx));
    if (body.totpCode === undefined && body.backupCode === undefined) {
      throw new ProblemError("SECOND_FACTOR_REQUIRED");
    }
    try {
      return await this.#dependencies.codes.prove(proven.candidate.person_id, body);
    } catch (error) {
      if (!isWrongCode(error)) throw error;
      await this.#dependencies.db.write(async (tx) => {
        tx.record({
          organizationId: body.organizationId,
          action: "token.created",
          outcome: "failed",
          actor: actorOf(proven.candidate),
          reason: "code_incorrect",
          request: origin.audit,
          origin: origin.isBrowser ? "ui" : "api",
        });
      });
      throw new ProblemError("AUTHENTICATION_FAILED");
    }
  }

  /** Looks up a token. An unknown one counts against the client's address. Errors: 429. */
  async #counted<Found>(
    origin: RequestOrigin,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const key = attemptKey("org-token", origin.address);
    await this.#dependencies.limits.assertOpen(key, "TOO_MANY_REQUESTS");
    const token = await find();
    if (token === undefined) await this.#dependencies.limits.count(key, failureRule);
    return token;
  }
}

function isWrongCode(error: unknown): boolean {
  return error instanceof ProblemError && error.code === "CODE_INVALID";
}
