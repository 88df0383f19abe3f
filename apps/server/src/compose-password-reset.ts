import {
  addressRule,
  attemptKey,
  loginRule,
  type RateLimiter,
  recoveryKey,
  resetAddressRule,
  resetMailboxRule,
} from "./directory/rate-limiter.ts";
import { registerPasswordResetRoutes } from "./features/password-reset/password-reset.routes.ts";
import {
  type PasswordResetDependencies,
  PasswordResetService,
} from "./features/password-reset/password-reset.service.ts";
import { RecoveryService } from "./features/password-reset/recovery.service.ts";
import type { Registrar } from "./platform/http/registrar.ts";
import type { RequestOrigin } from "./platform/request-context/request-context.ts";

type Dependencies = PasswordResetDependencies & {
  limits: RateLimiter;
  limitLinks: (origin: RequestOrigin) => Promise<void>;
};

/** Registers the calls that set a new password without the old one: by mailed link or by one-time code. */
export function composePasswordReset(
  registrar: Registrar,
  { limits, limitLinks, ...dependencies }: Dependencies,
): void {
  registerPasswordResetRoutes(registrar, {
    reset: new PasswordResetService({
      ...dependencies,
      limitMailbox: async (email) => {
        await limits.consume(attemptKey("reset-mailbox", email), resetMailboxRule, "TOO_MANY_REQUESTS");
      },
      limitAddress: async (address) => {
        await limits.consume(attemptKey("reset-address", address), resetAddressRule, "TOO_MANY_REQUESTS");
      },
    }),
    recovery: new RecoveryService({
      ...dependencies,
      limits: {
        addressKey: (address) => attemptKey("address", address),
        assertAddressOpen: (lockedUntil) => limits.assertPast(lockedUntil),
        countAddress: (key) => limits.count(key, addressRule),
        reserveName: async (name, organizationId) => {
          await limits.consume(recoveryKey(name, organizationId), loginRule);
        },
      },
    }),
    limitLinks,
  });
}
