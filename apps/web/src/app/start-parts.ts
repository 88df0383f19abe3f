import { loadSettings } from "../features/settings/settings.store.ts";
import { startNotifications } from "../features/notifications/start-notifications.ts";

/** Functions of features that run at startup, in one chunk. */
export const startParts = { loadSettings, startNotifications };
