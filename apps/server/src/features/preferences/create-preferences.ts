import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import { registerPreferenceRoutes } from "./preferences.routes.ts";
import { PreferenceService } from "./preferences.service.ts";

/** Preference services for other features. */
export type OwnPreferences = ReturnType<typeof createPreferences>;

/** Creates the users' preferences for the interface. */
export function createPreferences({ db }: { db: IdentityDb }) {
  const preferences = new PreferenceService(db);
  return {
    preferences,
    registerRoutes: (registrar) => registerPreferenceRoutes(registrar, preferences),
  } satisfies Feature & Record<string, unknown>;
}
