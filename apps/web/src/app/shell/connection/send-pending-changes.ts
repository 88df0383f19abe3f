import { appState } from "../../../platform/app-state/app-state.store.ts";
import { probe } from "../../../platform/connection/connection-watch.ts";

/** Sends the changes made offline, after checking that the server can be reached. */
export async function sendPendingChanges(): Promise<void> {
  if (!appState.getState().online) await probe();
  if (!appState.getState().online) return;
  const { processPendingSyncs } = await import("../../../platform/offline/pending-syncs.ts");
  await processPendingSyncs();
}
