import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Passkeys } from "../passkeys/create-passkeys.ts";
import { registerWorkstationSessionRoutes } from "./workstation.routes.ts";
import { WorkstationSessionService } from "./workstation.service.ts";

type Dependencies = { db: IdentityDb; clock: Clock; auth: Auth; passkeys: Passkeys };

/** Creates the change of users at a workstation. */
export function createWorkstation({ db, clock, auth, passkeys: { passkeySignIn } }: Dependencies): Feature {
  const workstation = new WorkstationSessionService({
    ...auth,
    auth: auth.service,
    db,
    clock,
    passkeySignIn,
  });
  const { answerSignedIn } = auth;
  return {
    registerRoutes: (registrar) =>
      registerWorkstationSessionRoutes(registrar, { workstation, answerSignedIn }),
  };
}
