import * as endpoints from "@praxisportal/contract/preferences/preferences.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayChangeOwnPreferences } from "./preferences.policy.ts";
import type { PreferenceService } from "./preferences.service.ts";

/** Registers the caller's own preferences. */
export function registerPreferenceRoutes(registrar: Registrar, preferences: PreferenceService): void {
  registrar.handle(endpoints.getPreferences, ({ context }) => preferences.get(context.caller.personId));

  registrar.handle(endpoints.setPreferences, ({ context, body, ifMatch }) =>
    preferences.set(authorize(context, "preferences.set", mayChangeOwnPreferences), body, ifMatch),
  );
}
