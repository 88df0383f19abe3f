import { pendingMarks } from "../../features/notifications/pending-marks.ts";
import { pendingProfile, pendingSettings } from "../../features/settings/pending-settings.ts";
import { queueUpdate } from "../../platform/offline/pending-queue.ts";
import { processPendingSyncs, startPendingSyncs } from "../../platform/offline/pending-syncs.ts";
import type { Queue } from "../../platform/offline/queue-change.ts";
import { setSyncActions } from "../../platform/offline/sync-actions.ts";
import { pendingChangesNotice } from "./notice-part.ts";
import { pendingColumns } from "../../platform/preferences/pending-columns.ts";

/**
 * Starts the queue of changes that were made offline, with the actions that send them. Rejects if the shell's notice
 * cannot be downloaded, because the user must not miss a conflict or the question before a sign-out.
 */
export async function startQueue(): Promise<Queue> {
  await pendingChangesNotice.load();
  setSyncActions({
    "settings.save": pendingSettings,
    "profile.save": pendingProfile,
    "notifications.mark": pendingMarks,
    "preferences.columns": pendingColumns,
  });
  startPendingSyncs();
  return { queueUpdate, processPendingSyncs };
}
