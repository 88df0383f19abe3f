import type { Feature } from "../../platform/feature.ts";
import type { Legacy } from "../legacy/create-legacy.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Organizations } from "../organizations/create-organizations.ts";
import type { OwnPreferences } from "../preferences/create-preferences.ts";
import type { Workstation } from "../workstation/create-workstation.ts";
import { registerStartRoutes } from "./start.routes.ts";
import { StartService } from "./start.service.ts";

type Dependencies = {
  preferences: OwnPreferences;
  notifications: Notifications;
  organizations: Organizations;
  workstation: Workstation;
  legacy: Legacy;
};

/** Creates the call for the start data of the web app, which other features provide. */
export function createStart({
  preferences,
  notifications,
  organizations,
  workstation,
  legacy,
}: Dependencies): Feature {
  const start = new StartService({
    preferences: preferences.preferences,
    notifications: notifications.ownNotifications,
    organizations: organizations.organizations,
    readWorkstation: workstation.readWorkstation,
    isLegacyOffered: legacy.isOffered,
  });
  return { registerRoutes: (registrar) => registerStartRoutes(registrar, start) };
}
