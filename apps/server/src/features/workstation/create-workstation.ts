import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Passkeys } from "../passkeys/create-passkeys.ts";
import { AlarmService } from "./alarm.service.ts";
import { deleteExpiredAlarms } from "./deletions.queries.ts";
import { PinService } from "./pins.service.ts";
import { presentWorkstationSessions } from "./workstation.presenter.ts";
import { registerWorkstationSessionRoutes } from "./workstation.routes.ts";
import { WorkstationSessionService } from "./workstation.service.ts";

type Dependencies = {
  db: IdentityDb;
  clock: Clock;
  hasher: PasswordHasher;
  limits: RateLimiter;
  /** Key of the hash of PINs. */
  pinKey: Buffer;
  demo: boolean;
  offersTwoFactor: boolean;
  auth: Auth;
  passkeys: Passkeys;
  notifications: Notifications;
};

/** Reads the workstation of a caller for other features. */
export type Workstation = ReturnType<typeof createWorkstation>;

/** Creates the feature that switches users at a workstation. */
export function createWorkstation({
  auth,
  passkeys: { passkeySignIn },
  notifications: { notifier },
  ...dependencies
}: Dependencies) {
  const workstation = new WorkstationSessionService({ ...dependencies, ...auth, passkeySignIn });
  const pins = new PinService({ ...dependencies, ...auth });
  const alarms = new AlarmService({ ...dependencies, notifier });
  const { completeSignIn } = auth;
  const readWorkstation = async (origin: RequestOrigin) => {
    const people = await workstation.findPeople(origin);
    return presentWorkstationSessions(people.workstation, people.shared);
  };
  return {
    readWorkstation,
    deletions: [deleteExpiredAlarms],
    registerRoutes: (registrar) =>
      registerWorkstationSessionRoutes(registrar, {
        workstation,
        pins,
        alarms,
        readWorkstation,
        completeSignIn,
      }),
  } satisfies Feature & Record<string, unknown>;
}
