import { isApiError } from "../../platform/api-client/api-error.ts";
import type { PendingData } from "../../platform/offline/pending-sync.ts";
import type { SyncAction } from "../../platform/offline/sync-actions.ts";
import { isRecord } from "../../platform/storage/browser-storage.ts";
import { sendMarkNow } from "./notifications.api.ts";

type Mark = PendingData["notifications.mark"];

/** Read marks made offline. They cannot conflict: a notification that was read stays read. */
export const pendingMarks: SyncAction<Mark> = {
  entity: "notifications",
  parse(data) {
    if (!isRecord(data) || typeof data["id"] !== "string" || Object.keys(data).length !== 2) return null;
    const { kind, id } = data;
    return kind === "read" || kind === "readAll" ? { kind, id } : null;
  },
  async send(mark, { idempotencyKey }) {
    try {
      await sendMarkNow(mark, idempotencyKey);
    } catch (error) {
      // Closed on another device in the meantime.
      if (!isApiError(error, "NOT_FOUND")) throw error;
    }
    return null;
  },
};
