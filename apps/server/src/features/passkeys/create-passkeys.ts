import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PasskeyAttempts } from "../../directory/passkey-attempts.ts";
import type { SessionService } from "../auth/session.service.ts";
import type { SignInService } from "../auth/sign-in.service.ts";
import { Challenges } from "./challenge.ts";
import { PasskeyProver } from "./passkey-prover.ts";
import { PasskeySignInService } from "./passkey-sign-in.service.ts";
import { PasskeyService } from "./passkeys.service.ts";
import type { FirstSteps } from "../auth/first-steps.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  publicUrl: URL;
  attempts: PasskeyAttempts;
  sessions: SessionService;
  signIn: SignInService;
  firstSteps: FirstSteps;
  demo: boolean;
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
