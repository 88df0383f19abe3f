import { loadSettings } from "../features/settings/settings.store.ts";
import { startNotifications } from "../features/notifications/start-notifications.ts";

/** What features contribute to the start, in one file. */
export const startParts = { loadSettings, startNotifications };
