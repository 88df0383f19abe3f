import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PasskeyAttempts } from "../auth/passkey-attempts.ts";
import type { SessionService } from "../auth/session.service.ts";
import type { actorOf, SignInService } from "../auth/sign-in.service.ts";
import type { WorkstationSessionService } from "../workstation/workstation.service.ts";
import type { recordProof } from "../two-factor/two-factor.queries.ts";
import type { SecondStepService } from "../two-factor/second-step.service.ts";
import { Challenges } from "./challenge.ts";
import { PasskeyProver } from "./passkey-prover.ts";
import { PasskeySignInService } from "./passkey-sign-in.service.ts";
import { PasskeyService } from "./passkeys.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  publicUrl: URL;
  attempts: PasskeyAttempts;
  sessions: SessionService;
  signIn: SignInService;
  secondStep: Pick<SecondStepService, "read" | "take" | "use">;
  findWorkstation: WorkstationSessionService["find"];
  actorOf: typeof actorOf;
  recordProof: typeof recordProof;
  isNeeded: (person: NonNullable<Awaited<ReturnType<SignInService["find"]>>>) => boolean;
};

/**
 * Creates the passkey services. Passkeys are valid at the public origin; browsers do not support them for IP addresses.
 */
export function createPasskeys(dependencies: Dependencies) {
  const { publicUrl, ...rest } = dependencies;
  const party = { id: publicUrl.hostname, origin: publicUrl.origin };
  const challenges = new Challenges(dependencies.db, dependencies.clock);
  const prover = new PasskeyProver({ ...rest, party, challenges });
  return {
    passkeys: new PasskeyService({ ...rest, party, challenges, prover }),
    passkeySignIn: new PasskeySignInService({ ...rest, prover }),
  };
}
