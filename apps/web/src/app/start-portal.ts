import { startApp } from "../platform/app-state/start-app.ts";

/**
 * Starts what runs beside the pages: connection events, the session check, settings and notifications. What
 * belongs to features is downloaded when it is first needed, so that the login page does not carry it.
 */
export function startPortal(): void {
  void startApp({
    initialiseOrganizationUsers: async () => {
      const { initialiseOrganizationUsers } = await import("./providers/organization-users.ts");
      await initialiseOrganizationUsers();
    },
    loadSettings: async () => {
      const { loadSettings } = await import("../features/settings/settings.store.ts");
      await loadSettings();
    },
    startNotifications: () => {
      void import("../features/notifications/start-notifications.ts").then((notifications) =>
        notifications.startNotifications(),
      );
    },
  });
}
