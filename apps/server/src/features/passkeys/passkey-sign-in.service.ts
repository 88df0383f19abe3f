import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { passkeyLogin } from "@praxisportal/contract/passkeys/passkeys.endpoints";
import type { PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { SignedInPerson, SignInService } from "../auth/sign-in/sign-in.service.ts";
import { recordRefusedAttempt } from "../../directory/person-context.ts";
import { countUnknownName } from "../../directory/unknown-names.ts";
import type { PasskeyAttempts } from "../../directory/passkey-attempts.ts";
import type { Binding } from "./challenge.ts";
import type { PasskeyFault, PasskeyProver, ProvenPasskey } from "./passkey-prover.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { FirstSteps } from "../auth/sign-in/first-steps.ts";
import { findOwnWorkstation } from "../../directory/workstation-sessions.queries.ts";

type Dependencies = {
  db: IdentityDb;
  prover: PasskeyProver;
  signIn: SignInService;
  firstSteps: FirstSteps;
  clock: Clock;
  attempts: Pick<PasskeyAttempts, "consumeChallenge" | "assertAddressOpen" | "countAddress">;
};

type Candidate = NonNullable<Awaited<ReturnType<SignInService["find"]>>>;

/** Signs in with a passkey: alone, or as the second step after a password. */
export class PasskeySignInService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Begins a sign-in. Without a first step no passkeys are listed, so that the response discloses nothing about any
   * account. With a first step, it lists the person's passkeys. Errors: 401 SECOND_STEP_EXPIRED, 429.
   */
  async begin(tempToken: string | undefined, origin: RequestOrigin) {
    await this.#dependencies.attempts.consumeChallenge(origin.address);
    if (tempToken === undefined) return this.#dependencies.prover.begin(bindingOf(origin, null));
    const firstStep = await this.#dependencies.firstSteps.read(hashToken(tempToken), origin);
    return this.#dependencies.prover.begin(bindingOf(origin, firstStep.personId)).catch((error: unknown) => {
      // The passkeys were removed in the meantime: the sign-in starts again.
      throw isNotFound(error) ? new ProblemError("SECOND_STEP_EXPIRED") : error;
    });
  }

  /**
   * Signs in with a response to {@link begin}. Errors: 400 PASSKEY_INVALID, 401 SECOND_STEP_EXPIRED, 429, and the
   * reasons why a person may not start a session, as at the login; those only after a valid proof.
   */
  async signIn(body: BodyOf<typeof passkeyLogin>, origin: RequestOrigin): Promise<SignedInPerson> {
    await this.#dependencies.attempts.assertAddressOpen(origin.address);
    return body.tempToken === undefined
      ? this.#signInAlone(body, origin)
      : this.#completeSecondStep(body.tempToken, body, origin);
  }

  /**
   * Begins to unlock a person's session on the device. Errors: 404 as {@link WorkstationSessionService.unlock}, 429.
   */
  async beginUnlock(userId: string, origin: RequestOrigin) {
    await this.#dependencies.attempts.consumeChallenge(origin.address);
    const workstation = await findOwnWorkstation(
      this.#dependencies.db,
      origin,
      this.#dependencies.clock.now(),
    );
    const lockedUser = workstation?.people.find(({ personId }) => personId === userId);
    if (workstation === undefined || lockedUser === undefined) throw new ProblemError("NOT_FOUND");
    return this.#dependencies.prover.begin(unlockBinding(lockedUser.personId, workstation.device_id));
  }

  /** Checks the response to {@link beginUnlock}. Errors: 400, 429. */
  proveUnlock(
    proof: PasskeyProof,
    subject: { personId: string; deviceId: string },
    recordFailure: (fault: PasskeyFault) => Promise<void>,
  ): Promise<ProvenPasskey> {
    return this.#dependencies.prover.prove(
      proof,
      unlockBinding(subject.personId, subject.deviceId),
      (_personId, fault) => recordFailure(fault),
    );
  }

  async #signInAlone(body: BodyOf<typeof passkeyLogin>, origin: RequestOrigin): Promise<SignedInPerson> {
    const provenPasskey = await this.#prove(body, bindingOf(origin, null), origin);
    const candidate = await this.#dependencies.signIn.find(provenPasskey.personId);
    if (candidate === undefined) throw new ProblemError("PASSKEY_INVALID");
    const requestedOrganizationId = body.organizationId ?? null;
    const organizationId = await this.#startOf(candidate, requestedOrganizationId, origin);
    return this.#dependencies.signIn.complete(candidate, {
      organizationId,
      rememberMe: body.rememberMe ?? false,
      origin,
      factors: ["passkey"],
      runInTransaction: provenPasskey.use,
    });
  }

  async #completeSecondStep(
    tempToken: string,
    body: BodyOf<typeof passkeyLogin>,
    origin: RequestOrigin,
  ): Promise<SignedInPerson> {
    const tokenHash = hashToken(tempToken);
    const firstStep = await this.#dependencies.firstSteps.take(tokenHash, origin);
    const provenPasskey = await this.#prove(body, bindingOf(origin, firstStep.personId), origin);
    const candidate = await this.#dependencies.signIn.find(firstStep.personId);
    if (candidate === undefined) throw new ProblemError("SECOND_STEP_EXPIRED");
    const organizationId = await this.#startOf(candidate, firstStep.organizationId, origin);
    return this.#dependencies.signIn.complete(candidate, {
      organizationId,
      rememberMe: firstStep.rememberMe,
      origin,
      factors: ["password", "passkey"],
      runInTransaction: async (tx) => {
        await this.#dependencies.firstSteps.use(tx, tokenHash);
        await provenPasskey.use(tx);
      },
    });
  }

  #prove(proof: PasskeyProof, binding: Binding, origin: RequestOrigin): Promise<ProvenPasskey> {
    return this.#dependencies.prover.prove(proof, binding, async (personId, fault) => {
      await this.#dependencies.attempts.countAddress(origin.address);
      const candidate = personId === undefined ? undefined : await this.#dependencies.signIn.find(personId);
      await this.#recordRefusal(candidate, fault, origin);
    });
  }

  /** Returns the organization in which the session starts. Records a refusal like one after a correct password. */
  async #startOf(
    candidate: Candidate,
    organizationId: string | null,
    origin: RequestOrigin,
  ): Promise<string | null> {
    try {
      return this.#dependencies.signIn.startOf(candidate, organizationId, origin);
    } catch (error) {
      if (error instanceof ProblemError) await this.#recordRefusal(candidate, error.code, origin);
      throw error;
    }
  }

  /**
   * Records a failed sign-in in the organizations of the passkey's owner, or of a platform account in the platform's
   * log. An unknown passkey is counted like an unknown name.
   */
  async #recordRefusal(
    candidate: Candidate | undefined,
    reason: string,
    origin: RequestOrigin,
  ): Promise<void> {
    await this.#dependencies.db.write(async (tx) => {
      if (candidate === undefined) {
        return countUnknownName(tx, origin, { action: "auth.login", reason }, this.#dependencies.clock.now());
      }
      const organizationIds = candidate.memberships.map((membership) => membership.organizationId);
      recordRefusedAttempt(
        tx,
        candidate,
        organizationIds.length > 0 ? organizationIds : [platformChainId],
        origin,
        {
          action: "auth.login",
          outcome: reason === "passkey_invalid" ? "failed" : "denied",
          reason,
        },
      );
    });
  }
}

/** Returns what a challenge is bound to before sign-in: the device that requested it. */
function bindingOf(origin: RequestOrigin, personId: string | null): Binding {
  const device = origin.deviceSecret === undefined ? null : hashToken(origin.deviceSecret).toString("hex");
  return { purpose: personId === null ? "signIn" : "secondStep", personId, sessionId: null, device };
}

function unlockBinding(personId: string, deviceId: string): Binding {
  return { purpose: "unlock", personId, sessionId: null, device: deviceId };
}

function isNotFound(error: unknown): boolean {
  return error instanceof ProblemError && error.code === "NOT_FOUND";
}
