import { setPendingSyncs } from "../app-state/app-state.actions.ts";
import { sessionStore } from "../session/session.store.ts";
import { localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { storedPendingSync, type PendingSync } from "./pending-sync.ts";

/** Sends a queued change. Rejects if it could not be sent; it is then called again later. */
export type SyncAction = (data: unknown) => Promise<void>;

const actions = new Map<string, SyncAction>();

/** Registers how the queued changes of an action are sent. Modules call it when they are loaded. */
export function registerSyncAction(module: string, action: string, send: SyncAction): void {
  actions.set(`${module}.${action}`, send);
}

/** Returns the queue in the order of the changes. Local storage is authoritative and shared by all tabs. */
function readQueue(): PendingSync[] {
  const stored = readJson(localValues, storageKeys.pendingSyncs, Array.isArray) ?? [];
  return stored.map(storedPendingSync).filter((each) => each !== null);
}

function writeQueue(queue: readonly PendingSync[]): void {
  if (queue.length === 0) localValues.remove(storageKeys.pendingSyncs);
  else writeJson(localValues, storageKeys.pendingSyncs, queue);
  setPendingSyncs(queue.length);
}

function present(): Pick<PendingSync, "userId" | "organizationId"> | null {
  const { user, organization } = sessionStore.getState();
  return user && { userId: user.id, organizationId: organization?.id ?? null };
}

/** Queues a change of the signed-in user. Does nothing without a session. */
export function queueUpdate(module: string, action: string, data: unknown): void {
  const owner = present();
  if (owner === null) return;
  const pendingSync = {
    id: crypto.randomUUID(),
    timestamp: Date.now(),
    type: "update",
    module,
    action,
    data,
  } as const;
  writeQueue([...readQueue(), { ...pendingSync, ...owner }]);
}

/**
 * Sends the changes that the signed-in user queued in this organization, oldest first. Sent changes leave the
 * queue; failed ones and those of other users or organizations stay. Only one tab sends at a time.
 */
export function processPendingSyncs(): Promise<void> {
  if (!("locks" in navigator)) return sendAll();
  return navigator.locks.request("portal-pending-syncs", sendAll);
}

async function sendAll(): Promise<void> {
  for (const sync of readQueue()) {
    const send = actions.get(`${sync.module}.${sync.action}`);
    const now = present();
    if (!send || sync.userId !== now?.userId || sync.organizationId !== now.organizationId) continue;
    try {
      await send(sync.data);
    } catch (error) {
      console.warn("A change made offline could not be sent yet", error);
      continue;
    }
    // Read again: another change may have been queued in the meantime.
    writeQueue(readQueue().filter(({ id }) => id !== sync.id));
  }
}

/**
 * Tracks the number of queued changes and sends them now and whenever the browser comes online. Returns a
 * function that stops it.
 */
export function startPendingSyncs(): () => void {
  const count = () => setPendingSyncs(readQueue().length);
  const online = () => void processPendingSyncs();
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.pendingSyncs || event.key === null) count();
  };
  count();
  if (navigator.onLine) online();
  window.addEventListener("online", online);
  window.addEventListener("storage", onStorage);
  const forget = onPersonDataCleared(count);
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("storage", onStorage);
    forget();
  };
}
