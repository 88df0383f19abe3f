import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Organizations } from "../organizations/create-organizations.ts";
import { OverviewService } from "./overview.service.ts";
import { registerTenantRoutes } from "./tenants.routes.ts";
import { TenantService } from "./tenants.service.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; organizations: Organizations };

/** Creates the operator's view of the organizations. */
export function createTenants({ platformDb, clock, organizations: { lifecycle } }: Dependencies): Feature {
  const tenants = new TenantService(platformDb);
  const overview = new OverviewService(platformDb, clock);
  return { registerRoutes: (registrar) => registerTenantRoutes(registrar, tenants, overview, lifecycle) };
}
