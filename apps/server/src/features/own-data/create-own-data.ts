import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { findOrganizationsOf } from "./own-data.platform-queries.ts";
import { registerOwnDataRoutes } from "./own-data.routes.ts";
import { OwnDataService } from "./own-data.service.ts";

type Dependencies = { db: IdentityDb; platformDb: PlatformDb; clock: Clock; notifications: Notifications };

/** Creates the export of all data stored about the caller. */
export function createOwnData({ platformDb, notifications: { notifier }, ...dependencies }: Dependencies) {
  const ownData = new OwnDataService({
    ...dependencies,
    notifier,
    organizationsOf: (personId) => findOrganizationsOf(platformDb, personId),
  });
  return {
    registerRoutes: (registrar) => registerOwnDataRoutes(registrar, ownData),
  } satisfies Feature;
}
