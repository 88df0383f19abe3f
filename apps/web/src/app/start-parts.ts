import { loadSettings } from "../features/settings/settings.store.ts";
import { startNotifications } from "../features/notifications/start-notifications.ts";

/** What features contribute to the startup, in one chunk. */
export const startParts = { loadSettings, startNotifications };
