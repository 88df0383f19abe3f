import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";
import { appState } from "../../platform/app-state/app-state.store.ts";
import { i18nStore } from "../../platform/i18n/store.ts";
import { realtimeStore } from "../../platform/realtime/realtime-events.ts";
import type { EventData } from "../../platform/realtime/frames.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { isRecord } from "../../platform/storage/browser-storage.ts";
import { type AppNotification, notificationFrom } from "../../platform/notifications/notification.ts";
import { fetchNotifications, sendMark } from "./notifications.api.ts";
import {
  mergeServerList,
  removeClosedElsewhere,
  sendMarksWith,
  setReadElsewhere,
} from "../../platform/notifications/notifications.actions.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";

/**
 * Keeps the list in sync with the server: loads it after sign-in, after the live connection or the server has become
 * available again and after a change of language, and sends marks to the server. Returns a function that stops it.
 */
export function followServer(): () => void {
  sendMarksWith((mark) => void sendMark(mark));
  let wasConnected = realtimeStore.getState().state === "connected";
  const stops = [
    sessionStore.subscribe((session, previous) => {
      const hasChanged =
        session.user?.id !== previous.user?.id || session.restriction !== previous.restriction;
      if (hasChanged || session.status !== previous.status) void load();
    }),
    realtimeStore.subscribe(({ state }, previous) => {
      if (state !== "connected" || previous.state === "connected") return;
      if (wasConnected) void load();
      wasConnected = true;
    }),
    appState.subscribe(({ online }, previous) => {
      if (online && !previous.online) void load();
    }),
    i18nStore.subscribe(({ language }, previous) => {
      if (language !== previous.language) void load();
    }),
    () => sendMarksWith(null),
  ];
  void load();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the id of the user whose notifications may be loaded now. */
function currentReaderId(): string | undefined {
  const { status, restriction, user } = sessionStore.getState();
  return status === "signedIn" && restriction === null ? user?.id : undefined;
}

async function load(): Promise<void> {
  const userId = currentReaderId();
  if (userId === undefined) return;
  const idsBefore = new Set(notificationStore.getState().items.map(({ id }) => id));
  try {
    const { data, nextCursor } = await fetchNotifications();
    if (currentReaderId() !== userId) return;
    mergeServerList(
      data.map(fromServer).filter((item) => item !== null),
      { before: idsBefore, isComplete: nextCursor === null },
    );
  } catch {
    // Keeps the local copy. The next connection loads the list again.
  }
}

function fromServer(stored: StoredNotification): AppNotification | null {
  const { messages, read } = stored;
  const message = messages[i18nStore.getState().language];
  const notification = notificationFrom({ ...stored, message, stored: true }, Date.parse(stored.createdAt));
  return notification && { ...notification, read };
}

/** Applies a mark that was made on another device. Returns false if the event is not about a mark. */
export function applyMark({ change, id }: EventData): boolean {
  if (typeof change !== "string" || typeof id !== "string") return false;
  if (change === "deleted") removeClosedElsewhere(id);
  else if (change === "readAll") setReadElsewhere((item) => item.stored === true && item.id <= id, true);
  else setReadElsewhere((item) => item.id === id, change === "read");
  return true;
}

/** Returns the text in the language of the page. The server sends it in every language. */
export function inOwnLanguage({ messages }: EventData): { message?: unknown } {
  return isRecord(messages) ? { message: messages[i18nStore.getState().language] } : {};
}
