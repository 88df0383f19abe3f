// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emitRealtime } from "../../platform/realtime/realtime-events.ts";
import type { AppNotification } from "../../platform/notifications/notification.ts";
import {
  clearNotifications,
  dismiss,
  markAllRead,
  markRead,
  mergeServerList,
  notify,
  removeElapsed,
  sendMarksWith,
  type NotificationMark,
} from "../../platform/notifications/notifications.actions.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";
import { startNotifications } from "./start-notifications.ts";

const sentMarks: NotificationMark[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  notificationStore.setState({ items: [], toasts: [] });
  stop = startNotifications();
  sendMarksWith((mark) => sentMarks.push(mark));
});

afterEach(() => {
  stop();
  sentMarks.length = 0;
  localStorage.clear();
});

const items = () => notificationStore.getState().items;
const ids = () => items().map(({ id }) => id);
const storedNotification = (
  id: string,
  createdAt: number,
  more: Partial<AppNotification> = {},
): AppNotification => ({
  id,
  type: "info",
  message: id,
  createdAt,
  dismissible: true,
  read: false,
  stored: true,
  ...more,
});
const push = (id: string) =>
  emitRealtime("notification", { id, type: "info", messages: { de: `${id} auf Deutsch`, en: id } });

/** Merges a requested list with the local one. */
function merge(list: readonly AppNotification[], isComplete = true): void {
  mergeServerList(list, { before: new Set(ids()), isComplete });
}

describe("the list of the server", () => {
  it("R0-32 is merged by id, newest first and without toasts, and keeps notifications that were created in the browser", () => {
    notify({ id: "local", message: "m" });
    push("b");
    merge([storedNotification("b", 20, { read: true }), storedNotification("a", 10)]);
    expect(ids()).toEqual(["local", "b", "a"]);
    expect(items()).toMatchObject([{ read: false }, { read: true, createdAt: 20 }, { read: false }]);
    expect(notificationStore.getState().toasts).toEqual(["local", "b"]);
    expect(JSON.parse(localStorage.getItem("notifications") ?? "")).toMatchObject([
      { id: "local" },
      { id: "b", stored: true },
      { id: "a", stored: true },
    ]);
  });

  it("see R0-34 removes stored notifications that it does not contain, because they were closed elsewhere", () => {
    for (const id of ["a", "b"]) push(id);
    merge([storedNotification("b", 1)]);
    expect(ids()).toEqual(["b"]);
    expect(sentMarks).toEqual([]);
  });

  it("keeps notifications that are older than its page", () => {
    merge([storedNotification("c", 30), storedNotification("b", 20), storedNotification("a", 10)]);
    merge([storedNotification("c", 30)], false);
    expect(ids()).toEqual(["c", "b", "a"]);
  });

  it("keeps notifications that arrived during the request and does not restore closed notifications", () => {
    push("closed");
    const before = new Set(ids());
    push("arrived");
    dismiss("closed");
    mergeServerList([storedNotification("closed", 1)], { before, isComplete: true });
    expect(ids()).toEqual(["arrived"]);
  });
});

describe("read marks", () => {
  it("see R0-34 are sent for stored notifications only", () => {
    for (const id of ["1", "2", "3"]) push(id);
    notify({ id: "local", message: "m", timeout: 1 });
    markRead("1");
    markRead("local");
    expect(sentMarks.splice(0)).toEqual([{ kind: "read", id: "1" }]);
    markAllRead();
    expect(sentMarks.splice(0)).toEqual([{ kind: "readAll", id: "3" }]);
    markAllRead();
    removeElapsed(Date.now() + 10);
    expect(sentMarks).toEqual([]);
    dismiss("2");
    clearNotifications();
    expect(sentMarks.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      "delete 1",
      "delete 2",
      "delete 3",
    ]);
    expect(items()).toEqual([]);
  });

  it("R0-34 are applied and not sent back if they were made on other devices", () => {
    for (const id of ["1", "2", "3"]) push(id);
    notify({ id: "0-local", message: "m" });
    const readIds = () =>
      items()
        .flatMap(({ id, read }) => (read ? [id] : []))
        .toSorted();
    emitRealtime("notification", { change: "readAll", id: "2" });
    expect(readIds()).toEqual(["1", "2"]);
    emitRealtime("notification", { change: "unread", id: "1" });
    emitRealtime("notification", { change: "read", id: "3" });
    expect(readIds()).toEqual(["2", "3"]);
    emitRealtime("notification", { change: "deleted", id: "3" });
    expect(ids()).not.toContain("3");
    expect(sentMarks).toEqual([]);
  });

  it("R0-33 a pushed notification is shown in the language of the page", () => {
    push("n");
    expect(items()).toMatchObject([{ id: "n", message: "n auf Deutsch", stored: true }]);
    expect(notificationStore.getState().toasts).toEqual(["n"]);
  });
});
