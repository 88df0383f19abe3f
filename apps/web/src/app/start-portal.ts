import { startApp } from "../platform/app-state/start-app.ts";

const loadParts = () => import("./start-parts.ts");

/**
 * Starts the services that run alongside the pages: connection events, session monitor, settings and notifications.
 * Feature code is downloaded when it is first needed, so that the login page does not include it.
 */
export function startPortal(): void {
  void startApp({
    initializeOrganizationUsers: async () => {
      const { initializeOrganizationUsers } = await import("./providers/organization-users.ts");
      await initializeOrganizationUsers();
    },
    loadSettings: async () => {
      const { startParts } = await loadParts();
      await startParts.loadSettings();
    },
    startNotifications: () => {
      void loadParts().then(({ startParts }) => startParts.startNotifications());
    },
    startQueue: async () => {
      const { startQueue } = await import("./pending-changes/start-queue.ts");
      return startQueue();
    },
  });
}
