import type { Feature } from "../../platform/feature.ts";
import { registerSiteRoutes } from "./sites.routes.ts";
import { SiteService } from "./sites.service.ts";

/** Creates the sites of organizations. */
export function createSites(): Feature {
  const sites = new SiteService();
  return { registerRoutes: (registrar) => registerSiteRoutes(registrar, sites) };
}
