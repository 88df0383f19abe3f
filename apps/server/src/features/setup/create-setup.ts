import { addressLimit } from "../../directory/address-limit.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { registerSetupRoutes } from "./setup.routes.ts";
import { SetupService } from "./setup.service.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; hasher: PasswordHasher; limits: RateLimiter };

/** Creates the setup of the first administrator. */
export function createSetup({ limits, ...dependencies }: Dependencies) {
  const setup = new SetupService(dependencies);
  return {
    setup,
    registerRoutes: (registrar) => registerSetupRoutes(registrar, setup, addressLimit(limits, "setup")),
  } satisfies Feature & Record<string, unknown>;
}
