// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { json } from "../../platform/api-client/testing/fetch-double.ts";
import { pendingStore } from "../../platform/offline/pending-queue.ts";
import type { PendingName } from "../../platform/offline/pending-sync.ts";
import type { Queue } from "../../platform/offline/queue-change.ts";
import { person } from "../../platform/session/testing/session-responses.ts";
import {
  createSessionTestContext,
  signInForTest,
  type SessionTestContext,
} from "../../platform/session/testing/session-world.ts";
import { startQueue } from "./start-queue.ts";

let context: SessionTestContext;
let queue: Queue;
const preferences = { sidebarCollapsed: null, lists: {}, version: 4 };

beforeEach(async () => {
  let version = 1;
  context = createSessionTestContext({
    "users/me": () => json(person({ version: (version += 1) })),
    "notifications/n1": () => json({ id: "n1", read: true }),
    "notifications/read-all": () => json({ updated: 1 }),
    "me/preferences": ({ body }) => json(body === undefined ? preferences : { ...preferences, version: 5 }),
  });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(console, "warn").mockReturnValue();
  await signInForTest();
  queue = await startQueue();
});
afterEach(() => context.end());

/** Queues data of any shape, as a tampered page could. */
const put = (name: string, data: unknown, version?: number) =>
  queue.queueUpdate(
    name as PendingName,
    { data: data as never, version },
    {
      userId: person().id,
      organizationId: person().organizationId,
    },
  );
const sentCalls = () => context.calls.map(({ method, url, body }) => [`${method} ${url}`, body]);

it("R4-60 R0-192 see R0-194 sends the user's settings, profile, read marks and columns, each with its own call", async () => {
  put("settings.save", { isDarkMode: true, language: "en" }, 1);
  put("profile.save", { firstName: "Ida", lastName: "Muster", phone: null }, 1);
  put("notifications.mark", { kind: "read", id: "n1" });
  put("notifications.mark", { kind: "readAll", id: "n2" });
  const columns = [{ key: "email", hidden: true, widthPx: 120 }];
  put("preferences.columns", { listId: "users", columns }, 4);
  expect(pendingStore.getState().items.map(({ module, action }) => `${module}.${action}`)).toEqual([
    "settings.save",
    "profile.save",
    "notifications.mark",
    "notifications.mark",
    "preferences.columns",
  ]);
  const ids = pendingStore.getState().items.map(({ id }) => id);
  await queue.processPendingSyncs();
  // The changes have the versions on which they are based. Read marks have none, because they cannot conflict.
  expect(
    context.calls
      .filter(({ method }) => method !== "GET")
      .map(({ headers }) => [headers.get("if-match"), headers.get("idempotency-key")]),
  ).toEqual(['"1"', '"2"', null, null, '"4"'].map((version, index) => [version, ids[index]]));
  expect(sentCalls()).toEqual([
    ["PUT /api/v1/users/me", { settings: { isDarkMode: true, language: "en" } }],
    ["PUT /api/v1/users/me", { personalInfo: { firstName: "Ida", lastName: "Muster" }, phone: null }],
    ["PUT /api/v1/notifications/n1", { read: true }],
    ["POST /api/v1/notifications/read-all", { upTo: "n2" }],
    ["GET /api/v1/users/me/preferences", undefined],
    [
      "PUT /api/v1/users/me/preferences",
      { sidebarCollapsed: null, lists: { users: { columns, savedViews: [] } } },
    ],
  ]);
  expect(pendingStore.getState().items).toEqual([]);
});

it("R0-192 rejects changes and fields that may not be edited offline", async () => {
  const profile = { firstName: "Ida" };
  for (const [name, data] of [
    ["settings.save", { isDarkMode: true, timeZone: "Europe/Berlin" }],
    ["settings.save", { language: "es" }],
    ["settings.save", { isDarkMode: "yes" }],
    ["profile.save", { ...profile, email: "neu@example.org" }],
    ["profile.save", { email: "neu@example.org" }],
    ["profile.save", { ...profile, personalInfo: { email: "neu@example.org" } }],
    ["profile.save", { ...profile, role: "org_admin" }],
    ["profile.save", { ...profile, username: "ida" }],
    ["profile.save", { ...profile, password: "neu" }],
    ["profile.save", { ...profile, settings: { isDarkMode: true } }],
    ["notifications.mark", { kind: "delete", id: "n1" }],
    ["notifications.mark", { kind: "unread", id: "n1" }],
    ["notifications.mark", { kind: "read", id: "n1", read: false }],
    ["preferences.columns", { listId: "users", columns: [{ key: "email", width: 1 }] }],
    ["preferences.columns", { listId: "users", columns: null, views: [] }],
    ["preferences.sidebar", { sidebarCollapsed: true }],
    ["users.save", profile],
    ["session.login", { name: "ida", password: "geheim" }],
    ["organizations.save", { name: "Neu" }],
  ] as const)
    expect(() => put(name, data), `${name} ${JSON.stringify(data)}`).toThrow("cannot be changed offline");
  expect(localStorage.getItem("pendingSyncs")).toBeNull();
  await queue.processPendingSyncs();
  expect(sentCalls()).toEqual([]);
});
