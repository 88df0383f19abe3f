import { setPendingSyncs } from "../app-state/app-state.actions.ts";
import { sessionStore } from "../session/session.store.ts";
import { localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { storedPendingSync, type PendingSync } from "./pending-sync.ts";

/** Sends what was queued; fails if it could not be sent, and is then called again the next time. */
export type SyncAction = (data: unknown) => Promise<void>;

const actions = new Map<string, SyncAction>();

/** Says how the queued changes of an action are sent. A module does so when it is loaded. */
export function registerSyncAction(module: string, action: string, send: SyncAction): void {
  actions.set(`${module}.${action}`, send);
}

/** The queue in the order in which the changes were made. Local storage is authoritative: all tabs share it. */
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

/** Keeps a change of the signed-in person until it can be sent. Without a session there is nobody to keep it for. */
export function queueUpdate(module: string, action: string, data: unknown): void {
  const owner = present();
  if (owner === null) return;
  const made = {
    id: crypto.randomUUID(),
    timestamp: Date.now(),
    type: "update",
    module,
    action,
    data,
  } as const;
  writeQueue([...readQueue(), { ...made, ...owner }]);
}

/**
 * Sends what the signed-in person queued in this practice, oldest first. What was sent leaves the queue; what
 * failed, and what belongs to another person or practice, stays. One tab at a time.
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
    // Read anew: meanwhile another change may have been queued.
    writeQueue(readQueue().filter(({ id }) => id !== sync.id));
  }
}

/** Counts what is queued and sends it now and whenever the browser is online again. Returns how to stop. */
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
