import { MailLimits } from "../../directory/mail-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { DayCodeService } from "./day-code.service.ts";
import { RecoveryCodeService } from "./recovery-code.service.ts";
import type { SecurityDependencies } from "./security-changes.ts";
import { registerUserSecurityRoutes } from "./user-security.routes.ts";
import { UserSecurityService } from "./user-security.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  auth: Auth;
  notifications: Notifications;
};

/** Creates the administrators' actions on the security of a member. */
export function createUserSecurity({ auth, notifications, ...dependencies }: Dependencies): Feature {
  const { sessions, signIn, credentials } = auth;
  const { notices, notifier } = notifications;
  const mailLimits = new MailLimits(dependencies.limits);
  const shared: SecurityDependencies = {
    ...dependencies,
    sessions,
    signIn,
    credentials,
    notices,
    notifier,
    mailLimits,
  };
  const security = new UserSecurityService(shared);
  const recovery = new RecoveryCodeService(shared);
  const dayCodes = new DayCodeService(shared);
  return {
    registerRoutes: (registrar) => registerUserSecurityRoutes(registrar, { security, recovery, dayCodes }),
  };
}
