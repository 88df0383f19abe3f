import { PasskeyAttempts } from "../../directory/passkey-attempts.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import { Challenges } from "./challenge.ts";
import { PasskeyProver } from "./passkey-prover.ts";
import { PasskeySignInService } from "./passkey-sign-in.service.ts";
import { registerPasskeyRoutes } from "./passkeys.routes.ts";
import { PasskeyService } from "./passkeys.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  limits: RateLimiter;
  publicUrl: URL;
  demo: boolean;
  auth: Auth;
};

/** Passkey services for other features. */
export type Passkeys = ReturnType<typeof createPasskeys>;

/** Creates passkeys. They are valid at the public origin; browsers do not support them for IP addresses. */
export function createPasskeys({ publicUrl, limits, auth, ...dependencies }: Dependencies) {
  const party = { id: publicUrl.hostname, origin: publicUrl.origin };
  const challenges = new Challenges(dependencies.db, dependencies.clock);
  const shared = { ...dependencies, ...auth, party, challenges, attempts: new PasskeyAttempts(limits) };
  const prover = new PasskeyProver(shared);
  const passkeys = new PasskeyService({ ...shared, prover });
  const passkeySignIn = new PasskeySignInService({ ...shared, prover });
  const { completeSignIn } = auth;
  return {
    passkeys,
    passkeySignIn,
    registerRoutes: (registrar) =>
      registerPasskeyRoutes(registrar, { passkeys, passkeySignIn, completeSignIn }),
  } satisfies Feature & Record<string, unknown>;
}
