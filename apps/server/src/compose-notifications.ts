import { NotificationService } from "./features/notifications/notifications.service.ts";
import { registerNotificationRoutes } from "./features/notifications/notifications.routes.ts";
import { Notifier } from "./features/notifications/notifier.ts";
import { AdministratorNotices } from "./features/notifications/administrator-notices.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { Registrar } from "./platform/http/registrar.ts";

type Dependencies = { db: IdentityDb; clock: Clock };

/** Creates what other features raise notifications with. */
export function createNotices(dependencies: Pick<Dependencies, "clock">) {
  const notifier = new Notifier(dependencies);
  return { notifier, notices: new AdministratorNotices(notifier) };
}

/** Registers the calls about a person's own notifications. */
export function composeNotifications(registrar: Registrar, dependencies: Dependencies): void {
  registerNotificationRoutes(registrar, new NotificationService(dependencies));
}
