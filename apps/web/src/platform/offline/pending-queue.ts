import { pendingSyncsMax } from "./pending-limits.ts";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand";
import { setPendingSyncs } from "../app-state/app-state.actions.ts";
import { sessionStore } from "../session/session.store.ts";
import { parsePendingSync } from "./parse-pending-sync.ts";
import type { PendingData, PendingName, PendingOwner, PendingSync } from "./pending-sync.ts";
import { readStoredQueue, writeStoredQueue } from "./stored-queue.ts";
import { syncActionOf } from "./sync-actions.ts";
import { currentOwner } from "./sync-owner.ts";

type PendingState = {
  /** The changes of the signed-in user, oldest first. Changes of other users are not visible. */
  readonly items: readonly PendingSync[];
  /** True if a change was rejected because too many are waiting. */
  readonly isFull: boolean;
};

/** The signed-in user's offline changes that the server has not received. */
export const pendingStore = createStore<PendingState>()(() => ({ items: [], isFull: false }));

/** Returns the user's unsent changes, or a part of them, for components. */
export function usePendingSyncs<T>(select: (state: PendingState) => T): T {
  return useStore(pendingStore, select);
}

/** Returns the changes of all users of this browser in the order they were made. */
export function readQueue(): PendingSync[] {
  return readStoredQueue().flatMap((item) => {
    const parsed = parsePendingSync(item);
    return "discarded" in parsed ? [] : parsed;
  });
}

/**
 * Changes the queue. Reads it again each time, because another tab may have queued a change in the meantime. A change
 * that can no longer be sent is removed and logged without its values.
 */
export function changeQueue(change: (queue: readonly PendingSync[]) => readonly PendingSync[]): void {
  const stored = readStoredQueue();
  const valid = stored.flatMap((item) => {
    const parsed = parsePendingSync(item);
    if (!("discarded" in parsed)) return parsed;
    console.warn(`A change made offline was discarded: ${parsed.discarded}`);
    return [];
  });
  const queue = change(valid);
  if (stored.length > 0 || queue.length > 0) writeStoredQueue(queue);
  publish();
}

/** Removes expired and unknown changes from storage, including those of users who do not return. */
export function discardUnusable(): void {
  changeQueue((queue) => queue);
}

/** Shows the changes of the signed-in user. */
export function publish(): void {
  const { user } = sessionStore.getState();
  const items = readQueue().filter(({ userId }) => userId === user?.id);
  const isFull = pendingStore.getState().isFull && items.length >= pendingSyncsMax;
  pendingStore.setState({ items, isFull });
  const countOf = (state: PendingSync["state"]) => items.filter((item) => item.state === state).length;
  setPendingSyncs({
    waiting: countOf("waiting"),
    conflicts: countOf("conflict"),
    rejected: countOf("rejected"),
    isFull,
  });
}

/** Thrown if the queue is full. No change is accepted until another change has been sent or discarded. */
export class PendingQueueFullError extends Error {
  constructor() {
    super("too many changes wait to be sent");
    this.name = "PendingQueueFullError";
  }
}

/** A change to queue: the new values, the values that they replace (without other fields) and their version. */
export type QueuedChange<Name extends PendingName> = {
  readonly data: PendingData[Name];
  readonly before?: PendingData[Name] | undefined;
  readonly version?: number | undefined;
};

/** Returns the fields of `values` that `data` has. */
function pick(values: object | undefined, data: object): object | null {
  if (values === undefined) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in data));
}

/**
 * Queues a change for the user who made it. Does nothing if they are no longer signed in. Callers must read `owner`
 * before a call that may fail, because another user may have signed in by the time it fails.
 * @throws PendingQueueFullError if 50 changes of the user are waiting, or Error if the change is not allowed offline.
 */
export function queueUpdate<Name extends PendingName>(
  name: Name,
  { data, before, version }: QueuedChange<Name>,
  owner: PendingOwner | null = currentOwner(),
): void {
  if (owner === null || owner.userId !== currentOwner()?.userId) return;
  const syncAction = syncActionOf(name);
  const parsedData = syncAction?.parse(data) ?? null;
  if (syncAction === undefined || parsedData === null) throw new Error(`${name} cannot be changed offline`);
  if (readQueue().filter(({ userId }) => userId === owner.userId).length >= pendingSyncsMax) {
    pendingStore.setState({ isFull: true });
    publish();
    throw new PendingQueueFullError();
  }
  const [module = "", action = ""] = name.split(".");
  const item: PendingSync = {
    id: crypto.randomUUID(),
    timestamp: Date.now(),
    type: "update",
    module,
    action,
    data: parsedData,
    ...owner,
    entity: syncAction.entity,
    version: version ?? null,
    before: syncAction.parse(pick(before, data)),
    state: "waiting",
  };
  changeQueue((queue) => [...queue, item]);
}
