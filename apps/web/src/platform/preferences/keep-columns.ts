import { loadQueue, queueChange } from "../offline/queue-change.ts";
import { currentOwner } from "../offline/sync-owner.ts";
import { keepCopy, preferencesStore } from "./preferences.store.ts";

/** Moves unsaved changes of columns to the queue of pending changes, which is kept after the page is closed. */
export async function keepColumns(userId: string): Promise<void> {
  const { unsaved, version } = preferencesStore.getState();
  const owner = currentOwner();
  for (const entry of unsaved) {
    if (entry.columns === undefined || preferencesStore.getState().userId !== userId) continue;
    const { listId, columns, before } = entry.columns;
    const change = { data: { listId, columns }, before: { listId, columns: before }, version };
    await queueChange("preferences.columns", change, owner);
    const remaining = preferencesStore.getState().unsaved.filter((candidate) => candidate !== entry);
    preferencesStore.setState({ unsaved: remaining });
  }
  keepCopy();
}

/** Sends unsaved changes of columns after the waiting changes. */
export async function sendColumnsInOrder(userId: string): Promise<void> {
  await keepColumns(userId);
  const { processPendingSyncs } = await loadQueue();
  await processPendingSyncs();
}
