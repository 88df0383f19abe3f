import { addressLimit } from "../../directory/address-limit.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import { registerPasswordResetRoutes } from "./password-reset.routes.ts";
import { PasswordResetService } from "./password-reset.service.ts";
import { RecoveryService } from "./recovery.service.ts";
import { passwordResetMail } from "./reset-mail.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  publicUrl: URL;
  auth: Auth;
};

/** Creates the calls that set a new password without the old one, with a mailed link or a one-time code. */
export function createPasswordReset({ auth, publicUrl, platformDb, ...dependencies }: Dependencies) {
  const { sessions, signIn, credentials } = auth;
  const { clock, limits } = dependencies;
  const shared = { ...dependencies, sessions, signIn, credentials };
  const reset = new PasswordResetService(shared);
  const recovery = new RecoveryService(shared);
  return {
    registerRoutes: (registrar) =>
      registerPasswordResetRoutes(registrar, { reset, recovery, limitLinks: addressLimit(limits, "link") }),
    mails: { passwordReset: passwordResetMail({ db: platformDb, clock, publicUrl }) },
  } satisfies Feature;
}
