import { queueUpdate } from "../pending-queue.ts";
import { processPendingSyncs, startPendingSyncs } from "../pending-syncs.ts";
import { setQueueStart } from "../queue-change.ts";
import { setSyncActions, type SyncActions } from "../sync-actions.ts";

const unusedAction = { entity: "unused", parse: () => null, send: async () => null };

/** Lets the code under test start the queue with only these actions. */
export function provideTestQueue(actions: Partial<SyncActions>): void {
  setQueueStart(async () => {
    setSyncActions({
      "settings.save": unusedAction,
      "profile.save": unusedAction,
      "notifications.mark": unusedAction,
      "preferences.columns": unusedAction,
      ...actions,
    });
    startPendingSyncs();
    return { queueUpdate, processPendingSyncs };
  });
}
