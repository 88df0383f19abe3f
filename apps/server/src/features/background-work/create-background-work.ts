import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { registerBackgroundWorkRoutes } from "./background-work.routes.ts";
import { BackgroundWorkService } from "./background-work.service.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };

/** Creates the operator's calls that retry failed messages and jobs. */
export function createBackgroundWork(dependencies: Dependencies): Feature {
  const work = new BackgroundWorkService(dependencies);
  return { registerRoutes: (registrar) => registerBackgroundWorkRoutes(registrar, work) };
}
