// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emitRealtime } from "../../platform/realtime/realtime-events.ts";
import { clearPersonData } from "../../platform/storage/person-data.ts";
import type { NotificationInput } from "../../platform/notifications/notification.ts";
import {
  activate,
  clearNotifications,
  dismiss,
  hideToast,
  markAllRead,
  markRead,
  notify,
  recentNotifications,
  runAction,
  unreadCount,
} from "../../platform/notifications/notifications.actions.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";
import { startNotifications } from "./start-notifications.ts";

const now = Date.parse("2026-11-23T07:42:00Z");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now });
  notificationStore.setState({ items: [], toasts: [] });
});

afterEach(() => {
  stop();
  stop = () => undefined;
  localStorage.clear();
  vi.useRealTimers();
});

const items = () => notificationStore.getState().items;
const storedNotifications = (): unknown => JSON.parse(localStorage.getItem("notifications") ?? "null");
const entry = (id: string, ageMs: number, more: object = {}) => ({
  id,
  type: "info",
  message: id,
  createdAt: now - ageMs,
  dismissible: true,
  read: false,
  ...more,
});

function startWith(list: unknown): void {
  localStorage.setItem("notifications", typeof list === "string" ? list : JSON.stringify(list));
  stop = startNotifications();
}

describe("a notification pushed before the portal listens", () => {
  it("is shown once, when the portal begins to listen", () => {
    emitRealtime("notification", { id: "früh", type: "error", message: "Vor dem Start" });
    stop = startNotifications();
    expect(items().map(({ id }) => id)).toEqual(["früh"]);
    expect(notificationStore.getState().toasts).toEqual(["früh"]);
    stop();
    startWith([]);
    expect(items()).toEqual([]);
  });

  it("is never shown to the next user", async () => {
    emitRealtime("notification", { id: "früh", type: "error", message: "Vor dem Abmelden" });
    await clearPersonData();
    stop = startNotifications();
    expect(items()).toEqual([]);
  });
});

