import { CodeAttempts } from "../../directory/code-attempts.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { DeviceCookie } from "../../platform/http/origin/cookies.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Passkeys } from "../passkeys/create-passkeys.ts";
import { CodeProver } from "./code-prover.ts";
import { SecondStepService } from "./second-step.service.ts";
import { registerTwoFactorRoutes } from "./two-factor.routes.ts";
import { TwoFactorService } from "./two-factor.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  cookie: DeviceCookie;
  sealingKeys: SealingKeys;
  demo: boolean;
  offersTwoFactor: boolean;
  auth: Auth;
  passkeys: Passkeys;
};

/** Two-factor services for other features. */
export type TwoFactor = ReturnType<typeof createTwoFactor>;

/** Creates the second factor: codes, the second step of a sign-in and step-ups. */
export function createTwoFactor({ limits, auth, passkeys, cookie, ...dependencies }: Dependencies) {
  const attempts = new CodeAttempts(limits);
  const codes = new CodeProver({ ...dependencies, attempts });
  const secondStep = new SecondStepService({ ...dependencies, ...auth, codes });
  const twoFactor = new TwoFactorService({
    ...dependencies,
    ...auth,
    codes,
    attempts,
    passkeys: passkeys.passkeys,
  });
  const { completeSignIn } = auth;
  return {
    codes,
    secondStep,
    sealed: [
      { table: "two_factor", column: "secret", context: "two_factor", contextColumn: "person_id" },
      {
        table: "two_factor_setup",
        column: "secret",
        context: "two_factor_setup",
        contextColumn: "session_id",
      },
    ],
    registerRoutes: (registrar) =>
      registerTwoFactorRoutes(registrar, { twoFactor, secondStep, cookie, completeSignIn }),
  } satisfies Feature & Record<string, unknown>;
}
