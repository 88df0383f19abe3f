import { pendingMarks } from "../../features/notifications/pending-marks.ts";
import { pendingProfile, pendingSettings } from "../../features/settings/pending-settings.ts";
import { queueUpdate } from "../../platform/offline/pending-queue.ts";
import { processPendingSyncs, startPendingSyncs } from "../../platform/offline/pending-syncs.ts";
import type { Queue } from "../../platform/offline/queue-change.ts";
import { setSyncActions } from "../../platform/offline/sync-actions.ts";
import { pendingColumns } from "../../platform/preferences/pending-columns.ts";

/** Starts the queue of changes that were made offline, with everything that may be in it. */
export function startQueue(): Queue {
  setSyncActions({
    "settings.save": pendingSettings,
    "profile.save": pendingProfile,
    "notifications.mark": pendingMarks,
    "preferences.columns": pendingColumns,
  });
  startPendingSyncs();
  return { queueUpdate, processPendingSyncs };
}