describe("a notification", () => {
  it("R3-57 R3-59 R3-61 R3-65 has an id, a message, a timestamp in ms and a read flag", () => {
    const id = notify({ message: "Gespeichert" });
    expect(items()).toEqual([
      { id, type: "info", message: "Gespeichert", createdAt: now, dismissible: true, read: false },
    ]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(notify({ message: "Gelöscht" })).not.toBe(id);
  });

  it("R3-58 has one of four types; other values fall back to info", () => {
    for (const type of ["success", "error", "warning", "info"] as const) notify({ type, message: type });
    notify({ message: "x", type: "fatal" } as unknown as NotificationInput);
    expect(items().map((item) => item.type)).toEqual(["info", "info", "warning", "error", "success"]);
  });

  it("R3-59 R3-60 accepts an optional title and timeout, and requires a message", () => {
    notify({ message: "m", title: "T", timeout: 1234 });
    expect(items()[0]).toMatchObject({ title: "T", timeout: 1234 });
    expect(notify({ title: "T" } as unknown as NotificationInput)).toBeNull();
    expect(items()).toHaveLength(1);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "R3-60 ignores an invalid timeout: %s",
    (timeout) => {
      stop = startNotifications();
      notify({ message: "m", timeout } as NotificationInput);
      expect(items()[0]).not.toHaveProperty("timeout");
      vi.advanceTimersByTime(dayMs);
      expect(items()).toHaveLength(1);
    },
  );

  it("R3-62 is dismissible unless set to false", () => {
    for (const dismissible of [undefined, true, false, null, 0]) {
      notify({ message: "m", dismissible } as NotificationInput);
    }
    expect(items().map((item) => item.dismissible)).toEqual([true, true, false, true, true]);
  });

  it("R3-63 calls its onClick and is then read", () => {
    const onClick = vi.fn();
    const id = notify({ message: "m", onClick }) ?? "";
    activate(id);
    expect(onClick).toHaveBeenCalledOnce();
    expect(items()[0]?.read).toBe(true);
  });

  it("R3-64 R4-42 runs the handler of its action once and is removed", () => {
    const handler = vi.fn();
    const id = notify({ message: "m", action: { label: "Neu laden", handler } }) ?? "";
    expect(items()[0]?.action?.label).toBe("Neu laden");
    runAction(id);
    runAction(id);
    expect(handler).toHaveBeenCalledOnce();
    expect(items()).toEqual([]);
  });

  it.each([null, undefined, "text", 7, ["m"]])("R5-03 is rejected unless it is an object: %s", (input) => {
    expect(notify(input as unknown as NotificationInput)).toBeNull();
    expect(items()).toEqual([]);
  });

  it.each([{}, { message: "" }, { message: "  " }, { message: 7 }, { title: "T" }])(
    "R5-04 is rejected without a message: %o",
    (input) => {
      expect(notify(input as NotificationInput)).toBeNull();
      expect(items()).toEqual([]);
    },
  );
});

describe("the list of notifications", () => {
  it("R4-48 is newest first", () => {
    notify({ message: "erste" });
    vi.advanceTimersByTime(10);
    notify({ message: "zweite" });
    notify({ message: "dritte" });
    expect(items().map((item) => item.message)).toEqual(["dritte", "zweite", "erste"]);
  });

  it("R3-66 is kept in local storage under notifications, without callbacks", () => {
    notify({
      id: "n1",
      message: "m",
      onClick: () => undefined,
      action: { label: "L", handler: () => undefined },
    });
    expect(storedNotifications()).toEqual([
      { id: "n1", type: "info", message: "m", createdAt: now, dismissible: true, read: false },
    ]);
  });

  it("R4-41 removes a dismissed entry, in storage too", () => {
    const id = notify({ message: "m" }) ?? "";
    dismiss(id);
    expect(items()).toEqual([]);
    expect(storedNotifications()).toEqual([]);
  });

  it("R3-65 counts unread entries", () => {
    const id = notify({ message: "a" }) ?? "";
    notify({ message: "b" });
    markRead(id);
    expect(unreadCount()).toBe(1);
    markAllRead();
    expect(unreadCount()).toBe(0);
    expect(storedNotifications()).toMatchObject([{ read: true }, { read: true }]);
  });

  it("R4-47 R9-20 treats entries of the last 24 hours as recent", () => {
    startWith([entry("just", 24 * hourMs), entry("older", 24 * hourMs + 1)]);
    expect(recentNotifications().map((item) => item.id)).toEqual(["just"]);
  });

  it("deduplicates by id, and keeps an entry whose toast is hidden", () => {
    notify({ id: "same", message: "m" });
    notify({ id: "same", message: "m" });
    hideToast("same");
    expect(items()).toHaveLength(1);
    expect(notificationStore.getState().toasts).toEqual([]);
  });

  it("can be cleared", () => {
    notify({ message: "m" });
    clearNotifications();
    expect(storedNotifications()).toEqual([]);
  });
});

describe("on load", () => {
  it("R4-43 R9-17 drops entries older than 30 days", () => {
    startWith([entry("kept", 30 * dayMs), entry("old", 30 * dayMs + 1)]);
    expect(items().map((item) => item.id)).toEqual(["kept"]);
  });

  it.each([
    null,
    "text",
    { ...entry("x", 0), id: undefined },
    { ...entry("x", 0), message: undefined },
    { ...entry("x", 0), createdAt: "gestern" },
    { ...entry("x", 0), type: "fatal" },
    { ...entry("x", 0), type: undefined },
    { ...entry("x", 0), id: "" },
    { ...entry("x", 0), id: 7 },
    { ...entry("x", 0), message: " " },
    { ...entry("x", 0), message: 7 },
    { ...entry("x", 0), createdAt: null },
    [],
  ])("R4-44 drops malformed entries: %o", (malformed) => {
    startWith([malformed, entry("good", 0)]);
    expect(items().map((item) => item.id)).toEqual(["good"]);
  });

  it("R4-44 drops an entry with an invalid date", () => {
    const endless = '{"id":"x","type":"info","message":"m","createdAt":1e999}';
    startWith(`[${endless},${JSON.stringify(entry("good", 0))}]`);
    expect(items().map((item) => item.id)).toEqual(["good"]);
  });

  it("see R3-65 treats only entries with a read flag as read", () => {
    startWith([entry("a", 1, { read: "yes" }), entry("b", 2, { read: undefined }), entry("c", 3)]);
    expect(items().map((item) => item.read)).toEqual([false, false, false]);
  });

  it("R4-45 saves the remaining entries", () => {
    startWith([entry("old", 31 * dayMs), entry("good", 0), null]);
    expect(storedNotifications()).toMatchObject([{ id: "good" }]);
    expect(storedNotifications()).toHaveLength(1);
  });

  it.each(["not json", '{"a":1}', "7"])("R4-49 removes invalid data from local storage: %s", (data) => {
    startWith(data);
    expect(localStorage.getItem("notifications")).toBeNull();
    expect(items()).toEqual([]);
  });

  it("R4-48 sorts newest first, keeps read flags and shows no toast again", () => {
    startWith([entry("a", 3), entry("b", 1, { read: true }), entry("c", 2)]);
    expect(items().map((item) => item.id)).toEqual(["b", "c", "a"]);
    expect(items()[0]?.read).toBe(true);
    expect(notificationStore.getState().toasts).toEqual([]);
  });
});

describe("timers", () => {
  it("R4-39 remove only notifications whose timeout has elapsed", () => {
    stop = startNotifications();
    notify({ message: "kurz", timeout: 3_000 });
    notify({ message: "bleibt" });
    vi.advanceTimersByTime(2_999);
    expect(items()).toHaveLength(2);
    vi.advanceTimersByTime(101);
    expect(items().map((item) => item.message)).toEqual(["bleibt"]);
    vi.advanceTimersByTime(dayMs);
    expect(items()).toHaveLength(1);
  });

  it("R4-40 R9-16 check the timeouts every 100 ms", () => {
    stop = startNotifications();
    notify({ message: "kurz", timeout: 50 });
    vi.advanceTimersByTime(99);
    expect(items()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(items()).toHaveLength(0);
    notify({ message: "so lang wie der Takt", timeout: 100 });
    vi.advanceTimersByTime(100);
    expect(items()).toHaveLength(0);
  });

  it("R4-40 run checks only while a notification has a timeout", () => {
    stop = startNotifications();
    const hourly = vi.getTimerCount();
    notify({ message: "bleibt" });
    expect(vi.getTimerCount()).toBe(hourly);
    notify({ message: "kurz", timeout: 100 });
    expect(vi.getTimerCount()).toBe(hourly + 1);
    vi.advanceTimersByTime(200);
    expect(vi.getTimerCount()).toBe(hourly);
  });

  it("R4-46 R9-18 R9-19 remove notifications older than 7 days every hour", () => {
    const exactlySevenDaysInAnHour = 7 * dayMs - hourMs;
    startWith([entry("kept", exactlySevenDaysInAnHour), entry("too old", exactlySevenDaysInAnHour + 1)]);
    vi.advanceTimersByTime(hourMs - 1);
    expect(items()).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(items().map((item) => item.id)).toEqual(["kept"]);
    expect(storedNotifications()).toMatchObject([{ id: "kept" }]);
    vi.advanceTimersByTime(hourMs);
    expect(items()).toEqual([]);
  });

  it("stop on request", () => {
    startNotifications()();
    notify({ message: "kurz", timeout: 50 });
    vi.advanceTimersByTime(10_000);
    expect(items()).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("from other sources", () => {
  it("see R7w-08 the live event notification creates a notification with its server id", () => {
    stop = startNotifications();
    emitRealtime("notification", { id: "s1", type: "success", title: "Einladung", message: "angenommen" });
    emitRealtime("notification", { id: "s2" });
    expect(items()).toMatchObject([{ id: "s1", type: "success", title: "Einladung" }]);
  });

  it("R7w-12 the live event systemAlert creates a warning", () => {
    stop = startNotifications();
    emitRealtime("systemAlert", { message: "Wartung um 20 Uhr" });
    expect(items()).toMatchObject([{ type: "warning", message: "Wartung um 20 Uhr" }]);
  });

  it("see R7w-12 a systemAlert with texts in every language is shown in the language of the page", () => {
    stop = startNotifications();
    emitRealtime("systemAlert", {
      id: "jobFailed",
      messages: { de: "Eine Aufgabe ist gescheitert", en: "A job failed" },
    });
    expect(items()).toMatchObject([{ type: "warning", message: "Eine Aufgabe ist gescheitert" }]);
  });

  it("syncs with other tabs and keeps its own callbacks", () => {
    stop = startNotifications();
    const handler = vi.fn();
    notify({ id: "mine", message: "m", action: { label: "L", handler } });
    notify({ id: "closed-there", message: "m" });
    localStorage.setItem("notifications", JSON.stringify([entry("mine", 0), entry("theirs", 1)]));
    window.dispatchEvent(new StorageEvent("storage", { key: "notifications" }));
    expect(items().map((item) => item.id)).toEqual(["mine", "theirs"]);
    expect(notificationStore.getState().toasts).toEqual(["mine"]);
    runAction("mine");
    expect(handler).toHaveBeenCalledOnce();
  });

  it("see R3-95 clears everything on sign-out", async () => {
    stop = startNotifications();
    notify({ message: "m" });
    await clearPersonData();
    expect(notificationStore.getState()).toEqual({ items: [], toasts: [] });
    expect(localStorage.getItem("notifications")).toBeNull();
  });
});
