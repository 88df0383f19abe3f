import * as endpoints from "@praxisportal/contract/notifications/notifications.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { UnsubscribeService } from "./digest/unsubscribe.service.ts";
import type { NotificationService } from "./notifications.service.ts";

type Dependencies = { ownNotifications: NotificationService; unsubscription: UnsubscribeService };

/** Registers the caller's own notifications, and the link that ends the weekly digest. */
export function registerNotificationRoutes(
  registrar: Registrar,
  { ownNotifications, unsubscription }: Dependencies,
): void {
  registrar.handle(endpoints.listNotifications, ({ context, query }) =>
    ownNotifications.list(context.caller, query),
  );

  registrar.handle(endpoints.readAllNotifications, ({ context, body }) =>
    ownNotifications.readAll(context.caller, body),
  );

  registrar.handle(endpoints.updateNotification, ({ context, params, body }) =>
    ownNotifications.setRead(context.caller, params.notificationId, body.read),
  );

  registrar.handle(endpoints.deleteNotification, ({ context, params }) =>
    ownNotifications.remove(context.caller, params.notificationId),
  );

  registrar.handle(endpoints.openUnsubscribePage, async ({ context, query }) =>
    unsubscription.confirmationPage(query.language ?? context.origin.language),
  );

  registrar.handle(endpoints.unsubscribe, ({ context, query }) =>
    unsubscription.end(query.token ?? "", query.language ?? context.origin.language, context.origin),
  );
}
