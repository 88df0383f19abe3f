import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import { registerWorkstationRoutes } from "./workstations.routes.ts";
import { WorkstationService } from "./workstations.service.ts";

type Dependencies = { db: IdentityDb; clock: Clock; auth: Auth };

/** Creates the list of workstations. */
export function createWorkstations({ auth: { sessions }, ...dependencies }: Dependencies): Feature {
  const workstations = new WorkstationService({ ...dependencies, sessions });
  return { registerRoutes: (registrar) => registerWorkstationRoutes(registrar, workstations) };
}
