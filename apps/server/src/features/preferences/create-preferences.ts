import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import { registerPreferenceRoutes } from "./preferences.routes.ts";
import { PreferenceService } from "./preferences.service.ts";

/** Creates what users choose about the interface. */
export function createPreferences({ db }: { db: IdentityDb }): Feature {
  const preferences = new PreferenceService(db);
  return { registerRoutes: (registrar) => registerPreferenceRoutes(registrar, preferences) };
}
