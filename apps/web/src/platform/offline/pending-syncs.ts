import { appState } from "../app-state/app-state.store.ts";
import { isSharedWorkstation } from "../api-client/tokens.ts";
import { sessionStore, type SessionState } from "../session/session.store.ts";
import { onBeforeSignOut } from "../session/sign-out.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { changeQueue, discardUnusable, pendingStore, publish } from "./pending-queue.ts";
import { nameOf, type PendingSync } from "./pending-sync.ts";
import { withQueueLock } from "./queue-lock.ts";
import { sendQueue } from "./send-pending.ts";
import { syncActionOf } from "./sync-actions.ts";

/** Sends the signed-in user's changes that wait in this organization. Only one tab sends at a time. */
export function processPendingSyncs(): Promise<void> {
  return withQueueLock(sendQueue);
}

/** Keeps the user's value of a conflicting change and sends it, based on the version that they have now seen. */
export function keepOwnValue(id: string): Promise<void> {
  changeQueue((queue) =>
    queue.map((item) => {
      if (item.id !== id || item.state !== "conflict") return item;
      const { current, ...change } = item;
      return { ...change, state: "waiting", version: current.version, before: current.value };
    }),
  );
  return processPendingSyncs();
}

/** Drops a change. The server's value of a conflict then applies, or a waiting or rejected change is not sent. */
export function dropPendingSync(id: string): void {
  const dropped = pendingStore.getState().items.find((item) => item.id === id);
  if (dropped === undefined) return;
  changeQueue((queue) => queue.filter((item) => item.id !== id));
  if (!hasLaterChange(dropped)) showOnDevice(dropped);
}

function hasLaterChange({ entity, timestamp }: PendingSync): boolean {
  return pendingStore
    .getState()
    .items.some((item) => item.entity === entity && item.timestamp >= timestamp && item.state === "waiting");
}

/** Shows the value that applies after the user's change has been dropped. */
function showOnDevice(dropped: PendingSync): void {
  const value = dropped.state === "conflict" ? dropped.current.value : dropped.before;
  if (value !== null) syncActionOf(nameOf(dropped))?.show?.(value);
}

/** Returns whether the user or the organization for which changes are sent differs. */
function isOtherOwner(now: SessionState, before: SessionState): boolean {
  return now.user?.id !== before.user?.id || now.organization?.id !== before.organization?.id;
}

/**
 * Lets the browser ask before the user leaves the page of a shared workstation, because the unsent changes would be
 * lost.
 */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  const hasUnsent = pendingStore.getState().items.some(({ state }) => state !== "rejected");
  if (hasUnsent && isSharedWorkstation()) event.preventDefault();
}

/**
 * Tracks the queued changes of the signed-in user and sends them now, at each sign-in, before a sign-out, and whenever
 * the browser comes online. Returns a function that stops it.
 */
export function startPendingSyncs(): () => void {
  const sendIfOnline = async () => {
    if (appState.getState().online) await processPendingSyncs();
  };
  const online = () => void processPendingSyncs();
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.pendingSyncs || event.key === null) publish();
  };
  discardUnusable();
  void sendIfOnline();
  window.addEventListener("online", online);
  window.addEventListener("storage", onStorage);
  window.addEventListener("beforeunload", askBeforeUnload);
  const stops = [
    onPersonDataCleared(publish),
    onBeforeSignOut(sendIfOnline),
    sessionStore.subscribe((now, before) => {
      if (!isOtherOwner(now, before)) return;
      discardUnusable();
      if (now.status === "signedIn") void sendIfOnline();
    }),
  ];
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("beforeunload", askBeforeUnload);
    for (const stop of stops) stop();
  };
}
