import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import { registerPreferenceRoutes } from "./preferences.routes.ts";
import { PreferenceService } from "./preferences.service.ts";

/** Preferences, as other features read them. */
export type OwnPreferences = ReturnType<typeof createPreferences>;

/** Creates what users choose about the interface. */
export function createPreferences({ db }: { db: IdentityDb }) {
  const preferences = new PreferenceService(db);
  return {
    preferences,
    registerRoutes: (registrar) => registerPreferenceRoutes(registrar, preferences),
  } satisfies Feature & Record<string, unknown>;
}
