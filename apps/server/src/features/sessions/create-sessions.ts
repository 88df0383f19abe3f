import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import { newSignInMail } from "./new-sign-in-mail.ts";
import { registerSessionRoutes } from "./sessions.routes.ts";
import { OwnSessionsService } from "./sessions.service.ts";

type Dependencies = { db: IdentityDb; platformDb: PlatformDb; clock: Clock; auth: Auth };

/** Creates the list of a user's own sessions. */
export function createSessions({ db, platformDb, clock, auth: { sessions } }: Dependencies) {
  const ownSessions = new OwnSessionsService({ db, clock, sessions });
  return {
    registerRoutes: (registrar) => registerSessionRoutes(registrar, ownSessions),
    mails: { newSignIn: newSignInMail(platformDb) },
  } satisfies Feature;
}
