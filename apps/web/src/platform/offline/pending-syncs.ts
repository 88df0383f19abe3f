import { setPendingSyncs } from "../app-state/app-state.actions.ts";
import { sessionStore, type SessionState } from "../session/session.store.ts";
import { onBeforeSignOut } from "../session/sign-out.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import type { PendingSync } from "./pending-sync.ts";
import { withQueueLock } from "./queue-lock.ts";
import { rejectionOf } from "./rejection.ts";
import { readQueue, readQueueOf, writeQueue } from "./stored-queue.ts";

/**
 * Sends a queued change with the key that all its attempts share. Rejects if it could not be sent; it is then called
 * again later, unless the server permanently rejected the change.
 */
export type SyncAction = (data: unknown, submission: { readonly idempotencyKey: string }) => Promise<void>;

const actions = new Map<string, SyncAction>();

/** Registers how the queued changes of an action are sent. Modules call it when they are loaded. */
export function registerSyncAction(module: string, action: string, send: SyncAction): void {
  actions.set(`${module}.${action}`, send);
}

function changeQueue(change: (queue: PendingSync[]) => PendingSync[]): void {
  // Read again each time: another tab may have queued a change in the meantime.
  writeQueue(change(readQueue()));
  publish();
}

/** Shows the changes of the signed-in user; those of other users of this browser are not visible. */
function publish(): void {
  const { user } = sessionStore.getState();
  setPendingSyncs(readQueueOf(user?.id).map(({ id, rejection }) => ({ id, rejection })));
}

/** Removes expired changes from storage, also those of users who do not return. */
function discardExpired(): void {
  changeQueue((queue) => queue);
}

type Owner = Pick<PendingSync, "userId" | "organizationId">;

/** Returns the signed-in user and their organization; null without a session. */
export function currentOwner(): Owner | null {
  const { user, organization } = sessionStore.getState();
  return user && { userId: user.id, organizationId: organization?.id ?? null };
}

/**
 * Queues a change for the user who made it. Does nothing if they are no longer signed in. Read `owner` before a call
 * that may fail: another user may have signed in by then.
 */
export function queueUpdate(module: string, action: string, data: unknown, owner = currentOwner()): void {
  if (owner === null || owner.userId !== currentOwner()?.userId) return;
  const pendingSync = {
    id: crypto.randomUUID(),
    timestamp: Date.now(),
    type: "update",
    module,
    action,
    data,
  } as const;
  changeQueue((queue) => [...queue, { ...pendingSync, ...owner }]);
}

/** Removes the refused changes of the signed-in user, who has seen why. */
export function dismissRejectedSyncs(): void {
  const { user } = sessionStore.getState();
  changeQueue((queue) =>
    queue.filter(({ userId, rejection }) => userId !== user?.id || rejection === undefined),
  );
}

/**
 * Sends the changes that the signed-in user queued in this organization, oldest first. Sent changes leave the queue;
 * failed ones and those of other users or organizations stay. Only one tab sends at a time.
 */
export function processPendingSyncs(): Promise<void> {
  return withQueueLock(sendAll);
}

function isSendable({ userId, organizationId, rejection }: PendingSync): boolean {
  const owner = currentOwner();
  return rejection === undefined && userId === owner?.userId && organizationId === owner.organizationId;
}

/** @param maySend false once another tab sends instead. */
async function sendAll(maySend: () => boolean): Promise<void> {
  // A later change of the same data must not overtake one that could not be sent yet.
  const held = new Set<string>();
  for (const sync of readQueue()) {
    if (!maySend()) return;
    const action = `${sync.module}.${sync.action}`;
    const send = actions.get(action);
    if (!send || held.has(action) || !isSendable(sync)) continue;
    try {
      await send(sync.data, { idempotencyKey: sync.id });
      changeQueue((queue) => queue.filter(({ id }) => id !== sync.id));
    } catch (error) {
      const rejection = rejectionOf(error);
      if (rejection === null) {
        held.add(action);
        console.warn("A change made offline could not be sent yet", error);
      } else {
        changeQueue((queue) => queue.map((each) => (each.id === sync.id ? { ...each, rejection } : each)));
      }
    }
  }
}

/** Returns whether the user or the organization for which changes are sent differs. */
function isOtherOwner(now: SessionState, before: SessionState): boolean {
  return now.user?.id !== before.user?.id || now.organization?.id !== before.organization?.id;
}

/**
 * Tracks the queued changes of the signed-in user and sends them now, at each sign-in, before a sign-out, and whenever
 * the browser comes online. Returns a function that stops it.
 */
export function startPendingSyncs(): () => void {
  const sendIfOnline = async () => {
    if (navigator.onLine) await processPendingSyncs();
  };
  const online = () => void processPendingSyncs();
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.pendingSyncs || event.key === null) publish();
  };
  discardExpired();
  void sendIfOnline();
  window.addEventListener("online", online);
  window.addEventListener("storage", onStorage);
  const stops = [
    onPersonDataCleared(publish),
    onBeforeSignOut(sendIfOnline),
    sessionStore.subscribe((now, before) => {
      if (!isOtherOwner(now, before)) return;
      discardExpired();
      if (now.status === "signedIn") void sendIfOnline();
    }),
  ];
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("storage", onStorage);
    for (const stop of stops) stop();
  };
}
