import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Passkeys } from "../passkeys/create-passkeys.ts";
import { presentWorkstationSessions } from "./workstation.presenter.ts";
import { registerWorkstationSessionRoutes } from "./workstation.routes.ts";
import { WorkstationSessionService } from "./workstation.service.ts";

type Dependencies = { db: IdentityDb; clock: Clock; auth: Auth; passkeys: Passkeys };

/** The workstation of a caller, as other features read it. */
export type Workstation = ReturnType<typeof createWorkstation>;

/** Creates the change of users at a workstation. */
export function createWorkstation({ db, clock, auth, passkeys: { passkeySignIn } }: Dependencies) {
  const workstation = new WorkstationSessionService({
    ...auth,
    db,
    clock,
    passkeySignIn,
  });
  const { answerSignedIn } = auth;
  const readWorkstation = async (origin: RequestOrigin) =>
    presentWorkstationSessions(await workstation.find(origin));
  return {
    readWorkstation,
    registerRoutes: (registrar) =>
      registerWorkstationSessionRoutes(registrar, { workstation, readWorkstation, answerSignedIn }),
  } satisfies Feature & Record<string, unknown>;
}
