import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { registerEmergencyCodeRoutes } from "./emergency-code.routes.ts";
import { EmergencyCodeService } from "./emergency-code.service.ts";
import { failedAttemptHandler, failedAttemptTopic } from "./failed-attempt.worker.ts";
import { RedeemCodeService } from "./redeem-code.service.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  auth: Pick<Auth, "signIn">;
  notifications: Pick<Notifications, "notices">;
};

/** Creates the printed code that unlocks an administrator of an organization once. */
export function createEmergencyCode({ auth, notifications, platformDb, ...rest }: Dependencies) {
  const { notices } = notifications;
  const dependencies = { ...rest, signIn: auth.signIn, notices };
  const services = {
    codes: new EmergencyCodeService(dependencies),
    redemption: new RedeemCodeService(dependencies),
  };
  return {
    registerRoutes: (registrar) => registerEmergencyCodeRoutes(registrar, services),
    outboxHandlers: { [failedAttemptTopic]: failedAttemptHandler({ platformDb, notices }) },
  } satisfies Feature;
}
