import * as endpoints from "@praxisportal/contract/notifications/notifications.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { NotificationService } from "./notifications.service.ts";

/** Registers the caller's own notifications. */
export function registerNotificationRoutes(registrar: Registrar, own: NotificationService): void {
  registrar.handle(endpoints.listNotifications, ({ context, query }) => own.list(context.caller, query));

  registrar.handle(endpoints.readAllNotifications, ({ context, body }) => own.readAll(context.caller, body));

  registrar.handle(endpoints.updateNotification, ({ context, params, body }) =>
    own.setRead(context.caller, params.notificationId, body.read),
  );

  registrar.handle(endpoints.deleteNotification, ({ context, params }) =>
    own.remove(context.caller, params.notificationId),
  );
}
